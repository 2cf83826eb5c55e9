import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func action(_ words: [String]) throws(UsageError) -> ClientAction {
    try ClientAction.parse(words, zones: TestZones())
}

/// What the client prints for these words without a clock.
func printed(_ words: [String]) throws -> String {
    switch try action(words) {
    case .text(let text), .script(let text): return text
    case .request, .when, .whenBatch, .importFreeDays, .removeAlarms, .update, .setup, .complete:
        throw NothingThrown(instead: "\(words) is no question for a text")
    }
}

extension ReplyLine {
    static func encode(id: String, _ reply: Reply, _ durability: Durability? = nil) -> [UInt8] {
        encode(id: id, Answer(reply, durability))
    }
}
