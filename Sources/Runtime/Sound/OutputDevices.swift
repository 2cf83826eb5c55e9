import ClockTime
import HAL

/// Which devices each output tries at present: those that board and person name, and before them a card on
/// loan.
///
/// A card is lent for a ring that no output plays (`CardSearch`), a new one every two seconds until
/// something does. It is given back once a named device that was away is back, and after the ring once any can be
/// opened. An output that plays on a stand-in goes back to what it would rather play on as soon as that can be
/// opened; one that is opened and fails again is given time, ever more of it, unless it was away meanwhile.
/// Whether something can be opened is looked at every five seconds, in a ring each second, and only while a
/// stand-in or a card on loan is in use. A ring on either is a problem that health names; the frames of a
/// lent card without a jack prove nothing, so the search goes on. In a ring the outputs go back one after the
/// other, the one that the ring takes first before the others; and where another output of ours holds the
/// chosen device, perhaps under another name, all outputs close for a moment (`claim`).
struct OutputDevices {
    private let choices: [Int: any OutputChoice]
    private let list: (any AudioDeviceList)?
    private let outputs: [SoundOutput]
    private var named: [[String]]
    private var loans: [Int: [String]] = [:]
    private var returns: [Int: Return] = [:]
    /// For each output, devices that could not be opened when they were last missed: one that can be opened now
    /// is back.
    private var missed: [Int: Set<String>] = [:]
    /// The outputs that a ring plays on, the one that it takes first before the others; empty in none.
    private var ringing: [Int] = []
    private var isRinging: Bool { !ringing.isEmpty }
    /// How often all outputs made way for a chosen device in this ring.
    private var claims = 0
    /// Nil: no card was looked for in the present ring.
    private var search: CardSearch?
    /// When the next card is lent; nil while something plays the ring, or none is on.
    private var nextSeek: BootTime?
    /// When it is looked whether something better can be opened; nil: all play on what they should.
    private var nextLook: BootTime?

    /// The last time that an output was sent back to a better device.
    private struct Return {
        var at: BootTime
        /// Until the next.
        var pause: Duration
    }

    private static let seekInterval = Duration.seconds(2)
    private static let lookInterval = Duration.seconds(5)
    private static let lookIntervalInRing = Duration.seconds(1)
    /// Whoever keeps a device in spite of so many is another program.
    private static let mostClaims = 3
    private static let pauseOfFirst = Duration.milliseconds(200)
    private static let pauseOfOthers = Duration.milliseconds(700)
    private static let longestPause = Duration.minutes(5)
    /// A device that has lasted for so long failed by something new.
    private static let longEnough = Duration.minutes(10)

    /// - Parameter named: for each output, the board's.
    init(_ equipment: SoundEquipment, of outputs: [SoundOutput], named: [[String]]) {
        choices = equipment.choices
        list = equipment.devices
        self.outputs = outputs
        self.named = named
    }

    var nextWake: BootTime? { earlier(nextSeek, nextLook) }

    /// Takes other names; as many as there are outputs.
    mutating func name(_ devices: [[String]]) {
        named = devices
        returns = [:]
        for output in named.indices { choose(for: output) }
    }

    /// A ring begins or ends.
    mutating func ring(on outputs: [Int], at now: BootTime) {
        ringing = outputs
        nextLook = now
        guard !isRinging else { return }
        claims = 0
        search = nil
        nextSeek = nil
        missed = [:]
    }

    /// An output may have opened something else.
    mutating func look(at now: BootTime) {
        // In a ring much happens, and a look opens devices.
        nextLook = isRinging ? nextLook ?? now : now
    }

    /// None of the outputs plays the ring; or one does now, and what is on loan stays.
    ///
    /// - Parameter order: of the outputs, as they were asked.
    mutating func seek(_ isNeeded: Bool, order: [Int], at now: BootTime) {
        guard isRinging, isNeeded, list != nil else { return nextSeek = nil }
        // The last one first: the one before may be playing something else.
        search =
            search ?? CardSearch(outputs: order.reversed().filter { choices[$0] != nil })
        nextSeek = search == nil ? nil : now
    }

    /// Does what it is time for.
    ///
    /// - Returns: the card that was lent for the first time in this ring, if one was.
    mutating func step(at now: BootTime) -> PlaybackCard? {
        defer { reportStandIns() }
        if let nextLook, nextLook <= now { self.nextLook = giveBack(at: now) }
        guard let nextSeek, nextSeek <= now else { return nil }
        self.nextSeek = now + OutputDevices.seekInterval
        let cards = list?.otherCards(than: named.flatMap { $0 }) ?? []
        switch search?.next(among: cards) {
        case .lend(let card, let output):
            if isBack(named[output][...], of: output) {
                // Just now: it needs no other.
                loans[output] = nil
                choose(for: output)
                return nil
            }
            loans[output] = card.names
            nextLook = now + OutputDevices.lookIntervalInRing
            choose(for: output)
            return search?.isNews(card) == true ? card : nil
        case .giveBack:
            let lent = loans.keys.sorted()
            loans = [:]
            for output in lent { choose(for: output) }
            return nil
        case nil: return nil
        }
    }

    private func choose(for output: Int) {
        choices[output]?.choose(
            (loans[output] ?? []) + named[output], believing: named[output].first)
        outputs.first { $0.index == output }?.retry()
    }

    private func telemetry(of output: Int) -> SoundTelemetry? {
        outputs.first { $0.index == output }?.telemetry
    }

    /// Health names a problem for as long as a ring is elsewhere than where it should be.
    private func reportStandIns() {
        for (output, choice) in choices {
            let open = choice.openDevice
            let isElsewhere =
                loans[output] != nil || (open != nil && open != named[output].first)
            telemetry(of: output)?.setStandIn(isRinging && isElsewhere)
        }
    }

    // MARK: - Back to what is wanted

    /// - Returns: when to look again; nil: there is nothing to wait for.
    private mutating func giveBack(at now: BootTime) -> BootTime? {
        var isWaiting = false
        if list != nil, let first = ringing.first, let choice = choices[first],
            choice.openDevice != named[first].first
        {
            // In a ring it is looked after even while it has nothing at all.
            isWaiting = true
            if claim(for: first) { return nextLookAfterReturn(at: now) }
        }
        // The one that a ring takes first has the first pick, and the others wait for the next look: what stands
        // in for one may be another name of the card that the other wants.
        let order = ringing + choices.keys.sorted().filter { !ringing.contains($0) }
        for output in order {
            guard let choice = choices[output] else { continue }
            if loans[output] != nil {
                if mayEndLoan(of: output, choice) {
                    loans[output] = nil
                    choose(for: output)
                    if isRinging { return nextLookAfterReturn(at: now) }
                } else {
                    isWaiting = true
                }
            } else if let open = choice.openDevice,
                let place = choice.devices.firstIndex(of: open), place > 0
            {
                isWaiting = true
                let hasComeBack = isBack(choice.devices[..<place], of: output)
                if hasComeBack || mayReturn(output, at: now),
                    choice.devices[..<place].contains(where: isFree)
                {
                    returns[output] = Return(at: now, pause: nextPause(of: output, at: now))
                    choice.reconsider()
                    if isRinging { return nextLookAfterReturn(at: now) }
                }
            }
        }
        let interval =
            isRinging ? OutputDevices.lookIntervalInRing : OutputDevices.lookInterval
        return isWaiting ? now + interval : nil
    }

    /// What was just given its own device back has time to open it before another card is lent.
    private mutating func nextLookAfterReturn(at now: BootTime) -> BootTime {
        if nextSeek != nil { nextSeek = now + OutputDevices.seekInterval }
        return now + OutputDevices.lookIntervalInRing
    }

    /// A chosen device that is there and taken is most likely taken by another of our outputs, under another
    /// name: all let go of what they have, and the one that a ring takes first tries before the others.
    private mutating func claim(for output: Int) -> Bool {
        guard claims < OutputDevices.mostClaims, let wanted = named[output].first,
            choices.contains(where: { $0.value.openDevice != nil }),
            list?.opening(of: wanted) == .taken
        else { return false }
        claims += 1
        loans[output] = nil
        choose(for: output)
        for other in outputs {
            other.pause(
                for: other.index == output
                    ? OutputDevices.pauseOfFirst : OutputDevices.pauseOfOthers)
        }
        return true
    }

    /// In a ring only for a device that was away and is back: one that could be opened all the time was left
    /// because it played nothing.
    private mutating func mayEndLoan(of output: Int, _ choice: any OutputChoice) -> Bool {
        isRinging
            ? isBack(named[output][...], of: output)
            : named[output].contains { isUsable($0, by: choice) }
    }

    /// Whether one of these devices of an output has come back in this ring since it was missed.
    private mutating func isBack(_ devices: ArraySlice<String>, of output: Int) -> Bool {
        guard isRinging else { return false }
        var isBack = false
        for device in devices {
            if !isFree(device) {
                missed[output, default: []].insert(device)
            } else if missed[output]?.remove(device) != nil {
                isBack = true
            }
        }
        return isBack
    }

    private func isFree(_ name: String) -> Bool { list?.isFree(name) ?? false }

    private func isUsable(_ name: String, by choice: any OutputChoice) -> Bool {
        choice.openDevice == name || isFree(name)
    }

    private func mayReturn(_ output: Int, at now: BootTime) -> Bool {
        returns[output].map { now >= $0.at + $0.pause } ?? true
    }

    private func nextPause(of output: Int, at now: BootTime) -> Duration {
        guard let last = returns[output], now - last.at < OutputDevices.longEnough else {
            return OutputDevices.lookInterval
        }
        return min(last.pause * 2, OutputDevices.longestPause)
    }
}
