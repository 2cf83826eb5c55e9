import ClockTime

// The one judgement behind "will it ring?" (product, H1). The checks of health, the status, the mark, the event about it,
// the face's warnings and the answers to changes all follow from the verdicts here.
extension ClockMachine {
    /// What is known of something that makes a ring noticed.
    enum Knowledge: Hashable, Sendable {
        case good, untried, bad
    }

    /// - Parameter output: in the order in which alarms use them; 0 is the first.
    func knowledge(of output: Int) -> Knowledge {
        guard equipment.canSound, output < equipment.soundOutputs else { return .bad }
        switch outputProblems[output] {
        case .failed: return .bad
        // Another device plays in its place.
        case .standIn: break
        case nil:
            // A finding of a ring or a rehearsal; one report covers all further outputs.
            let part = output == 0 ? HealthPart.sound : .fallbackSound
            if health[part] != nil, outputProblems.isEmpty { return .bad }
        }
        return switch ringing.ring.sounded(on: output) {
        case nil: .untried
        case true?: .good
        case false?: .bad
        }
    }

    /// The rung that a ring takes if the first sound output stays silent: the first one that is known to work. Nil: none
    /// is. Only sound outputs and the buzzer are heard.
    var standIn: RingRung? {
        let isWired = health[.outputs] == nil
        for rung in ringing.ring.rungs {
            switch rung {
            case .chosenSound, .builtInTone, .otherCard: break
            case .output(let index): if knowledge(of: index) == .good { return rung }
            case .buzzer: if isWired { return rung }
            case .motor: if isWired, health[.vibration] == nil { return rung }
            case .flashingDisplay:
                if health[.display] == nil, health[.bus] == nil { return rung }
            }
        }
        return nil
    }

    /// The verdict on the sound: a ring that an output is known to play is heard, and so is one that something else is
    /// known to take over.
    var soundVerdict: HealthCheck.Verdict {
        switch knowledge(of: 0) {
        case .good:
            let isWell =
                health[.sound] == nil && health[.volumeControl] == nil
                && health[.realTimePriority] == nil
            return isWell ? .good : .notice
        case .untried: return .notice
        case .bad: return standIn?.isHeard ?? false ? .notice : .bad
        }
    }

    /// Whether the next alarm may not ring. Asked in every step, so it looks only at what decides that.
    var mayNotRing: Bool {
        if trust == .unknown || soundVerdict == .bad { return true }
        return health.keys.contains { $0.weight == .decisive }
    }

    /// The state of the face's single mark.
    var mark: AlarmMark {
        guard isAlarmAhead else { return .noAlarm }
        if mayNotRing { return .doubtful }
        return rehearsal.result?.isGood ?? false ? .verified : .armed
    }

    /// Whether the mark shows doubt.
    var isMarkDoubtful: Bool { mayNotRing && isAlarmAhead }

    /// Whether an alarm is ahead or snoozed. One that rings and has no other date needs no mark: it is heard.
    var isAlarmAhead: Bool { isAhead(ringing.nextAlarmInstant(ringingContext)) }

    /// - Parameter next: when the next alarm rings.
    func isAhead(_ next: Instant?) -> Bool {
        next != nil || ringing.alarms.hasSnoozed
    }

    /// What the face names (product, B4a): what may keep the next alarm from ringing first, then what a ring does
    /// without.
    var warnings: [HealthCheck.Subject] {
        let decisive = decisiveSubjects
        // Nearly always.
        if health.isEmpty { return decisive }
        let felt = Set(health.keys.filter { isShown($0) }.map(\.subject)).subtracting(decisive)
        return decisive + HealthCheck.Subject.allCases.filter(felt.contains)
    }

    /// What may keep the next alarm from ringing, without the time: the face asks for that by itself.
    private var decisiveSubjects: [HealthCheck.Subject] {
        let isSilent = soundVerdict == .bad
        if health.isEmpty, !isSilent { return [] }
        let decisive = health.keys.filter { $0.weight == .decisive }
        return HealthCheck.Subject.allCases.filter { subject in
            isSilent && subject == .sound || decisive.contains { $0.subject == subject }
        }
    }

    /// Names what may keep the next alarm from ringing once by itself, as soon as the face is free for it.
    ///
    /// - Parameter isDoubtful: an alarm is ahead and may not ring.
    mutating func announce(_ isDoubtful: Bool, _ step: inout Step) {
        guard equipment.hasDisplay else { return }
        let subjects = isDoubtful ? decisiveSubjects : []
        guard let subject = showing.announcements.next(among: subjects), !isRinging,
            showing.menu == nil, showing.face.page == .time, missedInstant == nil, !isDisplayAsleep
        else { return }
        showing.announcements.wasNamed(subject)
        showing.face.showMessage(
            warningText(subject), until: now.boot + Announcements.length, at: now.boot)
        step.notes.append(.pageShown(.message))
    }

    /// What is wrong, for the face: the part alone for digits, whose letters are slow to read, a sentence for pixels.
    func warningText(_ subject: HealthCheck.Subject) -> String {
        if subject == .battery, let charge = showing.battery.state?.charge.value {
            return "Battery \(charge)" + (equipment.hasPixels ? " %" : "")
        }
        guard equipment.hasPixels else { return "Check \(subject.inWords.lowercased())" }
        let problem = HealthPart.allCases
            .filter { $0.subject == subject && isShown($0) }.compactMap { health[$0] }.first
        let name = subject.inWords
        guard let problem else { return "Check the \(name.lowercased())" }
        // "The sound device is gone" says itself what it is about.
        let words = problem.lowercased().split(separator: " ")
        guard words.contains(where: { $0 == name.lowercased() }) else {
            return "\(name): \(problem)"
        }
        return problem.prefix(1).uppercased() + problem.dropFirst()
    }

    private func isShown(_ part: HealthPart) -> Bool {
        part == .keys ? isAnsweringKeyStuck : part.weight != .aside
    }

    /// A user who cannot press snooze or stop cannot answer as usual; the other keys can wait until morning.
    var isAnsweringKeyStuck: Bool { keys.isIgnored(.snooze) || keys.isIgnored(.stop) }

    /// Notes when the answer changes between "it will" and "it may not".
    mutating func noteOutlook(_ isAlarmAhead: Bool, mayNotRing: Bool, _ step: inout Step) {
        let isSet = trust == .unknown ? ringing.alarms.book.enabled.count > 0 : isAlarmAhead
        let isDoubtful = isSet && mayNotRing
        guard isDoubtful != isDoubtNoted else { return }
        isDoubtNoted = isDoubtful
        step.notes.append(.outlookChanged(mayNotRing: isDoubtful))
    }
}

extension RingRung {
    /// Whether it makes a sound, so that it counts as a ring.
    package var isHeard: Bool {
        switch self {
        case .chosenSound, .builtInTone, .output, .buzzer, .otherCard: true
        case .motor, .flashingDisplay: false
        }
    }
}
