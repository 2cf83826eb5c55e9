package import ClockTime

/// The kernel's first real-time clock, such as a DS3231 with its cell (hardware design, RTC).
///
/// A clock that lost its power says so, and its driver then refuses to tell a time (EINVAL): what can be
/// read is worth something.
package enum KernelRTC {
    /// Where the kernel shows it (Documentation/ABI/testing/sysfs-class-rtc).
    package static let folder = "/sys/class/rtc/rtc0"
    /// How far apart it and the system's clock may be that was set by it: it counts whole seconds.
    package static let tolerance = Duration.seconds(2)
    /// What sysfs says of the size of any of its files.
    private static let longest = 4096

    /// What it shows; nil where there is none, or none that knows the time.
    package static func read(folder: String = folder) -> Instant? {
        guard let bytes = try? FileReading.bytes(at: folder + "/since_epoch", limit: longest),
            let seconds = Int64(String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self))
        else { return nil }
        return Instant(seconds: seconds)
    }

    /// Whether the system's clock goes by it, and neither shows a time before `floor`.
    package static func confirms(
        _ wall: WallTime, notBefore floor: Instant, folder: String = folder
    ) -> Bool {
        guard let time = read(folder: folder), time >= floor else { return false }
        let difference = wall - WallTime(time)
        return difference <= tolerance && difference >= .zero - tolerance
    }
}
