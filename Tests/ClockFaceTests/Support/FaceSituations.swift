import ClockTime
import HAL

@testable import ClockCore

/// What the clock may have to show, each as a picture in the golden file of each board.
struct FaceSituation: Sendable {
    var name: String
    var snapshot: Snapshot
    /// How long the page has been shown.
    var elapsed: Duration

    init(_ name: String, _ snapshot: Snapshot, after elapsed: Duration = .zero) {
        self.name = name
        self.snapshot = snapshot
        self.elapsed = elapsed
    }

    /// When the heading of a page has made room for what it announces, on every panel.
    private static let headed = Duration.seconds(30)

    static let all: [FaceSituation] = times + states + overlays + pages + menu + styles

    private static let times = [
        FaceSituation("Noon", at("12:00")),
        FaceSituation("Midnight", at("00:00")),
        FaceSituation("The narrowest figures", at("11:11")),
        FaceSituation("The widest figures", at("20:08")),
        FaceSituation("8 in the evening, in the 12-hour form", twelve("20:08")),
        FaceSituation("The same without the leading zero", twelve("20:08", zero: false)),
        FaceSituation(
            "With seconds", with(at("20:08:48")) { $0.style.showsSeconds = true }),
        FaceSituation(
            "The last second of the minute, with an alarm, in the 12-hour form",
            with(twelve("20:08:59")) {
                $0.style.showsSeconds = true
                $0.nextAlarm = alarm(6, 30)
            }),
    ]

    private static let states = [
        FaceSituation("An alarm is set", with(at("23:47")) { $0.nextAlarm = alarm(6, 30) }),
        FaceSituation(
            "An alarm is set, one minute later", with(at("23:48")) { $0.nextAlarm = alarm(6, 30) }),
        FaceSituation(
            "An alarm is set, in the afternoon of the 12-hour form",
            with(twelve("23:47")) { $0.nextAlarm = alarm(6, 30) }),
        FaceSituation(
            "The mark is doubtful and blinks: dark",
            with(at("23:47", half: 2)) {
                $0.nextAlarm = alarm(6, 30)
                $0.mark = .doubtful
            }),
        FaceSituation("Nobody knows the time", with(at("23:47")) { $0.civil = nil }),
        FaceSituation(
            "An alarm rings",
            with(at("06:30")) {
                $0.ring = Snapshot.Ring(
                    subjects: [.alarm("Wake up")], snoozeLength: .minutes(9), isFlashing: false)
            }),
        FaceSituation(
            "An alarm with a long name rings",
            with(at("06:30")) {
                $0.ring = Snapshot.Ring(
                    subjects: [.alarm("Put the bins out and feed the cat")],
                    snoozeLength: .minutes(9), isFlashing: false)
            }),
        FaceSituation(
            "An alarm rings in a night without overlays",
            with(at("04:30")) {
                $0.isNight = true
                $0.ring = Snapshot.Ring(
                    subjects: [.alarm("Early train")], snoozeLength: .minutes(9),
                    isFlashing: false)
            }),
        FaceSituation(
            "An alarm rings: its words, where they take turns with the time",
            with(at("06:30")) { $0.ring = wordy }, after: .seconds(6)),
        FaceSituation(
            "An alarm rings: its words, two seconds later",
            with(at("06:30")) { $0.ring = wordy }, after: .seconds(8)),
        FaceSituation(
            "An alarm with a task rings",
            with(at("06:30")) { $0.ring = tasked }, after: .milliseconds(500)),
        FaceSituation(
            "An alarm with a task rings: what stops it",
            with(at("06:30")) { $0.ring = tasked }, after: .seconds(3)),
        FaceSituation(
            "Somebody has just pressed stop in vain",
            with(at("06:30")) {
                $0.ring = tasked
                $0.ring?.stopAskedAt = BootTime(nanoseconds: 0)
            }, after: .milliseconds(500)),
        FaceSituation("Snoozed", with(at("06:32")) { $0.snoozed = snoozed("06:41") }),
        FaceSituation(
            "A battery feeds the clock", with(at("23:47")) { $0.battery = battery(85) }),
        FaceSituation(
            "It is charged, with an alarm set, in the 12-hour form",
            with(twelve("23:47")) {
                $0.battery = battery(40, .charging)
                $0.nextAlarm = alarm(6, 30)
            }),
        FaceSituation(
            "A time that is not confirmed: the colon is dark",
            with(at("23:47", half: 2)) { $0.isTimeConfirmed = false }),
        FaceSituation(
            "Night, overlays hidden",
            with(at("03:25")) {
                $0.isNight = true
                $0.nextAlarm = alarm(6, 30)
            }),
        FaceSituation(
            "The face alone",
            with(at("23:47")) {
                $0.mode = .face
                $0.nextAlarm = alarm(6, 30)
            }),
        FaceSituation(
            "A silent ring, dark", with(at("06:30", half: 2)) { $0.ring = ring(silent: true) }),
    ]

    private static let wordy = Snapshot.Ring(
        subjects: [.alarm("Work")], messages: ["Take the umbrella"],
        tint: Tint(red: 0, green: 160, blue: 255), icon: "briefcase.fill",
        snoozeLength: .minutes(9),
        stops: [StopWay(keys: [.stop], length: .seconds(2))], isFlashing: false)

    private static let tasked = Snapshot.Ring(
        subjects: [.alarm("Work")], snoozeLength: .minutes(9),
        stops: [StopWay(keys: [.snooze, .stop], length: .seconds(3))], isFlashing: false)

    /// The minutes are chosen so that each text has its turn.
    private static let overlays = [
        FaceSituation(
            "A timer counts down",
            with(at("22:11")) {
                $0.nextAlarm = alarm(6, 30)
                $0.running = [
                    Snapshot.Running(
                        subject: .timer("Pizza"), progress: .until(BootTime(nanoseconds: 0)),
                        form: .minutes, minutesLeft: 12)
                ]
            }),
        FaceSituation(
            "A noise plays",
            with(at("22:11")) {
                $0.noise = NoiseReport(
                    isPlaying: true, volume: Percent(clamping: 30), favourite: "Rain and wind")
            }),
        FaceSituation(
            "A world clock's turn",
            with(worldClock(.time)) { $0.civil = civil("22:11") }),
        FaceSituation(
            "Do not disturb is on",
            with(at("22:11")) {
                $0.isQuiet = true
                $0.nextAlarm = alarm(6, 30)
            }),
        FaceSituation(
            "Something is wrong with the sound",
            with(at("22:10")) {
                $0.warnings = [.sound]
                $0.nextAlarm = alarm(6, 30)
                $0.mark = .doubtful
            }),
    ]

    private static let pages = [
        FaceSituation(
            "A code that pairs a device",
            with(at("23:47")) {
                $0.page = .code; $0.code = Snapshot.Code(digits: "482913", turn: 0)
            }),
        FaceSituation(
            "The same after two seconds",
            with(at("23:47")) {
                $0.page = .code; $0.code = Snapshot.Code(digits: "482913", turn: 1)
            }),
        FaceSituation(
            "The same after four seconds",
            with(at("23:47")) {
                $0.page = .code; $0.code = Snapshot.Code(digits: "482913", turn: 2)
            }),
        FaceSituation(
            "A code, on a clock that has an address",
            with(at("23:47")) {
                $0.page = .code
                $0.code = Snapshot.Code(
                    digits: "482913", turn: 0, link: "http://192.168.178.55/p/482913")
            }),
        FaceSituation(
            "The next alarm: heading",
            with(at("22:10")) {
                $0.page = .nextAlarm
                $0.nextAlarm = alarm(6, 30)
            }),
        FaceSituation(
            "The next alarm",
            with(at("22:10")) {
                $0.page = .nextAlarm
                $0.nextAlarm = alarm(6, 30)
            }, after: headed),
        FaceSituation("How long is left to sleep: the heading", sleepLeft(.minutes(500))),
        FaceSituation("How long is left to sleep", sleepLeft(.minutes(500)), after: headed),
        FaceSituation("The same for half a day", sleepLeft(.minutes(730)), after: headed),
        FaceSituation(
            "A next alarm that is days away: heading",
            with(at("22:10")) {
                $0.page = .nextAlarm
                $0.nextAlarm = alarm(6, 30)
                guard let now = $0.civil?.secondsAsUTC else { return }
                $0.nextAlarm?.occurrence = Occurrence(
                    date: CivilDate(daysSinceEpoch: Int(now / 86_400) + 3),
                    instant: Instant(seconds: now - Int64($0.zoneOffset) + 2 * 86_400),
                    placement: .exact)
            }),
        FaceSituation(
            "No next alarm", with(at("22:10")) { $0.page = .nextAlarm }, after: headed),
        FaceSituation("A countdown's name", countdown("12:34")),
        FaceSituation("A countdown", countdown("12:34"), after: headed),
        FaceSituation("A countdown of hours", countdown("1:02:03"), after: headed),
        FaceSituation("Its last hour", countdown("0:59:47"), after: headed),
        FaceSituation(
            "The name of a nap",
            with(at("22:10")) {
                $0.page = .countdown(0)
                $0.countdownText = "19:59"
                $0.running = [running(.nap(.napping))]
            }),
        FaceSituation(
            "The name of a nap that rings again",
            with(at("22:10")) {
                $0.page = .countdown(0)
                $0.countdownText = "8:59"
                $0.running = [running(.nap(.snoozed))]
                $0.running[0].ringsAgain = true
            }),
        FaceSituation(
            "The name of the sleep timer",
            with(at("22:10")) {
                $0.page = .countdown(0)
                $0.countdownText = "19:59"
                $0.running = [running(.sleep)]
            }),
        FaceSituation("The last seconds of a countdown", countdown("42"), after: headed),
        FaceSituation("What plays", title("Pink noise ")),
        FaceSituation("What plays, moved on", title("Pink noise "), after: .seconds(2)),
        FaceSituation("What plays, its end", title("Pink noise "), after: headed),
        FaceSituation("The volume", with(at("22:10")) { $0.page = .volume }),
        FaceSituation("A short text", message("Tea")),
        FaceSituation("A warning for digits", message("Check sound")),
        FaceSituation("A low battery, for digits", message("Battery 9")),
        FaceSituation("A warning for pixels", message("The sound device is gone")),
        FaceSituation("It is time for bed", message("Bedtime")),
        FaceSituation("A text", message("Dinner is ready")),
        FaceSituation("A text, moved on", message("Dinner is ready"), after: .seconds(2)),
        FaceSituation(
            "A text while nobody knows the time",
            with(message("No net: no Home")) { $0.civil = nil }, after: .seconds(2)),
        FaceSituation("The date", with(at("22:10")) { $0.page = .date }),
        FaceSituation("The date in words", dateInWords),
        FaceSituation("The date in words, moved on", dateInWords, after: headed),
        FaceSituation(
            "Minutes and seconds",
            with(at("20:08:48")) {
                $0.page = .seconds
                $0.style.showsSeconds = true
            }),
        FaceSituation("A world clock: its label", worldClock(.world(0))),
        FaceSituation("A world clock: its time", worldClock(.world(0)), after: headed),
        FaceSituation(
            "When a snoozed alarm rings again: the word",
            with(at("06:32")) {
                $0.page = .snooze
                $0.snoozed = snoozed("06:41")
            }),
        FaceSituation(
            "When a snoozed alarm rings again",
            with(at("06:32")) {
                $0.page = .snooze
                $0.snoozed = snoozed("06:41")
            }, after: headed),
        FaceSituation("The battery", batteryPage(85)),
        FaceSituation("The battery at 45 %", batteryPage(45)),
        FaceSituation("The battery at 14 %", batteryPage(14)),
        FaceSituation("The battery at 8 %", batteryPage(8)),
        FaceSituation("How to stop", with(at("22:10")) { $0.page = .hint }),
        FaceSituation(
            "How to stop, a second later", with(at("22:10")) { $0.page = .hint },
            after: .seconds(2)),
        FaceSituation("Nothing keeps it from ringing", with(at("22:10")) { $0.page = .armed }),
        FaceSituation("Somebody is up before the ring", with(at("06:52")) { $0.page = .up }),
        FaceSituation(
            "An alarm was missed: the word",
            with(at("12:00:02")) { $0.missedAlarm = civil("07:00") }),
        FaceSituation(
            "An alarm was missed: its time",
            with(at("12:00:03")) { $0.missedAlarm = civil("07:00") }),
        FaceSituation("The battery, while it charges", batteryPage(85, .charging)),
    ]

    private static let styles: [FaceSituation] =
        FontDesign.allCases.filter { $0 != .default }.map { design in
            FaceSituation(
                "The design \(design.rawValue)", with(at("20:35")) { $0.style.fontDesign = design })
        } + [
            FaceSituation("Black", with(at("20:35")) { $0.style.fontWeight = .black }),
            FaceSituation("Ultra light", with(at("20:35")) { $0.style.fontWeight = .ultraLight }),
            FaceSituation(
                "60 % of the size",
                with(at("20:35")) { $0.style.size = .percent(Percent(clamping: 60)) }),
            FaceSituation(
                "Turned by a quarter", with(at("20:35")) { $0.style.rotation = .quarter }),
            FaceSituation(
                "Dark on light",
                with(at("20:35")) {
                    $0.style.digitColor = Tint(red: 0, green: 0, blue: 0)
                    $0.style.backgroundColor = Tint(red: 255, green: 255, blue: 255)
                }),
        ]

    private static func battery(
        _ charge: Int, _ flow: BatteryState.Flow = .discharging
    ) -> BatteryState {
        BatteryState(charge: Percent(clamping: charge), flow: flow)
    }

    private static func batteryPage(
        _ charge: Int, _ flow: BatteryState.Flow = .discharging
    ) -> Snapshot {
        with(at("22:10")) {
            $0.page = .battery
            $0.battery = battery(charge, flow)
        }
    }

    private static func running(_ subject: Snapshot.Running.Subject) -> Snapshot.Running {
        var running = Snapshot.Running(
            subject: subject, progress: .until(BootTime(nanoseconds: 754_000_000_000)),
            form: .minutes)
        running.minutesLeft = 12
        return running
    }

    private static func sleepLeft(_ left: Duration) -> Snapshot {
        with(at("22:10")) {
            $0.page = .sleepLeft
            $0.nextAlarm = alarm(6, 30)
            guard let civil = $0.civil else { return }
            let now = Instant(seconds: civil.secondsAsUTC - Int64($0.zoneOffset))
            $0.nextAlarm?.occurrence = Occurrence(
                date: civil.date, instant: now.advanced(bySeconds: left.components.seconds),
                placement: .exact)
        }
    }

    private static func countdown(_ text: String) -> Snapshot {
        with(at("22:10")) {
            $0.page = .countdown(0)
            $0.countdownText = text
            $0.running = [running(.timer("Pizza"))]
        }
    }

    private static func message(_ text: String) -> Snapshot {
        with(at("22:10")) {
            $0.page = .message
            $0.message = text
        }
    }

    private static let dateInWords = with(at("22:10")) {
        $0.page = .date
        $0.message = $0.civil.map { DateWords.text($0.date) }
    }

    private static func worldClock(_ page: FacePage) -> Snapshot {
        with(at("22:10")) {
            $0.page = page
            $0.worldTimes = [
                WorldTime(
                    WorldClock(zone: "America/New_York", label: "New York"),
                    civil: civil("16:10"), offset: -5 * 3600)
            ]
        }
    }

    private static func title(_ titles: String) -> Snapshot {
        with(at("22:10")) {
            $0.page = .nowPlaying
            $0.playing = playing(titles)
        }
    }
}
