import ClockTime
import HAL

@testable import ClockCore

// The menu's pages.
extension FaceSituation {
    static let menu: [FaceSituation] =
        menuItems.map { FaceSituation("The menu: \($0)", menu(MenuPage($0))) }
        + menuValues.map { value in
            FaceSituation(
                "The menu: \(value.name)",
                menu(MenuPage(value.item, value: value.value, isNew: false)))
        }
        + menuQuestions.map { value in
            FaceSituation(
                "The menu: \(value.name): what it asks",
                menu(MenuPage(value.item, value: value.value)))
        } + [
            FaceSituation(
                "The menu: the hour, dark",
                with(menu(MenuPage(.time, value: .hour(sixThirty), isNew: false))) {
                    $0.isBlinkLit = false
                }),
            FaceSituation(
                "The menu: the minute's tens, dark",
                with(menu(MenuPage(.time, value: .minuteTens(sixThirty)))) { $0.isBlinkLit = false }
            ),
            FaceSituation(
                "The menu: the minute's ones, dark",
                with(menu(MenuPage(.time, value: .minuteOnes(sixThirty)))) { $0.isBlinkLit = false }
            ),
            FaceSituation(
                "The menu: an alarm with a label", menu(MenuPage(.alarm(AlarmID(3)), label: "Gym"))),
            FaceSituation("The menu: refused", menu(MenuPage(.time, isRefused: true))),
        ]

    private static let menuItems: [MenuItem] = [
        .alarm(AlarmID(1)), .alarm(AlarmID(10)), .alarm(AlarmID(123)), .newAlarm, .time,
        .hourFormat, .brightness, .noise, .sleepTimer, .timer, .quiet, .breathing, .snooze, .nap,
        .health,
        .pairing, .help, .end,
    ]
    private static let sixThirty = TimeOfDay(hour: 6, minute: 30) ?? .midnight
    private static let someDay = CivilDate(daysSinceEpoch: 20_000)
    private static let someDays = WeekdaySet(.monday).union(WeekdaySet(.wednesday))
        .union(WeekdaySet(.friday))
    private static let menuValues: [(name: String, item: MenuItem, value: MenuValue)] =
        [
            ("an alarm's hour", .alarm(AlarmID(1)), .hour(sixThirty)),
            ("the minute", .time, .minuteOnes(sixThirty)), ("the day", .time, .day(someDay)),
            ("the month", .time, .month(someDay)), ("the year", .time, .year(2026)),
            ("the zone", .time, .zone("America/New_York")),
            ("once", .newAlarm, .days(.once)), ("weekdays", .newAlarm, .days(.weekly(.weekdays))),
            ("each day", .newAlarm, .days(.weekly(.daily))),
            ("a date", .newAlarm, .days(.dated(someDay))),
            ("three days", .newAlarm, .days(.weekly(someDays))),
            ("weekends", .newAlarm, .days(.weekly(.weekends))),
            ("Wednesday", .newAlarm, .days(.weekly(WeekdaySet(.wednesday)))),
            ("a sound", .noise, .sound("Pink noise")),
            ("on", .alarm(AlarmID(1)), .state(.on)), ("off", .alarm(AlarmID(1)), .state(.off)),
            ("skip", .alarm(AlarmID(1)), .state(.skipped)),
            ("remove", .alarm(AlarmID(1)), .state(.removed)),
            ("an alarm that nobody wants", .newAlarm, .wanted(false)),
            ("an alarm that somebody wants", .newAlarm, .wanted(true)),
            ("12 hours", .hourFormat, .hourFormat(.twelve)),
            ("automatic brightness", .brightness, .brightness(.automatic)),
            ("full brightness", .brightness, .brightness(.fixed(Percent(clamping: 100)))),
            ("the volume", .noise, .volume(Percent(clamping: 30))),
            ("the sleep timer", .sleepTimer, .sleepTimer(45)),
            ("no sleep timer", .sleepTimer, .sleepTimer(0)),
            ("a timer", .timer, .timer(10)), ("quiet", .quiet, .quiet(true)),
            ("breathing", .breathing, .breathing(false)),
            ("all is well", .health, .finding("All is well")),
            ("the address", .pairing, .address("noiseclock-1a2b.local")),
            ("the snooze", .snooze, .snooze(9)), ("the nap's release", .nap, .napRelease(600)),
            ("the nap", .nap, .napLength(20)), ("the nap's maximum", .nap, .napMaximum(240)),
        ] + KeyHelp.allCases.map { ("what \($0) does", .help, .help($0)) }

    /// Each question once.
    private static let menuQuestions = menuValues.filter { value in
        [
            "an alarm's hour", "the minute", "the day", "the year", "the zone", "once", "a sound",
            "an alarm that nobody wants", "12 hours", "automatic brightness", "the volume",
            "the sleep timer", "a timer", "quiet", "breathing", "the snooze", "the nap's release",
            "the nap",
            "the nap's maximum",
        ].contains(value.name)
    }

    private static func menu(_ page: MenuPage) -> Snapshot {
        with(at("22:10")) { $0.menu = page }
    }
}
