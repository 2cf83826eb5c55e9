import ClockCore
import ClockTime
import Drivers
import HAL

extension Measurement {
    /// What the face costs on displays of pixels.
    static let face = Measurement(
        name: "face", summary: "pictures for displays of pixels, and their bytes on the bus"
    ) { conditions in
        let snapshots = hourOfSeconds()
        return FaceDisplays.all.flatMap { display in
            do throws(CatalogError) {
                let panel = try Catalog.makePanel(for: display)
                return FrameRaces(panel: panel, snapshots: snapshots).rows(
                    painted: "face/painted \(display.driver)", sent: "face/sent \(display.driver)",
                    conditions)
            } catch {
                return [
                    Row(
                        name: "face/\(display.driver)", unit: .nanoseconds,
                        outcome: .failed("\(error)"))
                ]
            }
        }
    }

    /// An hour of seconds, as a style with seconds shows them: the most that an idle face draws.
    private static func hourOfSeconds() -> [Snapshot] {
        var machine = AlarmSet.machine(alarms: 0, zone: .utc)
        _ = machine.handle(
            .command(RequestID(1), .style(.set([.set(\.showsSeconds, true)]))), at: AlarmSet.start)
        return (0..<3600).map { second in
            _ = machine.handle(.wake, at: AlarmSet.start.advanced(by: .seconds(second)))
            return machine.snapshot
        }
    }
}

/// The displays of pixels that are measured.
enum FaceDisplays {
    /// One for each kind of driver.
    static let all = [
        ("ht16k33-8x8", [0x70, 0x71, 0x72, 0x73]), ("is31fl3731-16x9", [0x74]),
        ("is31fl3741-13x9", [0x30]), ("ssd1306-128x32", [0x3C]), ("ssd1306-128x64", [0x3C]),
    ].map { driver, addresses in
        BoardDescription.Display(
            driver: driver, addresses: addresses.compactMap { I2CAddress($0) })
    }
}
