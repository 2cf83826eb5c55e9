import ClockTime
import HAL

/// Adapts a zone source for the readers of words and requests.
struct SourceZones: ZoneReader {
    private let source: any ZoneSource

    init(_ source: any ZoneSource) {
        self.source = source
    }

    func zone(named name: String) throws(TextFormError) -> Zone {
        switch source.zone(named: name) {
        case .success(let zone): return zone
        case .failure(let problem): throw TextFormError(problem.message)
        }
    }
}
