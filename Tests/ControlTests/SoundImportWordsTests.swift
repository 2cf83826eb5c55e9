import ClockCore
import ReplySamples
import TestKit
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
            let request = try request(["sound", "import"] + words)
            #expect(request.command == .sounds(.importFile(name: name)))
            #expect(request.file == words[0])
            #expect(!text(RequestLine.encode(request.outgoing, id: "1")).contains("media"))
        }
        // There is no client here to open the file.
        let error = try thrown(UsageError.self) {
            try ClientWords.command("sound import cat.flac", zones: TestZones())
        }
        #expect(error.message.contains("the client has to open the file"))
    }
}
