import ClockCore
import ClockFace
import ClockTime
import Drivers
import HAL

extension Measurement {
    /// What the face costs on displays of pixels.
    static let face = Measurement(
        name: "face", summary: "pictures for displays of pixels, and their bytes on the bus"
    ) { conditions in
        displays.flatMap { display in
            do throws(CatalogError) {
                return rows(of: display, try Catalog.makePanel(for: display), conditions)
            } catch {
                return [
                    Row(
                        name: "face/\(display.driver)", unit: .nanoseconds,
                        outcome: .failed("\(error)"))
                ]
            }
        }
    }

    /// One display for each kind of driver.
    private static let displays = [
        ("ht16k33-8x8", [0x70, 0x71, 0x72, 0x73]), ("is31fl3731-16x9", [0x74]),
        ("is31fl3741-13x9", [0x30]), ("ssd1306-128x32", [0x3C]), ("ssd1306-128x64", [0x3C]),
    ].map { driver, addresses in
        BoardDescription.Display(
            driver: driver, addresses: addresses.compactMap { I2CAddress($0) })
    }

    private static let secondsOfHour = 3600

    /// An hour of seconds, as a style with seconds shows them: the most that an idle face draws.
    private static func rows(
        of display: BoardDescription.Display, _ panel: any Panel, _ conditions: Conditions
    ) -> [Row] {
        var face = FacePainter(for: panel)
        let snapshots = snapshots()
        let frames = snapshots.map { face.paint($0) }
        let painted = Contender.timed("snapshot to frame", seconds: conditions.raceSeconds) {
            count in
            var sum: UInt64 = 0
            for step in 0..<count {
                if case .pixels(let picture) = face.paint(snapshots[step % secondsOfHour]).content {
                    sum &+= UInt64(picture.pixels.count)
                }
            }
            return sum
        }
        let bus = CountingBus()
        var sender = panel
        let sent = Contender.timed(
            "frame to bytes, the second changing; the bus costs nothing",
            seconds: conditions.raceSeconds
        ) { count in
            for step in 0..<count {
                // The bus takes everything, so there is nothing to catch.
                try? sender.show(frames[step % secondsOfHour], on: bus)
            }
            return UInt64(bus.bytes)
        }
        return Race(unit: .nanoseconds, contenders: [painted]).run("face/painted \(display.driver)")
            + Race(unit: .nanoseconds, contenders: [sent]).run("face/sent \(display.driver)")
    }

    private static func snapshots() -> [Snapshot] {
        var machine = AlarmSet.machine(alarms: 0, zone: .utc)
        _ = machine.handle(
            .command(RequestID(1), .style(.set([.seconds(true)]))), at: AlarmSet.start)
        return (0..<secondsOfHour).map { second in
            _ = machine.handle(.wake, at: AlarmSet.start.advanced(by: .seconds(second)))
            return machine.snapshot
        }
    }
}
