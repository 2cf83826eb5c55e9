extension MenuMachine {
    /// What the first start asks for, in this order.
    enum FirstQuestion: Hashable, Sendable {
        case time, alarm, date, days, zone
        // The welcome.
        case keys, hours, light

        func next(_ choices: MenuChoices, hasAlarm: Bool) -> FirstQuestion? {
            let zone = choices.zones.count < 2 ? FirstQuestion.keys : .zone
            let afterDate = choices.isDateKnown && hasAlarm ? .days : zone
            return switch self {
            case .time: .alarm
            case .alarm: choices.isDateKnown ? afterDate : .date
            case .date: afterDate
            case .days: zone
            case .zone: .keys
            case .keys: .hours
            case .hours: .light
            case .light: nil
            }
        }

        func fields(_ choices: MenuChoices) -> [MenuField] {
            switch self {
            case .time: MenuMachine.timeOfDay
            case .alarm: MenuMachine.timeOfDay + [.wanted]
            case .date: [.day, .month, .year]
            case .days: [.days]
            case .zone: [.zone]
            case .keys: choices.help.map { .read(.help($0)) }
            case .hours: [.hourFormat]
            case .light: [.brightness]
            }
        }
    }
}
