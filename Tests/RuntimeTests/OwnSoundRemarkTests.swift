import ClockCore
import ClockTime
import HAL
@testable import Runtime
import Synchronization
import Testing

/// What a person is told of a sound that has just been imported (product, N8).
@Suite("The answer to an import")
struct OwnSoundRemarkTests {
    @Test("The answer to an import says what is missing, and by how much it stays softer")
    func remarks() throws {
        func description(_ report: String) throws -> String {
            let program = ScriptedImport()
            program.answer.withLock {
                $0 = SoundImportRun(end: .exited(0), report: Array(report.utf8))
            }
            let files = PassedFiles()
            let host = SoundLibraryHost(
                OwnSoundLibrary(storage: MemoryOwnSounds(), program: program), over: .builtIn,
                shelf: Published(SoundShelf(.builtIn)), files: files)
            #expect(files.keep(PassedFile(3) { _ in }, for: RequestID(1)))
            let events = host.answer(
                .importFile(name: "Rain"), for: RequestID(1), at: WallTime(nanoseconds: 0))
            guard case .answered(_, .sound(let report)) = events.last else {
                throw OwnSoundError.cancelled
            }
            return report.sound.description
        }
        #expect(try description(#"{"frames":100000}"#) == "your own, 2 s")
        let cut = #"{"frames":100000,"remarks":["4 s of 5 s could be read"]}"#
        #expect(try description(cut) == "your own, 2 s. 4 s of 5 s could be read")
        let peaks = #"{"frames":100000,"level":-30,"levelA":-30,"peak":0.9}"#
        #expect(
            try description(peaks) == "your own, 2 s, 6 dB softer. As noise it stays 6 dB softer "
                + "than the clock's own sounds, because its loudest moments can't be raised"
        )
        let faint = #"{"frames":100000,"level":-50,"levelA":-50,"peak":0.01}"#
        #expect(try description(faint).contains("14 dB softer than the clock's own sounds"))
        let fine = #"{"frames":100000,"level":-30,"levelA":-30,"peak":0.2}"#
        #expect(try description(fine) == "your own, 2 s")
    }
}
