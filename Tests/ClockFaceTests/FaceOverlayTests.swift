import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("The texts beside the time (product, O)")
struct FaceOverlayTests {
    private static func texts(_ snapshot: Snapshot, lines: Int, minute: Int) -> [String] {
        FaceOverlays(snapshot, heading: .init(snapshot)).shown(on: lines, minute: minute) { _ in
            true
        }.map { $0.forms[0] }
    }

    private static let evening = with(at("22:10")) { $0.nextAlarm = alarm(6, 30) }

    private static func timer(_ name: String, minutes: Int, paused: Bool = false)
        -> Snapshot.Running
    {
        Snapshot.Running(
            subject: .timer(name),
            progress: paused
                ? .paused(left: .minutes(minutes))
                : .until(BootTime(nanoseconds: 0) + .minutes(minutes)),
            form: .minutes, minutesLeft: minutes)
    }

    private static func world(_ label: String, _ time: String, daysOn: Int = 0) -> WorldTime {
        var there = civil(time)
        there.date = CivilDate(daysSinceEpoch: there.date.daysSinceEpoch + daysOn)
        return WorldTime(
            WorldClock(zone: "Zone/\(label)", label: label), civil: there, offset: 0)
    }

    @Test("On two lines the next alarm stays, and the rest takes turns, a minute each")
    func twoLines() {
        let snapshot = with(Self.evening) {
            $0.worldTimes = [
                Self.world("New York", "16:10"), Self.world("Tokyo", "06:10", daysOn: 1),
            ]
            $0.battery = BatteryState(charge: Percent(clamping: 80), flow: .discharging)
        }
        let shown = (0..<4).map { Self.texts(snapshot, lines: 2, minute: $0) }
        #expect(shown.allSatisfy { $0.count == 2 && $0[0] == "Alarm Sat 06:30" })
        #expect(
            shown.map { $0[1] }
                == [
                    "4 October Fri", "New York 16:10", "Tokyo Sat 06:10",
                    "Battery 80\(Font.narrowSpace)%",
                ])
    }

    @Test("One line shows all of them in turn")
    func oneLine() {
        let shown = (0..<3).flatMap { Self.texts(Self.evening, lines: 1, minute: $0) }
        #expect(shown == ["Alarm Sat 06:30", "4 October Fri", "Alarm Sat 06:30"])
    }

    @Test("Without an alarm, both lines are for what takes turns, and none comes twice at once")
    func noAlarm() {
        let snapshot = with(at("22:10")) { $0.worldTimes = [Self.world("Tokyo", "06:10")] }
        #expect(
            Self.texts(snapshot, lines: 2, minute: 0) == ["4 October Fri", "Tokyo 06:10"])
        #expect(
            Self.texts(snapshot, lines: 2, minute: 1) == ["Tokyo 06:10", "4 October Fri"])
        #expect(Self.texts(at("22:10"), lines: 2, minute: 1) == ["4 October Fri"])
    }

    @Test("A text gets shorter by whole words, and ends in none that wants another one")
    func shortened() {
        #expect(
            FaceOverlays.Overlay.shortened("Put the bins out and feed the cat") == [
                "Put the bins out and feed the cat", "Put the bins out and feed",
                "Put the bins out", "Put the bins", "Put",
            ])
        #expect(FaceOverlays.Overlay.shortened("Rain and wind") == ["Rain and wind", "Rain"])
        #expect(FaceOverlays.Overlay.shortened("And") == ["And"])
        #expect(FaceOverlays.Overlay.shortened("Get up, to") == ["Get up, to", "Get up,", "Get"])
    }

    @Test("Do not disturb is said beside the next alarm, because it dims the display")
    func quiet() {
        let snapshot = with(Self.evening) { $0.isQuiet = true }
        let shown = (0..<2).map { Self.texts(snapshot, lines: 2, minute: $0)[0] }
        #expect(shown == ["Alarm Sat 06:30", "Quiet"])
    }

    @Test("What counts down takes the place of the rest")
    func countdowns() {
        let snapshot = with(Self.evening) {
            $0.running = [
                Self.timer("Soft eggs", minutes: 0), Self.timer("", minutes: 12),
                Self.timer("Bread", minutes: 65, paused: true),
            ]
        }
        let shown = (0..<3).map { Self.texts(snapshot, lines: 2, minute: $0)[1] }
        #expect(shown == ["Soft eggs <1 min", "Timer 12 min", "Bread paused"])
    }

    @Test(
        "A nap, the sleep timer and a pre-alert say what they are",
        arguments: [
            (Snapshot.Running.Subject.nap(.releasing), "Nap in 65 min"),
            (.nap(.napping), "Nap 65 min"),
            (.sleep, "Rain 65 min"), (.alarm("Work"), "Work in 65 min"),
            (.alarm(""), "Alarm in 65 min"),
        ])
    func subjects(subject: Snapshot.Running.Subject, text: String) {
        let snapshot = with(Self.evening) {
            $0.noise = NoiseReport(
                isPlaying: true, volume: Percent(clamping: 30), favourite: "Rain")
            var running = Self.timer("", minutes: 65)
            running.subject = subject
            $0.running = [running]
        }
        let hours = text.replacing("65 min", with: "1 h 05 min")
        #expect(Self.texts(snapshot, lines: 2, minute: 0)[1] == hours)
    }

    @Test("What plays takes its turn")
    func playing() {
        let snapshot = with(Self.evening) {
            $0.noise = NoiseReport(
                isPlaying: true, volume: Percent(clamping: 30), favourite: "Rainy night")
        }
        let overlay = FaceOverlays(snapshot, heading: .init(snapshot)).turning.last
        #expect(overlay?.forms == ["Playing Rainy night", "Rainy night", "Rainy"])
    }

    @Test("What may keep an alarm from being noticed stands with the alarm, in red")
    func doubt() {
        let snapshot = with(Self.evening) { $0.warnings = [.sound] }
        let overlays = FaceOverlays(snapshot, heading: .init(snapshot))
        #expect(overlays.standing.map { $0.forms[0] } == ["Check the sound", "Alarm Sat 06:30"])
        #expect(overlays.standing.first?.tint == Tint(red: 255, green: 0, blue: 0))
    }

    @Test("Date and battery are switched off each on its own")
    func switchedOff() {
        let both = with(Self.evening) {
            $0.battery = BatteryState(charge: Percent(clamping: 80), flow: .discharging)
        }
        let texts = ["4 October Fri", "Battery 80\(Font.narrowSpace)%"]
        for (showsDate, showsBattery) in [
            (true, true), (true, false), (false, true), (false, false),
        ] {
            let snapshot = with(both) {
                $0.style.showsDate = showsDate
                $0.style.showsBattery = showsBattery
            }
            let shown = FaceOverlays(snapshot, heading: .init(snapshot)).turning.map { $0.forms[0] }
            #expect(shown.contains(texts[0]) == showsDate)
            #expect(shown.contains(texts[1]) == showsBattery)
        }
    }

    @Test("A nearly empty battery stands, too")
    func lowBattery() {
        let snapshot = with(Self.evening) {
            $0.battery = BatteryState(charge: Percent(clamping: 14), flow: .discharging)
        }
        #expect(
            FaceOverlays(snapshot, heading: .init(snapshot)).standing.first?.forms[0]
                == "Battery 14\(Font.narrowSpace)%")
    }

    @Test("What fits in no form is left out, not cut")
    func leftOut() {
        let snapshot = with(Self.evening) { $0.worldTimes = [Self.world("Tokyo", "06:10")] }
        let overlays = FaceOverlays(snapshot, heading: .init(snapshot))
        let shown = (0..<4).flatMap { minute in
            overlays.shown(on: 1, minute: minute) { $0.forms.contains { $0.count <= 5 } }
        }
        #expect(Set(shown.map { $0.forms[0] }) == ["Alarm Sat 06:30", "4 October Fri"])
    }

    @Test(
        "A ring has its name and what the keys do, and nothing else is beside the label of a world clock's page"
    )
    func alone() {
        let ringing = with(Self.evening) { $0.ring = ring() }
        #expect(
            Self.texts(ringing, lines: 2, minute: 7) == ["Alarm", "Snooze 9 min - Stop"])
        let page = with(Self.evening) {
            $0.worldTimes = [Self.world("New York", "16:10")]
            $0.page = .world(0)
        }
        #expect(Self.texts(page, lines: 2, minute: 7) == ["New York"])
    }

    @Test("6.12: A ring says what ends it, also if that is a task")
    func tasks() {
        let ways: [(StopTask, String)] = [
            (.hold(.seconds(2)), "Hold stop"), (.hold(.seconds(5)), "Hold stop 5 s"),
            (.both, "Hold snooze and stop 3 s"), (.key(.menu), "Press menu"),
        ]
        for (task, words) in ways {
            let ringing = with(Self.evening) {
                $0.ring = ring()
                $0.ring?.stops = [task.way]
            }
            // A task comes before the snooze, which most people know.
            let keys =
                words == "Hold stop" ? "Snooze 9 min - Hold stop" : "\(words) - Snooze 9 min"
            #expect(Self.texts(ringing, lines: 2, minute: 7) == ["Alarm", keys])
        }
    }

    @Test("The date is day and month on digits")
    func segments() {
        let scene = FaceScene(with(at("22:10")) { $0.page = .date }, hasOverlays: false)
        let face = SegmentFace(
            panel: SegmentGeometry(digits: 4, hasColon: true, hasPoints: true))
        var date = face.text(" 410").digits
        date[1].insert(.point)
        #expect(face.picture(of: scene).digits == date)
    }
}
