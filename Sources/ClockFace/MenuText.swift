import ClockCore
import ClockTime
import HAL

/// A page of the menu in words, but for hours and minutes, which look like a time.
struct MenuText: Hashable {
    /// What the page is about, the longest form first.
    var labels: [String]
    /// The value in several lengths, the longest first; empty: the page shows the label alone.
    var values: [String]
    /// Up to four characters that seven segments can show: the value, or the label without one.
    var short: String
    /// The same in capitals, where they have shapes of their own, as on fourteen segments.
    var capitals: String
    /// A name that segments show in the letters that are read best.
    var name: String?
    /// Whether what blinks is lit.
    var isLit: Bool

    init(_ page: MenuPage, isLit: Bool) {
        labels = MenuText.labels(page)
        if page.isRefused {
            (values, short, capitals, self.isLit) = (["Not possible", "No"], "nO", "NO", true)
        } else if let value = page.value {
            values = MenuText.words(value)
            short = MenuText.short(value)
            capitals = MenuText.capitals(value)
            self.isLit = isLit
        } else {
            (values, short, self.isLit) = ([], MenuText.short(page.item), true)
            capitals = MenuText.capitals(page.item)
        }
        switch page.value {
        case .sound(let sound): name = sound
        case .zone(let zone): name = MenuText.city(zone)
        default: break
        }
    }

    // MARK: - Items

    static func labels(_ page: MenuPage) -> [String] {
        switch page.item {
        case .alarm(let id):
            (page.label.isEmpty ? [] : ["Alarm \(id) \(page.label)"])
                + ["Alarm \(id)", "Al \(id)", "A\(id)", "\(id)", "\("\(id)".suffix(2))"]
        case .newAlarm: ["New alarm", "New", "N"]
        case .time: ["Time", "Ti"]
        case .hourFormat: ["12/24 h", "12/24", "12"]
        case .brightness: ["Brightness", "Light", "Li"]
        case .noise: ["Sound", "So"]
        case .snooze: ["Snooze", "Snz", "Sn"]
        case .nap: ["Nap", "Na"]
        case .end: ["End", "En"]
        }
    }

    private static func short(_ item: MenuItem) -> String {
        switch item {
        case .alarm(let id): number(id)
        case .newAlarm: "nEU"
        case .time: "tInE"
        case .hourFormat: "HOUr"
        case .brightness: "brt"
        case .noise: "Snd"
        case .snooze: "SnOO"
        case .nap: "nAP"
        case .end: "End"
        }
    }

    /// "AL 3", "AL12", "A123", and four figures alone.
    private static func number(_ id: AlarmID) -> String {
        let number = "\(id)"
        let room = 4 - number.count
        let (word, gap) = ("AL".prefix(max(0, room)), max(0, room - 2))
        return String(word) + String(repeating: " ", count: gap) + number
    }

    private static func capitals(_ item: MenuItem) -> String {
        switch item {
        case .newAlarm: "NEW"
        case .time: "TIME"
        case .brightness: "LITE"
        case .noise: "SND"
        case .snooze: "SNZ"
        case .alarm, .hourFormat, .nap, .end: short(item).uppercased()
        }
    }

    // MARK: - Values

    private static func words(_ value: MenuValue) -> [String] {
        switch value {
        case .hour(let time): [FaceWords.twoDigits(time.hour)]
        case .minuteTens(let time), .minuteOnes(let time): [FaceWords.twoDigits(time.minute)]
        case .day(let date): ["Day \(date.day)", "\(date.day)"]
        case .month(let date):
            [
                DateWords.nameOfMonth(date.month), "\(DateWords.nameOfMonth(date.month).prefix(3))",
                "\(date.month)",
            ]
        case .year(let year): ["\(year)", FaceWords.twoDigits(year % 100)]
        case .zone(let zone): [city(zone), "\(city(zone).prefix(3))", "\(city(zone).prefix(2))"]
        case .days(let kind): words(kind)
        case .sound(let name):
            [name, "\(name.prefix(6))", "\(name.prefix(3))", "\(name.prefix(2))"]
        case .state(.on): ["On"]
        case .state(.off): ["Off", "Of"]
        case .state(.removed): ["Remove", "Del", "De"]
        case .wanted(true): ["Set it? Yes", "Yes", "Y"]
        case .wanted(false): ["Set it? No", "No"]
        case .hourFormat(let format): ["\(format.rawValue) hours", "\(format.rawValue)"]
        case .brightness(.automatic): ["Automatic", "Auto", "Au"]
        case .brightness(.fixed(let percent)), .volume(let percent):
            FaceWords.short(percent)
        case .snooze(let minutes): ["\(minutes) min", "\(minutes)"]
        case .napRelease(let seconds):
            [
                "Let go \(seconds) s", "R \(seconds)", "\(seconds)", "r\(nearest(seconds))",
                "\(nearest(seconds))",
            ]
        case .napLength(let minutes):
            ["Nap \(minutes) min", "N \(minutes)", "\(minutes)", "\(nearest(minutes))h"]
        case .napMaximum(let minutes):
            ["At most \(minutes) min", "M \(minutes)", "\(minutes)", "\(nearest(minutes))h"]
        }
    }

    /// Minutes or hours, for panels that are too narrow for three figures.
    private static func nearest(_ value: Int) -> Int { (value + 30) / 60 }

    /// The days as numbers from Monday on, because no letters of days can be told apart on seven segments.
    private static func short(_ value: MenuValue) -> String {
        switch value {
        case .hour(let time): FaceWords.twoDigits(time.hour)
        case .minuteTens(let time), .minuteOnes(let time): FaceWords.twoDigits(time.minute)
        case .day(let date): "d \(FaceWords.twoDigits(date.day))"
        case .month(let date): "n \(FaceWords.twoDigits(date.month))"
        case .year(let year): "\(year)"
        case .zone(let zone): city(zone)
        case .days(let kind): short(kind)
        case .sound(let name): name
        case .state(.on): "On"
        case .state(.off): "OFF"
        case .state(.removed): "dEL"
        case .wanted(true): "AYES"
        case .wanted(false): "A nO"
        case .hourFormat(let format): "\(format.rawValue) H"
        case .brightness(.automatic): "AUtO"
        case .brightness(.fixed(let percent)): padded("", percent.value)
        case .volume(let percent): FaceWords.volume(percent, on: .seven)
        case .snooze(let minutes): padded("", minutes)
        case .napRelease(let seconds): padded("r", seconds)
        case .napLength(let minutes): padded("n", minutes)
        case .napMaximum(let minutes): padded("E", minutes)
        }
    }

    /// Months and single days by their names, which seven segments cannot show.
    private static func capitals(_ value: MenuValue) -> String {
        switch value {
        case .month(let date): DateWords.nameOfMonth(date.month).prefix(3).uppercased()
        case .days(.weekly(let days)) where days.days.count == 1:
            days.days.map(DateWords.name(of:)).joined().uppercased()
        case .napMaximum(let minutes): padded("M", minutes)
        case .volume(let percent): FaceWords.volume(percent, on: .fourteen)
        case .hour, .minuteTens, .minuteOnes, .day, .year, .zone, .days, .sound, .state, .wanted,
            .hourFormat, .brightness, .snooze, .napRelease, .napLength:
            short(value).uppercased()
        }
    }

    private static func words(_ kind: Schedule.Kind) -> [String] {
        switch kind {
        case .once: ["Once", "1x"]
        case .dated(let date):
            ["\(date.day) \(DateWords.nameOfMonth(date.month).prefix(3))", "\(date.day)"]
        case .weekly(.daily): ["Every day", "Mon-Sun", "1-7", "7d"]
        case .weekly(.weekdays): ["Mon-Fri", "1-5", "5d"]
        case .weekly(.weekends): ["Sat, Sun", "6-7", "2d"]
        case .weekly(let days):
            [
                days.days.map(DateWords.name(of:)).joined(separator: " "), numbers(days),
                days.days.count == 1
                    ? days.days.map { "d\($0.rawValue)" }.joined()
                    : "\(days.days.count)d",
            ]
        }
    }

    private static func short(_ kind: Schedule.Kind) -> String {
        switch kind {
        case .once: "OnCE"
        case .dated(let date): "d \(FaceWords.twoDigits(date.day))"
        case .weekly(.daily): "1-7"
        case .weekly(.weekdays): "1-5"
        case .weekly(.weekends): "6-7"
        case .weekly(let days): numbers(days)
        }
    }

    /// A single day as "d 3", several as "135"; more than four as "dAYS".
    private static func numbers(_ days: WeekdaySet) -> String {
        let numbers = days.days.map { "\($0.rawValue)" }.joined()
        return numbers.count == 1 ? "d \(numbers)" : numbers.count <= 4 ? numbers : "dAYS"
    }

    /// "Europe/Berlin" is "Berlin".
    private static func city(_ zone: String) -> String {
        let last = zone.split(separator: "/").last.map(String.init) ?? zone
        return last.split(separator: "_").joined(separator: " ")
    }

    /// A letter at the left and the number at the right of four digits.
    private static func padded(_ letter: String, _ number: Int) -> String {
        letter + FaceWords.padded(number, 4 - letter.count)
    }
}
