import ClockCore
import ClockTime
import Control

extension Client {
    /// The action for the arguments, with names replaced by numbers and ids.
    ///
    /// Reports wrong words before asking the clock what it has. Until then a number stands in for each name.
    func action(for typed: [String]) throws -> ClientAction {
        let arguments = SpokenWords.meant(by: typed)
        do {
            return try namedAction(for: arguments)
        } catch let error as NameError {
            // "stop Pizza" may mean a timer.
            guard arguments != typed, error.kind == .alarm, error.candidates.isEmpty,
                let action = try? namedAction(for: ["timer"] + arguments.dropFirst())
            else { throw error }
            return action
        }
    }

    private func namedAction(for arguments: [String]) throws -> ClientAction {
        let zones = ZoneDatabase(environment: environment)
        let width = min(screen.columns ?? ClientHelp.standardWidth, ClientHelp.standardWidth)
        let named = NamedWord.all(in: arguments, of: ClientAction.vocabulary)
        var words = try named.map { try $0.standIn(zones) }
        let action = try ClientAction.parse(
            arguments.replacing(named, with: words), zones: zones, width: width)
        guard !named.isEmpty else { return action }
        for kind in NamedWord.Kind.asked {
            let places = named.indices.filter { named[$0].isAsked(of: kind) }
            guard !places.isEmpty else { continue }
            let known: KnownNames
            if case .request(let request) = action {
                known = try self.known(kind, socket: request.socket)
            } else if case .removeAlarms(let removal) = action {
                known = try self.known(kind, socket: removal.socket)
            } else if case .when(let question, _) = action {
                // No clock is asked, so the question itself says which day is today.
                known = KnownNames(kind: kind, entries: [], today: try today(in: question))
            } else {
                return action
            }
            for place in places { words[place] = try known.word(for: named[place].word) }
        }
        return try ClientAction.parse(
            arguments.replacing(named, with: words), zones: zones, width: width)
    }

    /// The date after which the rings begin, in the question's zone.
    private func today(in question: WhenQuestion) throws(ConnectionFailure) -> CivilDate {
        try zone(of: question).civilTime(at: question.from ?? now).date
    }

    private func known(
        _ kind: NamedWord.Kind, socket: String?
    ) throws(ConnectionFailure) -> KnownNames {
        let id = "\(requestID)-names"
        let question: OutgoingRequest =
            switch kind {
            case .alarm: .listAlarms
            case .pastAlarm: .wholeHistory
            case .timer: .listTimers
            case .pairedDevice: .listDevices
            case .sound, .zone: .listSounds
            case .day: .time
            }
        switch try ask(question, id: id, socket: socket).outcome {
        case .answer(let answer): return KnownNames(kind, answer.reply)
        case .refused(let refusal): throw ConnectionFailure(.refused, refusal.message)
        }
    }
}

extension KnownNames {
    init(zones: ZoneDatabase) {
        self.init(kind: .zone, entries: zones.names.map { Entry(word: $0, name: "") })
    }
}

extension NamedWord {
    /// A placeholder until the clock has been asked. Zones are resolved at once, because the system knows them.
    fileprivate func standIn(_ zones: ZoneDatabase) throws -> String {
        guard kind == .zone else { return standIn }
        var zones = zones
        // "local" is an alarm's word for the clock's own zone.
        if word.lowercased() == "local" || (try? zones.zone(named: word)) != nil { return word }
        return try KnownNames(zones: zones).word(for: word)
    }
}
