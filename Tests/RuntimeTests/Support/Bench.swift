import BoardFiles
import ClockCore
import ClockTime
import FoundationEssentials
import HAL
import Runtime
import SimulatedBoard
import Synchronization

/// A clock on a simulated board, stepped in virtual time: the base of most tests of the hosts.
final class Bench {
    let clock: VirtualClock
    let bus: SimulatedI2CBus
    let sink: SimulatedPCMSink
    /// The storage for the clock's next start.
    var storage: any SlotStorage
    var history: (any RecordStorage)?
    let events = Collected<EventLine>()
    private let board: BoardDescription
    private let zones: any ZoneSource
    private let listener: (any ConnectionListener)?
    /// The zone for the next start; nil: none is given.
    var zoneName: String?
    private let transfers: Collected<I2CTransfer>
    private var running: SteppedClock?
    private var answers: [RequestID: Answer] = [:]
    /// The durability that the last answer reported; nil if there was no answer.
    private(set) var durability: Durability?
    private var nextRequest: UInt64 = 1
    private var boots = 1

    static let display = I2CAddress(0x70)
    static let sensor = I2CAddress(0x23)

    /// The shipped board.
    static var board: BoardDescription {
        get throws { try board(hasLight: true) }
    }

    static func board(hasLight: Bool, ownLux: Double = 0) throws -> BoardDescription {
        let sensor = #"{"source": "bh1750", "address": "0x23", "ownLux": \#(ownLux)}"#
        let light = hasLight ? #", "light": \#(sensor)"# : ""
        return try BoardFile.parse(
            Array(
                """
                {"version": 1, "name": "bench",
                 "display": {"driver": "ht16k33-7seg", "addresses": ["0x70"],
                             "digitBytes": [0, 2, 6, 8], "colon": [4, 2]}\(light)}
                """.utf8))
    }

    private let sinks: [any PCMSink]
    private let equipment: SoundEquipment?

    /// - Parameter start: RFC 3339.
    convenience init(
        at start: String, zones: any ZoneSource = FixedZones(), zone: String? = nil,
        storage: any SlotStorage = MemorySlotStorage(), history: (any RecordStorage)? = nil,
        hasLight: Bool = true, ownLux: Double = 0,
        listener: (any ConnectionListener)? = nil, sounds: SoundCollection = .builtIn,
        capture: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil
    ) throws {
        let clock = VirtualClock(
            Moment(wall: try RFC3339.parse(start), boot: BootTime(nanoseconds: 0)))
        try self.init(
            on: clock, zones: zones, zone: zone, storage: storage, history: history,
            hasLight: hasLight, ownLux: ownLux, listener: listener, sounds: sounds, capture: capture
        )
    }

    /// - Parameter sinks: the devices that it plays on; nil: `sink` alone.
    init(
        on clock: VirtualClock, zones: any ZoneSource = FixedZones(), zone: String? = nil,
        storage: any SlotStorage = MemorySlotStorage(), history: (any RecordStorage)? = nil,
        hasLight: Bool = true, ownLux: Double = 0,
        listener: (any ConnectionListener)? = nil, sounds: SoundCollection = .builtIn,
        sinks: [any PCMSink]? = nil, equipment: SoundEquipment? = nil,
        capture: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil
    ) throws {
        self.zones = zones
        self.listener = listener
        self.equipment = equipment
        self.clock = clock
        zoneName = zone
        self.sounds = sounds
        let transfers = Collected<I2CTransfer>()
        self.transfers = transfers
        bus = SimulatedI2CBus(clock: clock, onTransfer: { transfers.append($0) })
        sink = SimulatedPCMSink(clock: clock, capture: capture)
        self.sinks = sinks ?? [sink]
        self.storage = storage
        self.history = history
        board = try Bench.board(hasLight: hasLight, ownLux: ownLux)
        let unknown = bus.attachChips(of: board, seed: 1)
        precondition(unknown.isEmpty)
        try powerUp()
    }

    /// The clock that is running now.
    var stepped: SteppedClock {
        guard let running else { preconditionFailure("the clock was never started") }
        return running
    }

    /// What the next start is told about the wall clock and the age of the program.
    var trust = ClockTrust.trusted
    var madeAt: Instant?
    var systemDates: [Instant] = []
    var folder: FolderChecks?
    /// How often a clock told that its next start has more to take up.
    let lateStates = Collected<Void>()
    /// Draws the codes and tokens of pairing.
    let secrets = SimulatedSecrets(seed: 1)
    /// What the next start uses to set the wall clock; nil: the bench's clock.
    var wallClock: (any WallClock)?

    private let sounds: SoundCollection

    private func powerUp() throws {
        let events = events
        var parts = ClockParts(
            time: clock, bus: bus, drivers: try BoardDrivers(for: board), sinks: sinks,
            storage: storage, zones: zones, bootName: "boot-\(boots)", trust: trust, seed: 1,
            emit: { events.append($0) })
        parts.history = history
        parts.zoneOverride = zoneName
        parts.madeAt = madeAt
        parts.systemDates = systemDates
        parts.folder = folder
        parts.lateState = { [lateStates] in lateStates.append(()) }
        parts.wallClock = wallClock ?? clock
        parts.listener = listener
        parts.secrets = secrets
        parts.sounds = sounds
        if let equipment { parts.sound = equipment }
        running = nil
        running = SteppedClock(parts) { [weak self] answer in
            self?.answers[answer.request] = answer.answer
        }
    }

    /// Address and data bytes sent over the bus.
    var bytesOnTheBus: Int {
        transfers.values.reduce(0) { $0 + 1 + $1.written.count + $1.read.count }
    }

    /// Cuts the power for `duration`.
    func cutPower(for duration: Duration) throws {
        clock.reboot(after: duration)
        for address in [Bench.display, Bench.sensor].compactMap({ $0 }) { bus.powerCycle(address) }
        boots += 1
        try powerUp()
    }

    /// Kills the program at any moment and restarts it at once. The kernel, the chips and the boot
    /// time keep running.
    func kill() throws {
        try powerUp()
    }

    /// Advances time, from wake to wake.
    func run(for duration: Duration) {
        let end = clock.now().boot + duration
        while true {
            stepped.step()
            let now = clock.now().boot
            guard now < end else { return }
            clock.advance(to: min(end, max(stepped.nextWake ?? end, now + .nanoseconds(1))))
        }
    }

    @discardableResult
    func ask(_ command: Command) -> Reply? {
        let request = RequestID(nextRequest)
        nextRequest += 1
        stepped.post(.command(request, command))
        return answer(to: request)
    }

    /// - Parameter words: a client's command without the program's name.
    func ask(words: String) throws -> Reply? {
        answer(to: try stepped.request(words))
    }

    private func answer(to request: RequestID) -> Reply? {
        stepped.step()
        durability = answers[request]?.durability
        return answers[request]?.reply
    }

    /// In a ring, also waits until no other key would be of the same hand (law, 6.9).
    func tap(_ button: Button) {
        let isAnswer = stepped.snapshot?.ring != nil
        stepped.post(.button(button, isDown: true))
        stepped.step()
        run(for: .milliseconds(100))
        stepped.post(.button(button, isDown: false))
        stepped.step()
        if isAnswer { run(for: .milliseconds(200)) }
    }

    /// What the display's chip lights.
    var picture: LitPicture? {
        get throws { try Bench.board.display.flatMap(bus.litPicture) }
    }

    func lines(_ name: EventName) -> [EventLine] { events.values.filter { $0.event == name } }
    func lines(_ name: EventName.Other) -> [EventLine] { lines(.other(name)) }
}

/// Collects values from any thread.
final class Collected<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    func append(_ value: Value) { list.withLock { $0.append(value) } }

    var values: [Value] { list.withLock { $0 } }
}

/// Knows only UTC.
struct FixedZones: ZoneSource {
    var systemZoneName: String? { "UTC" }

    func zone(named name: String) -> Result<Zone, ZoneProblem> {
        name == "UTC" ? .success(.utc) : .failure(ZoneProblem("there is no such zone here"))
    }
}
