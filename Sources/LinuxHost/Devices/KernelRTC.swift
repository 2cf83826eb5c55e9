package import ClockTime

/// The kernel's first real-time clock, such as a DS3231 with its cell (hardware design, RTC).
///
/// A clock that lost its power reports that, and its driver then refuses to return a time (EINVAL). So a time that
/// can be read is meaningful.
package enum KernelRTC {
    /// Its folder in sysfs (Documentation/ABI/testing/sysfs-class-rtc).
    package static let folder = "/sys/class/rtc/rtc0"
    /// How far it and a system clock that was set by it may be apart: it counts whole seconds.
    package static let tolerance = Duration.seconds(2)
    /// The size that sysfs reports for any of its files.
    private static let longest = 4096

    /// Reads its time; nil if there is no such clock, or it does not know the time.
    package static func read(folder: String = folder) -> Instant? {
        guard let bytes = try? FileReading.bytes(at: folder + "/since_epoch", limit: longest),
            let seconds = Int64(String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self))
        else { return nil }
        return Instant(seconds: seconds)
    }

    /// Whether the system clock agrees with it, and neither shows a time before `floor`.
    package static func confirms(
        _ wall: WallTime, notBefore floor: Instant, folder: String = folder
    ) -> Bool {
        guard let time = read(folder: folder), time >= floor else { return false }
        let difference = wall - WallTime(time)
        return difference <= tolerance && difference >= .zero - tolerance
    }
}
