import ClockCore
import HAL

/// The volume as the face shows it.
enum FaceWords {
    /// The volume in four characters that segments can show: "U 30", "U  5", "U100".
    static func volume(_ volume: Percent, on segments: SegmentGeometry.Shape) -> String {
        let letter = segments == .seven ? "U" : "V"
        return letter + padded(volume.value, 3)
    }

    /// The same for pixels: "30 %", " 5 %", "100%".
    static func volume(_ volume: Percent) -> String {
        volume.value < 100
            ? padded(volume.value, 2) + "\(Font.narrowSpace)%" : "\(volume.value)%"
    }

    /// "85 %" for pixels, with a gap that keeps number and sign together.
    static func percent(_ percent: Percent) -> String { "\(percent.value)\(Font.narrowSpace)%" }

    /// The page of the volume, for pixels: the longest first.
    static func volumes(_ volume: Percent) -> [String] {
        ["Volume \(percent(volume))"] + short(volume)
    }

    static func short(_ percent: Percent) -> [String] {
        [FaceWords.percent(percent), "\(percent.value)"]
    }

    static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// A number at the right of so many characters.
    static func padded(_ number: Int, _ length: Int) -> String {
        let text = "\(number)"
        return String(repeating: " ", count: max(0, length - text.count)) + text
    }
}
