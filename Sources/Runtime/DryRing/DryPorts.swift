import ClockTime
import HAL
import Synchronization

// The ports of a dry run's clock, which nobody hears, sees or touches.

/// Time that moves only when told to.
final class DryTime: TimeSource {
    private let moment: Mutex<Moment>

    init(_ moment: Moment) { self.moment = Mutex(moment) }

    func now() -> Moment { moment.withLock { $0 } }

    func pass(_ duration: Duration) {
        moment.withLock { moment in
            moment.wall = moment.wall + duration
            moment.boot = moment.boot + duration
        }
    }
}

/// Every chip answers; reads return zeros.
struct DryBus: I2CBus {
    func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        [UInt8](repeating: 0, count: readCount)
    }
}

/// A card whose frames advance with time, or stand still.
final class DrySink: PCMSink {
    private struct State {
        var openedAt: BootTime?
        var written = 0
        var standsStill = false
    }

    private let time: any TimeSource
    private let format: PCMFormat
    private let state = Mutex(State())

    init(_ sample: PCMFormat.Sample, _ time: any TimeSource) {
        self.time = time
        format = PCMFormat(sample: sample, rate: 48_000, periodFrames: 960, bufferFrames: 3_840)
    }

    func standStill(_ standsStill: Bool) { state.withLock { $0.standsStill = standsStill } }

    func open() throws(PCMError) -> PCMFormat {
        let now = time.now().boot
        state.withLock { $0 = State(openedAt: now, standsStill: $0.standsStill) }
        return format
    }

    func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        state.withLock { $0.written += frames }
    }

    func close(draining: Bool) { state.withLock { $0.openedAt = nil } }

    let underruns = 0

    var playedFrames: Int? {
        let now = time.now().boot
        return state.withLock { state in
            guard let opened = state.openedAt, !state.standsStill else { return 0 }
            let passed = (now - opened).wholeNanoseconds * Int64(format.rate) / 1_000_000_000
            return min(state.written, Int(clamping: passed))
        }
    }

    var queuedFrames: Int? { 0 }
}

/// Slots in memory.
final class DrySlots: SlotStorage {
    let slotSize = 1 << 16
    private let slots = Mutex<[StorageSlot: [UInt8]]>([:])

    func read(
        _ slot: StorageSlot, from offset: Int, count: Int
    ) throws(StorageError) -> [UInt8] {
        slots.withLock { Array(($0[slot] ?? []).dropFirst(offset).prefix(count)) }
    }

    func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
        slots.withLock { $0[slot] = bytes }
    }
}

/// Takes records and returns none.
final class DryRecords: RecordStorage {
    let recordSize = HistoryStore.recordSize
    let recordCount = 16

    func read() throws(StorageError) -> [UInt8] { [] }

    func write(_ bytes: [UInt8], at index: Int) throws(StorageError) {}

    func synchronise() throws(StorageError) {}
}

/// Switches nothing.
final class DryOutput: OutputLine, LightOutput {
    func set(_ isOn: Bool) throws(LineError) {}

    func set(_ brightness: Brightness?) throws(LineError) {}

    func stop() {}
}

/// Only the rules of UTC.
struct DryZones: ZoneSource {
    var systemZoneName: String? { Zone.utc.name }

    func zone(named name: String) -> Result<Zone, ZoneProblem> { .success(.utc) }

    func stamp(of name: String) -> ZoneStamp { .missing }
}

/// The socket of an absent client: takes the answers.
final class DryListener: ConnectionListener {
    func wait(until deadline: BootTime?) -> [ConnectionEvent] { [] }

    func send(_ bytes: [UInt8], to connection: ConnectionID) -> Bool { true }

    func setReading(_ isReading: Bool, from connection: ConnectionID) {}

    func keep(_ connection: ConnectionID) {}

    func close(_ connection: ConnectionID) {}

    func notify() {}
}
