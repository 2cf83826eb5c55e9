import BoundedJSON
import ClockCore
import ClockTime
import Control

// What the program publishes: each topic whenever its payload differs from what it was on this connection.
extension Bridge {
    mutating func publish(at now: BootTime, _ effects: inout [Effect]) {
        guard broker == .online, let topics = wanted?.topics else { return }
        guard view.isWhole, let wall = view.wall(at: now) else {
            return publish(
                Publication(topic: topics.availability, payload: States.offline), &effects)
        }
        held.take(NextAlarm(view.status?.nextAlarm), at: wall)
        // The document first: a choice must be known before it is shown.
        let discovery = Discovery(topics: topics)
        noteRemoved(discovery.document(view, removed: [:]))
        publish(
            Publication(
                topic: topics.document, payload: discovery.document(view, removed: removed).text),
            &effects)
        for key in removed.keys.sorted() {
            publish(Publication(topic: topics.state(key), payload: ""), &effects)
        }
        for state in States(topics: topics).all(view, held.shown, at: now) {
            publish(state, &effects)
        }
        publish(Publication(topic: topics.availability, payload: States.online), &effects)
    }

    private mutating func publish(_ publication: Publication, _ effects: inout [Effect]) {
        guard published[publication.topic] != publication.payload else { return }
        published[publication.topic] = publication.payload
        effects.append(.publish(publication))
    }

    // MARK: - Entities that are gone

    /// How many entries of entities that are gone the document keeps, so that Home Assistant learns of them also if it was
    /// away when they went.
    static let mostRemoved = 64

    private mutating func noteRemoved(_ document: JSONValue) {
        let present = Bridge.keys(of: document)
        for key in keys.subtracting(present) { remove(key) }
        for key in present { removed[key] = nil }
        keys = present
    }

    /// Takes from the document that the broker kept which entities an earlier run had.
    mutating func learn(from payload: [UInt8]) {
        guard let value = try? JSONValue.parse(payload, limit: Message.longest) else { return }
        for key in Bridge.keys(of: value).prefix(1000) where !keys.contains(key) { remove(key) }
    }

    private mutating func remove(_ key: String) {
        guard let platform = Entity.platform(ofKey: key) else { return }
        removed[key] = platform
        guard removed.count > Bridge.mostRemoved else { return }
        // Numbers of alarms only grow.
        let oldest = removed.keys.min { ($0.count, $0) < ($1.count, $1) }
        if let oldest { removed[oldest] = nil }
    }

    private static func keys(of document: JSONValue) -> Set<String> {
        guard case .object(let fields) = document,
            case .object(let components)? = fields["components"]
        else { return [] }
        return Set(components.keys)
    }

    // MARK: - Events and answers, which are never retained

    mutating func publish(_ events: [JSONValue], _ effects: inout [Effect]) {
        guard broker == .online, let topics = wanted?.topics else { return }
        effects += events.map { event in
            .publish(
                Publication(
                    topic: topics.state(Entity.ring.rawValue), payload: event.text,
                    isRetained: false))
        }
    }

    /// - Parameter line: the clock's; nil: none came.
    mutating func publishResult(
        of command: WantedCommand, _ line: [UInt8]?, _ effects: inout [Effect]
    ) {
        guard let line, let value = try? JSONValue.parse(line, limit: LineLimits.reply),
            case .object(let fields) = value
        else {
            return publishRefusal(
                command.name, command.id, code: "noAnswer", "the clock did not answer", &effects)
        }
        publishResult(command.name, command.id, fields, &effects)
    }

    mutating func publishRefusal(
        _ name: String, _ id: JSONValue, code: String, _ why: String, _ effects: inout [Effect]
    ) {
        let error = JSONValue(encoding: Refusal(code: code, message: why))
        publishResult(name, id, ["ok": false, "error": error], &effects)
    }

    private func publishResult(
        _ name: String, _ id: JSONValue, _ fields: [String: JSONValue], _ effects: inout [Effect]
    ) {
        guard broker == .online, let topics = wanted?.topics else { return }
        var fields = fields
        fields["id"] = id
        fields["command"] = .string(name)
        effects.append(
            .publish(
                Publication(
                    topic: topics.result, payload: JSONValue.object(fields).text,
                    isRetained: false)))
    }
}
