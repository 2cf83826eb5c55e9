import ClockTime

/// The names that the face shows.
enum FaceWords {
    static func name(of weekday: Weekday) -> String {
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

    /// - Parameter month: 1 to 12.
    static func nameOfMonth(_ month: Int) -> String {
        months.indices.contains(month - 1) ? months[month - 1] : ""
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
