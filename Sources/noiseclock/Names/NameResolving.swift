import ClockCore
import ClockTime
import Control

extension Client {
    /// What the arguments ask for, with numbers and ids in the place of names.
    ///
    /// Wrong words are told before the clock is asked for what it has: until then a number stands in for a name.
    func action(for arguments: [String]) throws -> ClientAction {
        let zones = ZoneDatabase(environment: environment)
        let named = NamedWord.all(in: arguments)
        var words = try named.map { try $0.standIn(zones) }
        let action = try ClientAction.parse(arguments.replacing(named, with: words), zones: zones)
        guard case .request(let request) = action else { return action }
        let kinds: [NamedWord.Kind] = [.alarm, .timer, .sound]
        for kind in kinds {
            let places = named.indices.filter { named[$0].isAsked(of: kind) }
            guard !places.isEmpty else { continue }
            let known = try known(kind, socket: request.socket)
            for place in places { words[place] = try known.word(for: named[place].word) }
        }
        return try ClientAction.parse(arguments.replacing(named, with: words), zones: zones)
    }

    private func known(
        _ kind: NamedWord.Kind, socket: String?
    ) throws(ConnectionFailure) -> KnownNames {
        let id = "\(requestID)-names"
        let question: OutgoingRequest =
            switch kind {
            case .alarm: .listAlarms
            case .timer: .listTimers
            case .sound, .zone: .listSounds
            }
        switch try ask(question, id: id, socket: socket).outcome {
        case .answer(let answer): return KnownNames(kind, answer.reply)
        case .refused(let refusal): throw ConnectionFailure(.refused, refusal.message)
        }
    }
}

extension KnownNames {
    /// - Parameter reply: to the question for all of this kind.
    init(_ kind: NamedWord.Kind, _ reply: Reply) {
        let entries: [Entry] =
            if case .alarms(let reports, _) = reply {
                reports.map { Entry(word: "\($0.alarm.id)", name: $0.alarm.label) }
            } else if case .timers(let timers) = reply {
                timers.map { Entry(word: "\($0.id)", name: $0.name ?? "") }
            } else if case .sounds(let list) = reply {
                (list.noises + list.tones).map { Entry(word: $0.id.name, name: $0.name) }
            } else {
                []
            }
        self.init(kind: kind, entries: entries)
    }

    init(zones: ZoneDatabase) {
        self.init(kind: .zone, entries: zones.names.map { Entry(word: $0, name: "") })
    }
}

extension NamedWord {
    /// Whether the clock is to be asked what this names.
    fileprivate func isAsked(of kind: Kind) -> Bool {
        // Silence is no sound of the catalogue, and can be chosen all the same.
        self.kind == kind && !(kind == .sound && word == SoundID.silence.name)
    }

    /// What can be read as long as nobody has asked the clock. The system knows the zones.
    fileprivate func standIn(_ zones: ZoneDatabase) throws -> String {
        switch kind {
        case .alarm, .timer: return "1"
        case .sound: return word
        case .zone:
            var zones = zones
            // "local" is for an alarm that goes by the clock's own zone.
            if word.lowercased() == "local" || (try? zones.zone(named: word)) != nil {
                return word
            }
            return try KnownNames(zones: zones).word(for: word)
        }
    }
}
