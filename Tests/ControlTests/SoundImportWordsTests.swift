import ClockCore
import Testing

@testable import Control

@Suite("Words of an import")
struct SoundImportWordsTests {
    @Test("An import names a file for the client to open, and the clock hears a name for the sound")
    func imports() throws {
        for (words, name) in [
            (["/media/Rain on the roof.flac"], "Rain on the roof"), (["a.b.ogg"], "a.b"),
            ([".wav"], ".wav"), (["cat.wav", "--name", "Cat"], "Cat"),
        ] {
            let action = try ClientWords.parse(["sound", "import"] + words, zones: TestZones())
            let request = ClientRequest(
                command: .sounds(.importFile(name: name)), isJSON: false, socket: nil,
                file: words[0])
            #expect(action == .request(request))
            #expect(!String(decoding: line(request.command), as: UTF8.self).contains("media"))
        }
        // Nobody is there who could open it.
        let error = try thrown(UsageError.self) {
            try ClientWords.command("sound import cat.flac", zones: TestZones())
        }
        #expect(error.message.contains("passes it through the clock's socket"))
    }

    private func line(_ command: Command) -> [UInt8] {
        RequestLine.encode(Request(id: "1", key: nil, command: command))
    }
}
