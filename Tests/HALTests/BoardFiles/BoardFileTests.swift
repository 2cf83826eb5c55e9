import BoardFiles
import HAL
import Testing

@Suite("Board files")
struct BoardFileTests {
    private static let whole = """
        {
          "version": 1, "name": "bench",
        \t"display": {"driver": "ht16k33-7seg", "addresses": ["0x70"],\r
                    "digitBytes": [0, 2, 6, 8], "colon": [4, 2]}
        }

        """

    /// The error message, or nil if the board file is valid.
    private static func problem(_ bytes: [UInt8]) -> String? {
        do throws(BoardDescription.Problem) {
            _ = try BoardFile.parse(bytes)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("are JSON over several lines")
    func lines() throws {
        let board = try BoardFile.parse(Array(Self.whole.utf8))
        #expect(board.name == "bench")
        let address = try #require(I2CAddress(0x70))
        #expect(board.display?.addresses == [address])
    }

    @Test(
        "that are not JSON are refused with the place",
        arguments: [
            ("", "is not JSON from its byte 1 on"),
            ("version: 1", "is not JSON from its byte 1 on"),
            ("{\n  \"version\": 1,\n}\n", "is not JSON from byte 1 of its line 3 on"),
            ("{\n  \"ver\tsion\": 1}", "is not JSON from byte 7 of its line 2 on"),
            ("{\n  \"version\n\": 1}", "is not JSON from byte 11 of its line 2 on"),
            (
                "{\"version\": 1}\u{0}",
                "holds a control character at its byte 15; JSON has none there"
            ),
            (
                "{\"version\": 1,\n\"name\": \"a\", \"version\": 1}",
                "has the field \"version\" for a second time at byte 14 of its line 2"
            ),
            (
                String(repeating: "[", count: 1000),
                "nests too deep at its byte 17; 16 levels are allowed"
            ),
            (
                String(repeating: " ", count: BoardFile.largestSize + 1),
                "is too long; 65536 bytes are allowed"
            ),
        ])
    func noJSON(text: String, explanation: String) {
        #expect(
            Self.problem(Array(text.utf8))
                == "the board file \(explanation); it must be one JSON object in UTF-8")
    }

    @Test("that are JSON of another kind are refused as before")
    func otherKinds() {
        #expect(Self.problem(Array("[1]".utf8)) == "the board file must be one JSON object")
        #expect(
            Self.problem([0xFF, 0xFE, 0x7B, 0])
                == "the board file holds a control character at its byte 4; JSON has none there; "
                + "it must be one JSON object in UTF-8")
    }

    @Test("get one line of ours for any damage, and never a crash")
    func damaged() {
        let whole = Array(Self.whole.utf8)
        let hostile: [UInt8] = [0, 9, 10, 13, 0x1F, 0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x7F, 0xC3, 0xFF]
        var refused = 0
        for place in whole.indices {
            for byte in hostile {
                var damaged = whole
                damaged.insert(byte, at: place)
                guard let sentence = Self.problem(damaged) else { continue }
                refused += 1
                #expect(sentence.utf8.count < 400)
                #expect(sentence.utf8.allSatisfy { $0 >= 0x20 })
            }
        }
        #expect(refused > 1000)
    }
}
