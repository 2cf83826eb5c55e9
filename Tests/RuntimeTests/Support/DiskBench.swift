import ClockCore
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Testing

/// A clock that keeps its state and history on a simulated disk, through the file code that runs on the Pi.
final class DiskBench {
    let disk: SimulatedDisk
    let bench: Bench

    static let folder = "/state"
    /// Room for a dozen alarms. It is small because each start reads all of it.
    static let slotSize = 16_384
    static let recordCount = 256

    init(_ disk: SimulatedDisk, at start: String) throws {
        self.disk = disk
        let (storage, history) = try DiskBench.open(disk)
        bench = try Bench(at: start, storage: storage, history: history, hasLight: false)
    }

    private static func open(
        _ disk: SimulatedDisk
    ) throws -> (any SlotStorage, any RecordStorage) {
        let storage = try FileSlotStorage(
            directory: folder, slotSize: slotSize, waits: true, calls: disk)
        return (
            storage,
            storage.makeHistory(recordSize: HistoryStore.recordSize, recordCount: recordCount)
        )
    }

    /// Restores the power; the clock starts from what is on the disk.
    func powerUp(after duration: Duration, seed: UInt64) throws {
        disk.powerUp(seed: seed)
        (bench.storage, bench.history) = try DiskBench.open(disk)
        try bench.cutPower(for: duration)
    }

    /// The alarms' labels, in order.
    var labels: [String] {
        guard case .alarms(let reports, _)? = bench.ask(.alarm(.list)) else { return ["no answer"] }
        return reports.map(\.alarm.label)
    }

    var problems: [HealthPart] {
        (bench.stepped.snapshot?.problems ?? []).map(\.part)
    }
}
