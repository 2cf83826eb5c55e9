import CRelease
package import ClockTime

/// The product's version and age. Nobody writes either by hand.
package enum Product {
    /// `image/library.sh` says how it is made. A build by hand is "development".
    package static let version = String(cString: noiseclock_version())

    /// The newest date of this program and of the system that it runs on. A clock that shows an earlier time is wrong
    /// (law, 5.1).
    package static let madeAt =
        (systemDates + dates(of: ["/proc/self/exe"])).max() ?? Instant(seconds: 0)

    /// The dates to which systemd lifts a clock that knows no time: that of `clock-epoch`, to which the build of an image
    /// gives the date of its newest part, or its own (systemd(1)).
    package static let systemDates = dates(
        of: ["/usr/lib/clock-epoch", "/usr/lib/systemd/systemd"])

    /// When the files were last changed; only those that exist.
    package static func dates(of paths: [String]) -> [Instant] {
        paths.map { noiseclock_file_time($0) }.filter { $0 != .min }.map(Instant.init(seconds:))
    }
}
