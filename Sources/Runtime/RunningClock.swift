package import ClockCore
package import ClockTime
package import Control
package import HAL

/// A clock that runs, on threads or stepped: what a program, a script or a test can do with it.
package protocol RunningClock: AnyObject {
    /// Hands an event to the engine.
    func post(_ event: Event)

    /// What the clock shows; nil before its first step.
    var snapshot: Snapshot? { get }

    /// What the threads of the sound outputs tell, in the board's order.
    var sounds: [SoundTelemetry] { get }

    /// Where it reads the rules of zones.
    var zones: any ZoneSource { get }

    /// A number for a request that does not come through the socket, never given twice.
    func takeRequestID() -> RequestID
}

extension RequestID {
    /// Where numbers of requests that do not come through the socket begin: far from the socket's own,
    /// which count from 1.
    static let firstLocal: UInt64 = 1 << 62
}

extension RunningClock {
    package func press(_ button: Button, isDown: Bool) {
        post(.button(button, isDown: isDown))
    }

    /// The wall clock was set; the machine measures by how much.
    package func wallClockWasSet(by cause: StepCause) {
        post(.clockAdjusted(trust: .trusted, by: cause))
    }

    /// It has begun, and neither rings nor plays.
    package var isSilent: Bool {
        snapshot.map { $0.ring == nil && !$0.noise.isPlaying } ?? false
    }

    /// Carries out a command in the client's words. Returns what is wrong with the words, or nil; what
    /// the clock answers goes to whoever the clock was made to answer.
    package func perform(words: String) -> String? {
        do throws(UsageError) {
            _ = try request(words)
            return nil
        } catch {
            return error.message
        }
    }

    /// The same for whoever waits for the answer: returns the number that it will bear.
    ///
    /// - Throws: what is wrong with the words; nothing is asked then.
    package func request(_ words: String) throws(UsageError) -> RequestID {
        let command = try ClientWords.command(words, zones: SourceZones(zones))
        let id = takeRequestID()
        post(.command(id, command))
        return id
    }

    /// When the next alarm rings; nil where none is set.
    package var nextRing: Instant? { snapshot?.nextAlarm?.occurrence.instant }

    package func status(at now: Moment) -> ClockStatus? {
        snapshot.map { ClockStatus($0, at: now) }
    }
}

/// The keys of a simulated board that are down, for a clock that begins anew beneath them.
package struct HeldKeys {
    private var down: Set<Button> = []

    package init() {}

    package mutating func turn(_ button: Button, isDown: Bool) {
        if isDown { down.insert(button) } else { down.remove(button) }
    }

    package func report(to clock: some RunningClock) {
        for button in Button.allCases where down.contains(button) {
            clock.post(.buttonHeldAtStart(button))
        }
    }
}

extension Snapshot.Ring {
    /// "Work, Timer": the names of all that rings; what has none by what it is.
    package var title: String {
        subjects.map { subject in
            switch subject {
            case .alarm(let label): label.isEmpty ? "Alarm" : label
            case .timer(let name): name.isEmpty ? "Timer" : name
            case .nap: "Nap"
            }
        }.joined(separator: ", ")
    }
}

/// What a screen beside the face shows, in words.
package struct ClockStatus: Equatable, Sendable {
    /// "Sun 29 Mar 2026, Europe/Berlin".
    package var dateLine: String
    /// "01:59:50"; nil while the time is not known.
    package var time: String?
    /// What the zone adds to UTC, in seconds.
    package var zoneOffset: Int
    package var nextAlarm: String?
    package var nowPlaying: String?
    /// What rings, and whether snooze is offered.
    package var ringing: Ringing?
    package var snoozedUntil: String?
    /// Timers and the nap, as far as they run, a line each: "Pizza: 11:58 left".
    package var countdowns: [String]
    package var problems: [String]
    package var volumePercent: Int

    package struct Ringing: Equatable, Sendable {
        /// The names of all that rings.
        package var title: String
        package var isSeveral: Bool
        /// "9 min"; nil where snooze is not offered.
        package var snooze: String?
        /// "2 s": how long stop has to be held; nil where a press is enough.
        package var stopHold: String?
    }

    init(_ snapshot: Snapshot, at now: Moment) {
        let civil = ClockStatus.civil(at: now.wall, offset: snapshot.zoneOffset)
        let isKnown = snapshot.civil != nil
        let date =
            isKnown
            ? Presentation.date(civil.date, withYear: true) : "set the time: noiseclock time set"
        dateLine = "\(date), \(snapshot.zoneName)"
        time = isKnown ? ClockStatus.text(civil) : nil
        zoneOffset = snapshot.zoneOffset
        nextAlarm = snapshot.nextAlarm.map { next in
            let until = Presentation.interval(WallTime(next.occurrence.instant) - now.wall)
            let label = next.label.isEmpty ? "" : " \(next.label)"
            return "\(next.time) \(Presentation.days(next.kind))\(label), in \(until)"
        }
        nowPlaying =
            snapshot.noise.preview.map { "\($0) noise, a preview" }
            ?? (snapshot.noise.isPlaying ? snapshot.noise.title : nil)
        ringing = snapshot.ring.map { ring in
            Ringing(
                title: ring.title, isSeveral: ring.subjects.count > 1,
                snooze: ring.snoozeLength.map(Presentation.interval),
                stopHold: ring.stopHold.map(DurationText.format))
        }
        snoozedUntil = snapshot.snoozed.map {
            "snoozed, rings again in \(Presentation.interval($0.until - now.wall))"
        }
        countdowns = snapshot.running.map { ClockStatus.line($0, at: now.boot) }
        problems = snapshot.problems.compactMap(\.problem)
        volumePercent = snapshot.noise.volume.value
    }

    private static func line(_ running: Snapshot.Running, at now: BootTime) -> String {
        let name =
            switch running.subject {
            case .timer(let name): name.isEmpty ? "Timer" : name
            case .nap: "Nap"
            case .sleep: "Sleep timer"
            case .alarm(let label): label.isEmpty ? "Alarm" : label
            }
        let unit = running.form == .seconds ? " s" : ""
        let left = running.form.text(left: running.left(at: now)) + unit
        return switch running.progress {
        case .until: "\(name): \(left) left"
        case .paused: "\(name): paused, \(left) left"
        }
    }

    /// "01:59:50": what a clock with that offset from UTC shows.
    package static func time(at wall: WallTime, offset: Int) -> String {
        text(civil(at: wall, offset: offset))
    }

    private static func civil(at wall: WallTime, offset: Int) -> CivilTime {
        CivilTime(secondsAsUTC: wall.instant.advanced(bySeconds: Int64(offset)).seconds)
    }

    private static func text(_ civil: CivilTime) -> String {
        [civil.hour, civil.minute, civil.second]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
