package import ClockTime
package import HAL

/// The system's zone rules, as a source for a clock.
package struct SystemZones: ZoneSource {
    private let isWatched: Bool

    /// - Parameter isWatched: whether to follow rules that an update brings while the clock runs. A reproducible run
    ///   keeps those of its start.
    package init(isWatched: Bool) { self.isWatched = isWatched }

    package var systemZoneName: String? { ZoneFiles.systemZoneName() }

    package func zone(named name: String) -> Result<Zone, ZoneProblem> {
        do throws(ZoneFileError) {
            return .success(try ZoneFiles().zone(named: name))
        } catch {
            return .failure(ZoneProblem(error.description))
        }
    }

    package func stamp(of name: String) -> ZoneStamp {
        guard isWatched else { return .fixed }
        return ZoneFiles().stamp(of: name).map(ZoneStamp.file) ?? .missing
    }
}
