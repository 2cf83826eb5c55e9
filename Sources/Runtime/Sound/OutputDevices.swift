import ClockTime
import HAL

/// Chooses the devices that each output tries at present: those that the board and a person name, and before them a
/// card on loan.
///
/// A ring that no output plays gets a card on loan (`CardSearch`), another every two seconds until one plays. During
/// the ring the loan ends once a missing named device is back, and after the ring once any named device can be
/// opened. An output that plays on a stand-in returns to a preferred device as soon as that can be opened. If that
/// device fails again, the next return waits longer each time, unless the device was away meanwhile. Availability is
/// checked every five seconds, in a ring every second, and only while a stand-in or a loan is in use. A lent card
/// without a jack proves nothing by its frames, so the search goes on. In a ring the outputs return one after the
/// other, the ring's first output first. If another of our outputs holds the chosen device, perhaps under another
/// name, all outputs close for a moment (`claim`).
struct OutputDevices {
    private let choices: [Int: any OutputChoice]
    private let list: (any AudioDeviceList)?
    private let outputs: [SoundOutput]
    private var named: [[String]]
    private var loans: [Int: [String]] = [:]
    private var returns: [Int: Return] = [:]
    /// For each output, the devices that could not be opened at the last check; one that can be opened now is back.
    private var missed: [Int: Set<String>] = [:]
    /// The outputs that a ring plays on, its first one first; empty without a ring.
    private var ringing: [Int] = []
    private var isRinging: Bool { !ringing.isEmpty }
    /// How often all outputs have closed for a chosen device in this ring.
    private var claims = 0
    /// Nil: no card search in the present ring.
    private var search: CardSearch?
    /// When to lend the next card; nil while the ring plays, or without a ring.
    private var nextSeek: BootTime?
    /// When to check for better devices; nil: all outputs play where they should.
    private var nextLook: BootTime?

    /// An output's last return to a better device.
    private struct Return {
        var at: BootTime
        /// The pause before the next return.
        var pause: Duration
    }

    private static let seekInterval = Duration.seconds(2)
    private static let lookInterval = Duration.seconds(5)
    private static let lookIntervalInRing = Duration.seconds(1)
    /// A device that is still taken after this many belongs to another program.
    private static let mostClaims = 3
    private static let pauseOfFirst = Duration.milliseconds(200)
    private static let pauseOfOthers = Duration.milliseconds(700)
    private static let longestPause = Duration.minutes(5)
    /// A device that has worked this long failed for a new reason.
    private static let longEnough = Duration.minutes(10)

    /// - Parameter named: the board's devices for each output.
    init(_ equipment: SoundEquipment, of outputs: [SoundOutput], named: [[String]]) {
        choices = equipment.choices
        list = equipment.devices
        self.outputs = outputs
        self.named = named
    }

    var nextWake: BootTime? { earlier(nextSeek, nextLook) }

    /// Replaces the named devices; takes one list per output.
    mutating func name(_ devices: [[String]]) {
        named = devices
        returns = [:]
        for output in named.indices { choose(for: output) }
    }

    /// Call this when a ring begins or ends.
    mutating func ring(on outputs: [Int], at now: BootTime) {
        ringing = outputs
        nextLook = now
        guard !isRinging else { return }
        claims = 0
        search = nil
        nextSeek = nil
        missed = [:]
    }

    /// Call this when an output may have opened another device.
    mutating func look(at now: BootTime) {
        // Much happens in a ring, and a check opens devices; so the planned time stands.
        nextLook = isRinging ? nextLook ?? now : now
    }

    /// Starts the search if no output plays the ring. Ends it once one does; loans stay as they are.
    ///
    /// - Parameter order: the outputs in the order in which the ring asked them.
    mutating func seek(_ isNeeded: Bool, order: [Int], at now: BootTime) {
        guard isRinging, isNeeded, list != nil else { return nextSeek = nil }
        // The last output first: the one before may be playing something else.
        search =
            search ?? CardSearch(outputs: order.reversed().filter { choices[$0] != nil })
        nextSeek = search == nil ? nil : now
    }

    /// Does what is due.
    ///
    /// - Returns: a card that was lent for the first time in this ring, if any.
    mutating func step(at now: BootTime) -> PlaybackCard? {
        if let nextLook, nextLook <= now { self.nextLook = giveBack(at: now) }
        guard let nextSeek, nextSeek <= now else { return nil }
        self.nextSeek = now + OutputDevices.seekInterval
        let cards = list?.otherCards(than: named.flatMap { $0 }) ?? []
        switch search?.next(among: cards) {
        case .lend(let card, let output):
            if isBack(named[output][...], of: output) {
                // Its own device has just come back, so it needs no loan.
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

    // MARK: - Back to what is wanted

    /// - Returns: when to check again; nil: nothing to wait for.
    private mutating func giveBack(at now: BootTime) -> BootTime? {
        var isWaiting = false
        if list != nil, let first = ringing.first, let choice = choices[first],
            choice.openDevice != named[first].first
        {
            // In a ring this output is checked even while it has no device at all.
            isWaiting = true
            if claim(for: first) { return nextLookAfterReturn(at: now) }
        }
        // The ring's first output picks first, and the others wait for the next check: a stand-in may be another name
        // of the card that another output wants.
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

    /// Gives an output time to open its own device again before another card is lent.
    private mutating func nextLookAfterReturn(at now: BootTime) -> BootTime {
        if nextSeek != nil { nextSeek = now + OutputDevices.seekInterval }
        return now + OutputDevices.lookIntervalInRing
    }

    /// A chosen device that is present but taken is most likely held by another of our outputs, under another name.
    /// So all outputs close, and the ring's first output tries before the others.
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

    /// In a ring, only for a device that was away and is back: one that could be opened all along was left because it
    /// played nothing.
    private mutating func mayEndLoan(of output: Int, _ choice: any OutputChoice) -> Bool {
        isRinging
            ? isBack(named[output][...], of: output)
            : named[output].contains { isUsable($0, by: choice) }
    }

    /// Whether one of an output's devices was missed in this ring and is back.
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
