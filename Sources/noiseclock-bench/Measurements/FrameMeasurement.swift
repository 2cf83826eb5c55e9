import ClockCore
import ClockFace
import ClockTime
import HAL
import Runtime

extension Measurement {
    /// What a picture costs: from the snapshot to the frame, and from the frame to the bytes.
    static let frame = Measurement(
        name: "frame", summary: "a picture painted, and sent to a seven-segment display"
    ) { conditions in
        do throws(RunFailure) {
            return try rows(conditions)
        } catch {
            return [Row(name: "frame", unit: .nanoseconds, outcome: .failed(error.reason))]
        }
    }

    /// A day of minutes, so that all digits change.
    private static let minutesOfDay = 1440

    private static func rows(_ conditions: Conditions) throws(RunFailure) -> [Row] {
        let panel = try BenchBoard.drivers(hasLight: false).panel
        var face = FacePainter(for: panel)
        // Without alarms: a walk over a whole day must meet no ring.
        var machine = AlarmSet.machine(alarms: 0, zone: .utc)
        let snapshots = (0..<minutesOfDay).map { minute in
            let now = AlarmSet.start.advanced(by: .minutes(minute))
            _ = machine.handle(.wake, at: now)
            return machine.snapshot
        }
        let frames = snapshots.map { face.paint($0) }
        let painted = Contender.timed("snapshot to frame", seconds: conditions.raceSeconds) {
            count in
            var sum: UInt64 = 0
            for step in 0..<count {
                let frame = face.paint(snapshots[step % minutesOfDay])
                sum &+= UInt64(frame.brightness.luminance * 1000)
            }
            return sum
        }
        let bus = CountingBus()
        var sender = panel
        let sent = Contender.timed(
            "frame to bytes, the minute changing; the bus costs nothing",
            seconds: conditions.raceSeconds
        ) { count in
            for step in 0..<count {
                // The bus takes everything, so there is nothing to catch.
                try? sender.show(frames[step % minutesOfDay], on: bus)
            }
            return UInt64(bus.bytes)
        }
        return Race(unit: .nanoseconds, contenders: [painted]).run("frame/painted")
            + Race(unit: .nanoseconds, contenders: [sent]).run("frame/sent")
    }
}
