import ClockCore
package import ClockTime
package import Control

/// The requests to the clock, as far as they could be parsed.
package struct SetupRequest: Hashable, Sendable {
    package var networks: [WirelessNetwork] = []
    package var country: String?
    package var zone: Zone?
    package var hostname: String?
    package var board: Board?
    package var alarms: [SetupAlarm] = []
    package var keys: [PublicKey] = []

    package enum Board: Hashable, Sendable {
        /// The name of one of the system's board files.
        case named(String)
        /// A whole board file.
        case described([UInt8])
    }

    package init() {}

    /// Adds another file's requests. If both set the same thing, this one takes precedence.
    package mutating func add(_ other: SetupRequest) {
        let names = Set(networks.map(\.name))
        networks += other.networks.filter { !names.contains($0.name) }
        country = country ?? other.country
        zone = zone ?? other.zone
        hostname = hostname ?? other.hostname
        board = board ?? other.board
        alarms += other.alarms
        keys += other.keys.filter { key in !keys.contains { $0.body == key.body } }
    }
}

/// An alarm to set.
package struct SetupAlarm: Hashable, Sendable {
    /// The client's words: "07:30 mon-fri --label=Work".
    package var words: String
    package var request: ClientRequest
    /// The field to which a refusal by the clock refers.
    package var field: String
    package var line: Int?

    /// Identifies the change to the clock; the same on every attempt.
    package var key: String { "setup-alarm-\(Digest.of(self))" }

    /// - Parameter arguments: the arguments of `alarm add`.
    static func request(
        _ arguments: [String], zones: some ZoneReader
    ) throws(SetupRefusal) -> ClientRequest {
        let request: ClientRequest
        do throws(UsageError) {
            request = try ClientWords.request(["alarm", "add"] + arguments, zones: zones)
        } catch {
            throw SetupRefusal(error.message)
        }
        guard !request.isJSON, request.socket == nil else {
            throw SetupRefusal("an alarm has no option --json or --socket")
        }
        return request
    }
}
