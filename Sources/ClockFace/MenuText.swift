import ClockCore
import ClockTime
import HAL

/// A page of the menu in words, but for hours and minutes, which look like a time.
struct MenuText: Hashable {
    /// What the page is about, for panels with a line above the value.
    var label: String
    /// The value, or the label again without one.
    var text: FaceScene.Text
    var hasValue: Bool
    /// For segments, which show a date as a whole. What changes in it blinks.
    var date: ChangingDate?
    /// Whether what blinks is lit.
    var isLit: Bool

    struct ChangingDate: Hashable {
        var date: CivilDate
        var part: Part

        enum Part: Hashable {
            case day, month
        }
    }

    init(_ page: MenuPage, isLit: Bool) {
        label = MenuText.label(page)
        hasValue = page.value != nil || page.isRefused
        // Only what can be changed blinks.
        let isRead = page.value?.isRead ?? true
        self.isLit = isRead || page.isRefused || isLit
        let words =
            page.isRefused
            ? FaceScene.Words("Not possible", "nO")
            : page.value.map(FaceScene.Words.init) ?? FaceScene.Words(page)
        text = FaceScene.Text(words, since: page.since, repeats: true)
        guard !page.isRefused else { return }
        switch page.value {
        case .day(let date): self.date = ChangingDate(date: date, part: .day)
        case .month(let date): self.date = ChangingDate(date: date, part: .month)
        default: break
        }
        // The list does not jump from size to size.
        text.companions = MenuText.question(page).map(\.forms) ?? (hasValue ? [] : ["New alarm"])
    }

    static func label(_ page: MenuPage) -> String { FaceScene.Words(page).forms[0] }

    /// What a value answers; nil without one.
    static func question(_ page: MenuPage) -> FaceScene.Words? {
        typealias Words = FaceScene.Words
        guard let value = page.value, !page.isRefused else { return nil }
        return switch value {
        // It says itself what it is about.
        case .help, .finding, .address: nil
        case .hour, .minuteTens, .minuteOnes, .state:
            page.item == .time ? Words("Time", "tInE", "TIME") : Words(alarmOf: page.item)
        case .day, .month: Words("Date", "dAtE")
        case .year: Words("Year", "YEAr")
        case .zone: Words("Zone", "ZOnE")
        case .days: Words("Days", "dAYS")
        case .sound: page.item == .noise ? Words(page) : Words("Tone", "tOnE")
        case .wanted: Words("Set?", "SEt?")
        case .volume: Words("Volume", "UOL", "VOL")
        case .napRelease: Words("Let go", "LEt", "LET")
        case .napMaximum: Words("At most", "LASt")
        case .hourFormat, .brightness, .lamp, .sleepTimer, .timer, .quiet, .breathing, .snooze,
            .napLength:
            Words(page)
        }
    }
}

// MARK: - Items

extension FaceScene.Words {
    /// An entry of the list.
    init(_ page: MenuPage) {
        switch page.item {
        case .alarm(let id):
            let label = page.label.isEmpty ? "" : " \(page.label)"
            self.init("Alarm \(id)\(label)", FaceScene.Words.number(id) + label)
        case .newAlarm: self.init("New alarm", "Add", "NEW")
        case .time: self.init("Time", "tInE", "TIME")
        case .hourFormat: self.init(["12/24 hours", "12/24 h"], "HOUr")
        case .brightness: self.init("Brightness", "LItE")
        case .lamp: self.init("Lamp", "LAnP", "LAMP")
        case .noise: self.init("Sound", "PLAY")
        case .sleepTimer: self.init(["Sleep timer", "Sleep"], "SLEEP")
        case .timer: self.init("Timer", "COUnt", "COUNT")
        case .quiet: self.init("Quiet", "HUSH")
        case .breathing: self.init("Breathing", "brEAtH")
        case .snooze: self.init("Snooze", "SnOO")
        case .nap: self.init("Nap", "nAP")
        case .health: self.init("Health", "HEALtH", "HEALTH")
        case .pairing: self.init("Pair a phone", "PAIr", "PAIR")
        case .help: self.init("Help", "HELP")
        case .end: self.init("End")
        }
    }

    /// The alarm whose values are asked for.
    fileprivate init(alarmOf item: MenuItem) {
        if case .alarm(let id) = item {
            self.init("Alarm \(id)", FaceScene.Words.number(id))
        } else {
            self.init("Alarm", "AL")
        }
    }

    /// "AL 3", "AL12", "A123", and four figures alone.
    private static func number(_ id: AlarmID) -> String {
        let number = "\(id)"
        let room = 4 - number.count
        let (word, gap) = ("AL".prefix(max(0, room)), max(0, room - 2))
        return String(word) + String(repeating: " ", count: gap) + number
    }
}

// MARK: - Values

extension FaceScene.Words {
    fileprivate init(_ value: MenuValue) {
        switch value {
        case .hour(let time): self.init(number: time.hour)
        case .minuteTens(let time), .minuteOnes(let time): self.init(number: time.minute)
        case .day(let date): self.init("\(date.day)")
        case .month(let date):
            let name = DateWords.nameOfMonth(date.month)
            self.init([name, "\(name.prefix(3))"], "\(date.month)")
        case .year(let year): self.init("\(year)")
        case .zone(let zone):
            let city = FaceScene.Words.city(zone)
            self.init(city)
        case .days(let kind): self.init(kind)
        case .sound(let name): self.init(name)
        case .state(.on): self.init("On")
        case .lamp(let percent) where percent.value > 0:
            self.init(FaceWords.short(percent), FaceWords.padded(percent.value, 4))
        case .lamp, .state(.off), .quiet(false), .breathing(false), .sleepTimer(0), .timer(0):
            self.init("Off", "OFF")
        case .quiet(true), .breathing(true): self.init("On")
        case .state(.skipped): self.init(["Skip next", "Skip"], "PASS")
        case .state(.removed): self.init("Remove", "dEL")
        case .wanted(true): self.init("Yes", "YES")
        case .wanted(false): self.init("No", "nO")
        case .hourFormat(let format):
            self.init(["\(format.rawValue) hours", "\(format.rawValue) h"], "\(format.rawValue) H")
        case .brightness(.automatic): self.init(["Automatic", "Auto"], "AUtO")
        case .brightness(.fixed(let percent)):
            self.init(FaceWords.short(percent), FaceWords.padded(percent.value, 4))
        case .volume(let percent):
            self.init(
                FaceWords.short(percent), FaceWords.volume(percent, on: .seven),
                FaceWords.volume(percent, on: .fourteen))
        case .sleepTimer(let count), .timer(let count), .snooze(let count), .napLength(let count),
            .napMaximum(let count):
            self.init(["\(count) min", "\(count)"], FaceWords.padded(count, 4))
        case .napRelease(let seconds):
            self.init(["\(seconds) s", "\(seconds)"], FaceWords.padded(seconds, 4))
        case .help(let key): self.init(key)
        case .finding(let text): self.init(text)
        case .address(let text):
            // Beside a figure's foot, a dot would look like a part of it.
            let space = String(Font.narrowSpace)
            let spaced = text.replacing(".", with: space + "." + space)
            self.init([spaced, text], text)
        }
    }

    /// What a key does at a press, and held.
    private init(_ key: KeyHelp) {
        switch key {
        case .snooze: self.init("Snooze: next page. Held: nap", "SnOO PAGES, HELd nAP")
        case .stop: self.init("Stop: sound on, off. Held: time alone", "StOP SOUnd, HELd tInE")
        case .both: self.init("Snooze and stop, held: menu", "bOtH HELd SEtUP")
        case .noise: self.init("Noise: next sound. Held: longer", "PLAY OtHEr SOUnd, HELd LOnGEr")
        case .menu: self.init("Menu: alarms, settings", "nEnU ALArnS, SEtUP")
        case .steps:
            self.init("Plus, minus, knob: volume, or light", "PLUS, nInUS, tUrn LOUd, LItE")
        case .lamp: self.init("Lamp: on, off", "LAnP")
        case .goodNight: self.init("Good night: sound, dark", "GOOd nItE")
        }
    }

    private init(number: Int) {
        let text = FaceWords.twoDigits(number)
        self.init(text)
    }

    /// On seven segments days are numbers from Monday on, because no letters of days can be told apart there.
    private init(_ kind: Schedule.Kind) {
        switch kind {
        case .once: self.init("Once", "OnCE")
        case .dated(let date):
            self.init(
                "\(date.day) \(DateWords.nameOfMonth(date.month).prefix(3))",
                "\(date.day).\(FaceWords.twoDigits(date.month))")
        case .weekly(.daily): self.init(["Every day", "Mon-Sun"], "1-7")
        case .weekly(.weekdays): self.init("Mon-Fri", "1-5")
        case .weekly(.weekends): self.init("Sat, Sun", "6-7")
        case .weekly(let days):
            let names = days.days.map(DateWords.name(of:)).joined(separator: " ")
            let numbers = days.days.map { "\($0.rawValue)" }.joined()
            self.init(names, numbers.count == 1 ? "d  \(numbers)" : numbers, names)
        }
    }

    /// "Europe/Berlin" is "Berlin".
    private static func city(_ zone: String) -> String {
        let last = zone.split(separator: "/").last.map(String.init) ?? zone
        return last.split(separator: "_").joined(separator: " ")
    }
}
