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
            let panel = try BenchBoard.drivers(hasLight: false).panel
            return FrameRaces(panel: panel, snapshots: dayOfMinutes()).rows(
                painted: "frame/painted", sent: "frame/sent", conditions)
        } catch {
            return [Row(name: "frame", unit: .nanoseconds, outcome: .failed(error.reason))]
        }
    }

    /// A day of minutes, so that all digits change.
    private static func dayOfMinutes() -> [Snapshot] {
        // Without alarms: a walk over a whole day must meet no ring.
        var machine = AlarmSet.machine(alarms: 0, zone: .utc)
        return (0..<1440).map { minute in
            let now = AlarmSet.start.advanced(by: .minutes(minute))
            _ = machine.handle(.wake, at: now)
            return machine.snapshot
        }
    }
}

/// What the pictures of a series of snapshots cost on a panel.
struct FrameRaces {
    let panel: any Panel
    let snapshots: [Snapshot]

    /// One row for painting, one for sending what changes from picture to picture.
    func rows(painted: String, sent: String, _ conditions: Conditions) -> [Row] {
        var face = FacePainter(for: panel)
        let start = BootTime(nanoseconds: 0)
        let frames = snapshots.map { face.paint($0, at: start).frame(at: start) }
        let painting = Contender.timed("snapshot to frame", seconds: conditions.raceSeconds) {
            count in
            var sum: UInt64 = 0
            for step in 0..<count {
                let frame = face.paint(snapshots[step % snapshots.count], at: start)
                    .frame(at: start)
                sum &+= UInt64(frame.brightness.luminance * 1000)
            }
            return sum
        }
        let bus = CountingBus()
        var sender = panel
        let sending = Contender.timed(
            "frame to bytes, what changed; the bus costs nothing", seconds: conditions.raceSeconds
        ) { count in
            for step in 0..<count {
                // The bus takes everything, so there is nothing to catch.
                try? sender.show(frames[step % frames.count], on: bus)
            }
            return UInt64(bus.bytes)
        }
        return Race(unit: .nanoseconds, contenders: [painting]).run(painted)
            + Race(unit: .nanoseconds, contenders: [sending]).run(sent)
    }
}
