import BoundedJSON
import ClockTime
import ReplySamples
import Control
import Foundation

@testable import noiseclock

/// The only part of the environment that the tests use: where the zones are.
let zoneEnvironment = ProcessInfo.processInfo.environment.filter {
    $0.key == ZoneDatabase.variable
}

func systemZone(_ name: String) throws -> Zone {
    var zones = ZoneDatabase(environment: zoneEnvironment)
    return try zones.zone(named: name)
}

func instant(_ text: String) throws -> Instant { try wall(text).instant }

/// The answers to a batch that arrives in one piece, one a line.
func batchAnswers(_ lines: [String]) -> [String] {
    var batch = WhenBatch(zones: ZoneDatabase(environment: zoneEnvironment))
    let output = batch.answers(to: bytes(lines.map { $0 + "\n" }.joined())[...]) + batch.finish()
    return text(output).split(separator: "\n").map(String.init)
}

/// A question in a batch, with the id 0; `days` holds the kind of its days and that kind's field.
struct BatchLine {
    var zone = "Europe/Berlin"
    var now: Instant
    var armedAt: Instant?
    var time: String
    var days = "\"kind\": \"weekly\", \"weekdays\": [1, 2, 3, 4, 5, 6, 7]"
    var count = 1

    var text: String {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        let armed = armedAt.map { "\($0.seconds)" } ?? "null"
        return
            "{\"id\": 0, \"zone\": \"\(zone)\", \"now\": \(now.seconds), \"armed_at\": \(armed), "
            + "\"hour\": \(parts[0]), \"minute\": \(parts[1]), \(days), \"count\": \(count)}"
    }

    /// The instants as text; nil for an error.
    func next() throws -> [String]? {
        guard
            case .object(let fields) = try JSONValue.parse(
                bytes(batchAnswers([text])[0]), limit: 9999),
            case .list(let next)? = fields["next"]
        else { return nil }
        return next.map { value in
            guard case .integer(let seconds) = value else { return value.summary }
            return "\(CivilTime(secondsAsUTC: seconds))Z"
        }
    }
}
