import ClockTime
import Testing

@testable import ClockCore

@Suite("World clocks (product, O5)")
struct WorldClockTests {
    private static func evening() throws -> Night { try Night(at: "2025-01-14 22:00") }

    private static func times(_ reply: Reply?) throws -> [WorldTime] {
        guard case .worldTimes(let times)? = reply else {
            Issue.record("\(String(describing: reply)) is no list of world clocks")
            return []
        }
        return times
    }

    private static func text(_ time: WorldTime) -> String {
        let civil = time.civil
        let minute = civil?.minute ?? 0
        return "\(time.label) \(civil?.date.description ?? "?") \(civil?.hour ?? 0):\(minute)"
    }

    @Test("show the time of their zones, called by their towns or by a label")
    func added() throws {
        var night = try Self.evening()
        let tokyo = try systemZone("Asia/Tokyo")
        let newYork = try systemZone("America/New_York")
        #expect(try Self.times(night.ask(.world(.list))).isEmpty)
        night.ask(.world(.add(tokyo, label: nil)))
        night.ask(.world(.add(newYork, label: nil)))
        night.ask(.world(.add(tokyo, label: "Mother")))
        let times = try Self.times(night.ask(.world(.list)))
        #expect(times.map(Self.text) == ["Mother 2025-01-15 6:0", "New York 2025-01-14 16:0"])
        #expect(times.map(\.offset) == [9 * 3600, -5 * 3600])
        #expect(night.machine.snapshot.worldTimes == times)
        guard case .status(let status)? = night.ask(.status) else {
            Issue.record("no status")
            return
        }
        #expect(status.worldTimes == times)
    }

    @Test(
        "are removed by label, town or zone, whatever the capitals",
        arguments: ["grandma", "new york", "america/new_york"])
    func removed(name: String) throws {
        var night = try Self.evening()
        night.ask(.world(.add(try systemZone("America/New_York"), label: "Grandma")))
        #expect(try Self.times(night.ask(.world(.remove(name)))).isEmpty)
        #expect(night.ask(.world(.remove(name))) == .refused(.notFoundWorldClock(name)))
        #expect(night.machine.ringing.rules.pinned.isEmpty)
    }

    @Test("stay through a restart, with the rules of their zones, and lose none that an alarm uses")
    func restart() throws {
        var night = try Self.evening()
        let tokyo = try systemZone("Asia/Tokyo")
        night.ask(.world(.add(tokyo, label: nil)))
        let seven = try timeOfDay("07:00")
        var changes = AlarmChanges()
        changes.zone = .pinned(tokyo)
        let schedule = try #require(Schedule(time: seven, kind: .weekly(.daily)))
        night.ask(.alarm(.add(schedule, changes)))
        night.ask(.alarm(.remove(AlarmID(1))))
        #expect(night.machine.ringing.rules.pinned["Asia/Tokyo"] != nil)
        #expect(night.machine.persistentState.otherZones == ["Asia/Tokyo"])
        #expect(night.machine.persistentState.zoneOffsets["Asia/Tokyo"] == 9 * 3600)
        night.restartProgram(after: .seconds(5))
        #expect(night.machine.settings.worldClocks.map(\.label) == ["Tokyo"])
    }

    @Test("follow new rules of their zones, and show no time while the clock knows none")
    func rules() throws {
        var night = try Self.evening()
        night.ask(.world(.add(try systemZone("Asia/Tokyo"), label: nil)))
        night.handle(
            .pinnedZoneChanged(.fixed(name: "Asia/Tokyo", offsetSeconds: 10 * 3600)))
        #expect(night.machine.snapshot.worldTimes.first?.civil?.hour == 7)
        var lost = try Night(at: "2025-01-14 00:00", trust: .unknown)
        lost.ask(.world(.add(try systemZone("Asia/Tokyo"), label: nil)))
        #expect(lost.machine.snapshot.worldTimes.map(\.civil) == [nil])
    }

    @Test("are eight at most, with labels of one to twenty characters")
    func limits() throws {
        var night = try Self.evening()
        for hour in 1...WorldClock.capacity {
            night.ask(
                .world(.add(.fixed(name: "Zone/\(hour)", offsetSeconds: hour * 3600), label: nil)))
        }
        let one = Zone.fixed(name: "Zone/9", offsetSeconds: 0)
        #expect(night.ask(.world(.add(one, label: nil))) == .refused(.worldClocksFull))
        let first = Zone.fixed(name: "Zone/1", offsetSeconds: 0)
        for label in ["", "  ", String(repeating: "x", count: 21), "a\nb"] {
            guard
                case .refused(.invalid("label", _))? = night.ask(.world(.add(first, label: label)))
            else {
                Issue.record("\(label) is taken")
                continue
            }
        }
    }

    @Test("have a page each, after the date")
    func pages() throws {
        var night = try Self.evening()
        night.ask(.world(.add(try systemZone("Asia/Tokyo"), label: nil)))
        var shown: [FacePage] = []
        for _ in 0..<4 {
            night.press(.snooze)
            shown.append(night.machine.snapshot.page)
        }
        #expect(shown == [.nextAlarm, .date, .world(0), .time])
        for _ in 0..<3 { night.press(.snooze) }
        #expect(night.machine.snapshot.page == .world(0))
        night.wait(FaceMachine.headingDuration + FaceMachine.pageDuration)
        #expect(night.machine.snapshot.page == .time)
    }
}
