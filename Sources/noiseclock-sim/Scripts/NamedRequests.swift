import ClockCore
import ClockTime
import Control
import HAL
import NameMatching
import Runtime

/// Commands in the client's words that may name alarms, timers and sounds: `alarm skip Work`.
///
/// Theory of operation. It does what the client does, for a caller inside the program: ask the clock what it has, then
/// send the command with numbers and ids. The caller shows it every answer of the clock; the answers to its own
/// questions go no further.
struct NamedRequests {
    private struct Waiting {
        /// The number of the command, once it is sent.
        var request: RequestID
        var arguments: [String]
        var named: [NamedWord]
        /// What replaces the names, as far as it is known.
        var words: [String]
        var kind: NamedWord.Kind
    }

    /// By the number of the question that is asked for them.
    private var waiting: [RequestID: Waiting] = [:]

    /// Sends the command, or first a question about its names.
    ///
    /// - Returns: the command's number.
    /// - Throws: what is wrong with the words; nothing is requested then.
    mutating func request(
        _ line: String, to clock: some RunningClock
    ) throws(Control.UsageError) -> RequestID {
        let arguments = try ClientWords.split(line)
        let named = NamedWord.all(in: arguments, of: .commands)
        let words = named.map(\.standIn)
        // Before the clock is asked, so that wrong words are told at once.
        _ = try ClientWords.command(arguments.replacing(named, with: words), clock)
        let request = clock.takeRequestID()
        try proceed(
            Waiting(
                request: request, arguments: arguments, named: named, words: words, kind: .alarm),
            from: NamedWord.Kind.asked[...], clock)
        return request
    }

    /// Takes an answer of the clock.
    ///
    /// - Returns: the answer for the caller, which may say why a name matches nothing; nil if it was only a list.
    mutating func take(
        _ answered: AnsweredRequest, from clock: some RunningClock
    ) -> AnsweredRequest? {
        guard var waiting = waiting.removeValue(forKey: answered.request) else { return answered }
        let known = KnownNames(waiting.kind, answered.answer.reply)
        do {
            for place in waiting.named.indices where waiting.named[place].isAsked(of: waiting.kind)
            {
                waiting.words[place] = try known.word(for: waiting.named[place].word)
            }
            let rest = NamedWord.Kind.asked.drop { $0 != waiting.kind }.dropFirst()
            try proceed(waiting, from: rest, clock)
            return nil
        } catch let error as NameError {
            return refused(waiting.request, error.message)
        } catch let error as Control.UsageError {
            return refused(waiting.request, error.message)
        } catch {
            return refused(waiting.request, "\(error)")
        }
    }

    /// The next power-on numbers its requests from the start.
    mutating func clockIsNew() { waiting = [:] }

    /// Asks about the first of these kinds that the command names; without one, sends the command.
    private mutating func proceed(
        _ command: Waiting, from kinds: ArraySlice<NamedWord.Kind>, _ clock: some RunningClock
    ) throws(Control.UsageError) {
        func names(_ kind: NamedWord.Kind) -> Bool {
            command.named.contains { $0.isAsked(of: kind) }
        }
        guard let kind = kinds.first(where: names) else {
            let arguments = command.arguments.replacing(command.named, with: command.words)
            clock.post(.command(command.request, try ClientWords.command(arguments, clock)))
            return
        }
        var command = command
        command.kind = kind
        let question = clock.takeRequestID()
        waiting[question] = command
        clock.post(.command(question, kind.list))
    }

    private func refused(_ request: RequestID, _ message: String) -> AnsweredRequest {
        AnsweredRequest(request: request, answer: Answer(.refused(.wrongState(.inWords(message)))))
    }
}

extension ClientWords {
    fileprivate static func command(
        _ arguments: [String], _ clock: some RunningClock
    ) throws(Control.UsageError) -> Command {
        try command(arguments, zones: SourceZones(clock.zones))
    }
}

extension NamedWord.Kind {
    /// Asks for all things of this kind.
    fileprivate var list: Command {
        switch self {
        case .alarm: .alarm(.list)
        case .pastAlarm: .history(HistoryQuery(count: HistoryQuery.counts.upperBound))
        case .timer: .timer(.list)
        case .sound, .zone: .sounds(.list(SoundQuery()))
        case .day: .time(.show)
        }
    }
}
