import ClockCore
import ClockTime
import ReplySamples
import Testing

@testable import Control

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func decoded(_ line: some Collection<UInt8>) throws(RequestError) -> Request {
    guard case .request(let request) = try RequestLine.decode(line, zones: TestZones()) else {
        throw RequestError(id: nil, refusal: Refusal(code: "", message: "this watches"))
    }
    return request
}

func request(_ words: [String]) throws(UsageError) -> ClientRequest {
    try ClientWords.request(words, zones: TestZones())
}

/// The request that these words form.
func request(_ words: String) throws -> ClientRequest {
    try request(ClientWords.split(words))
}

/// The request of an example, with a date in place of a word for one: only a clock knows what day "tomorrow" is.
func exampleRequest(_ words: String) throws -> ClientRequest {
    let arguments = try ClientWords.split(words)
    let named = NamedWord.all(in: arguments, of: .commands)
    return try request(arguments.replacing(named, with: named.map(\.standIn)))
}

/// The line that these words send, unless they mean "what rings" without a name.
func line(_ words: String) throws -> [UInt8] {
    RequestLine.encode(try request(words).outgoing, id: "1")
}

extension ReplyLine {
    static func encode(id: String, _ reply: Reply, _ durability: Durability? = nil) -> [UInt8] {
        encode(id: id, Answer(reply, durability))
    }
}

extension Command {
    /// Whether it means what rings at that moment: the client names that before it asks a clock (law, 13).
    var meansWhatRings: Bool {
        switch self {
        case .ring(.stop(.current)), .ring(.stop(.alarm)), .ring(.snooze(.current, _)),
            .ring(.snooze(.alarm, _)), .alarm(.operate(.countdown, _, nil)),
            .timer(.operate(.stop, _, nil)), .timer(.operate(.snooze, _, nil)),
            .nap(.operate(.stop, nil)), .nap(.operate(.snooze, nil)):
            true
        case .status, .history, .time, .alarm, .timer, .nap, .ring, .noise, .mix, .sounds, .quiet,
            .health, .update, .settings, .style, .preset, .font, .display, .world, .pairing, .mqtt,
            .lamp, .goodNight, .breathing, .backup, .undo:
            false
        }
    }
}
