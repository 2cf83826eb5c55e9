import ClockTime
import HAL

/// Which devices each output tries at present: those that board and person name, and before them a card on
/// loan.
///
/// A card is lent for a ring that no output plays (`CardSearch`), a new one every two seconds until
/// something does. It is given back once nothing rings and a named device can be opened. While nothing
/// rings, an output that plays on a stand-in goes back to what it would rather play on as soon as that can be
/// opened; one that is opened and fails again is given time, ever more of it. Whether something can be
/// opened is looked at every five seconds, and only while a stand-in or a card on loan is in use.
struct OutputDevices {
    private let choices: [Int: any OutputChoice]
    private let list: (any AudioDeviceList)?
    private let outputs: [SoundOutput]
    private var named: [[String]]
    private var loans: [Int: [String]] = [:]
    private var returns: [Int: Return] = [:]
    private var isRinging = false
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
    mutating func ring(_ isOn: Bool, at now: BootTime) {
        isRinging = isOn
        if isOn {
            nextLook = nil
        } else {
            search = nil
            nextSeek = nil
            nextLook = now
        }
    }

    /// An output may have opened something else.
    mutating func look(at now: BootTime) {
        if !isRinging { nextLook = now }
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
        if let nextLook, nextLook <= now { self.nextLook = giveBack(at: now) }
        guard let nextSeek, nextSeek <= now else { return nil }
        self.nextSeek = now + OutputDevices.seekInterval
        let cards = list?.otherCards(than: named.flatMap { $0 }) ?? []
        switch search?.next(among: cards) {
        case .lend(let card, let output):
            loans[output] = card.names
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
        choices[output]?.choose((loans[output] ?? []) + named[output])
        outputs.first { $0.index == output }?.retry()
    }

    // MARK: - Back to what is wanted

    /// - Returns: when to look again; nil: there is nothing to wait for.
    private mutating func giveBack(at now: BootTime) -> BootTime? {
        var isWaiting = false
        for (output, choice) in choices.sorted(by: { $0.key < $1.key }) {
            if loans[output] != nil {
                if named[output].contains(where: { isUsable($0, by: choice) }) {
                    loans[output] = nil
                    choose(for: output)
                } else {
                    isWaiting = true
                }
            } else if let open = choice.openDevice,
                let place = choice.devices.firstIndex(of: open), place > 0
            {
                isWaiting = true
                if mayReturn(output, at: now), choice.devices[..<place].contains(where: isFree) {
                    returns[output] = Return(at: now, pause: nextPause(of: output, at: now))
                    choice.reconsider()
                }
            }
        }
        return isWaiting ? now + OutputDevices.lookInterval : nil
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
