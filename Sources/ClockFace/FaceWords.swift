import ClockCore
import ClockTime
import HAL

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

    /// The volume in four characters that segments can show: "U 30", "U  5", "U100".
    static func volume(_ volume: Percent, on segments: SegmentGeometry.Shape) -> String {
        let letter = segments == .seven ? "U" : "V"
        return letter + padded(volume.value, 3)
    }

    /// The same for pixels: "30 %", " 5 %", "100%".
    static func volume(_ volume: Percent) -> String {
        volume.value < 100 ? padded(volume.value, 2) + " %" : "\(volume.value)%"
    }

    /// The page of the volume, for pixels: the longest first.
    static func volumes(_ volume: Percent) -> [String] {
        ["Volume \(volume.value) %", "\(volume.value) %", "\(volume.value)", "Fu"]
    }

    /// A number at the right of so many characters.
    private static func padded(_ number: Int, _ length: Int) -> String {
        let text = "\(number)"
        return String(repeating: " ", count: max(0, length - text.count)) + text
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
