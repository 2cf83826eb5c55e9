package import ClockTime

/// The English names of days and months, and a date as the display shows it.
package enum DateWords {
    /// Product, O2: "7 September Mon".
    package static func text(_ date: CivilDate) -> String {
        "\(date.day) \(nameOfMonth(date.month)) \(name(of: date.weekday))"
    }

    /// "Mon".
    package static func name(of weekday: Weekday) -> String {
        switch weekday {
        case .monday: "Mon"
        case .tuesday: "Tue"
        case .wednesday: "Wed"
        case .thursday: "Thu"
        case .friday: "Fri"
        case .saturday: "Sat"
        case .sunday: "Sun"
        }
    }

    /// "September"; its first three letters are its short form.
    ///
    /// - Parameter month: 1 to 12.
    package static func nameOfMonth(_ month: Int) -> String {
        months.indices.contains(month - 1) ? months[month - 1] : ""
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
