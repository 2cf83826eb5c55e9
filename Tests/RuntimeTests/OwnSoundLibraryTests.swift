import ClockCore
import ClockTime
import HAL
@testable import Runtime
import Synchronization
import Testing

/// An import program with scripted answers.
final class ScriptedImport: SoundImportProgram {
    let orders = Mutex<[SoundImportOrder]>([])
    let answer = Mutex(SoundImportRun(end: .exited(0), report: Array("{\"frames\":100000}\n".utf8)))

    func run(_ order: SoundImportOrder) -> SoundImportRun {
        orders.withLock { $0.append(order) }
        return answer.withLock { $0 }
    }

    func cancel() {
        answer.withLock { $0 = SoundImportRun(end: .cancelled, report: []) }
    }
}

@Suite("The library of own sounds")
struct OwnSoundLibraryTests {
    private let storage = MemoryOwnSounds()
    private let program = ScriptedImport()
    private let file = PassedFile(3) { _ in }
    private let now = WallTime(nanoseconds: 1_774_800_000_000_000_000)

    private func library(
        quota: OwnSoundQuota = .standard
    ) -> OwnSoundLibrary {
        OwnSoundLibrary(storage: storage, program: program, quota: quota)
    }

    private func add(
        _ name: String, to library: OwnSoundLibrary
    ) throws(OwnSoundError) -> OwnSound {
        try library.add(file, named: name, playback: .loop, at: now).sound
    }

    @Test("A sound is imported under its quota, listed, and there again after a restart")
    func adds() throws {
        let library = library()
        let sound = try add("  Rain on the Roof ", to: library)
        #expect(sound.id == "own-rain-on-the-roof")
        #expect(sound.name == "Rain on the Roof")
        #expect(sound.importedAt == now)
        #expect(sound.frames == 100_000)
        let order = try #require(program.orders.withLock { $0.first })
        #expect(order.source == file)
        #expect(order.target == "/sounds/own-rain-on-the-roof.wav.new")
        #expect(order.largestBytes == 500_000_000)
        #expect(library.sounds == [sound])
        let again = self.library()
        #expect(again.sounds == [sound])
        #expect(again.notices.isEmpty)
        #expect(library.usedBytes == 400_112)
    }

    @Test("An import is made of the file that came with its request, and of nothing else")
    func fromRequest() throws {
        let library = library()
        let files = PassedFiles()
        let host = SoundLibraryHost(
            library, over: .builtIn, shelf: Published(SoundShelf(.builtIn)), files: files)
        func ask(_ number: UInt64) throws -> Reply {
            let events = host.answer(.importFile(name: "Rain"), for: RequestID(number), at: now)
            guard case .answered(RequestID(number), let reply) = events.last
            else { throw OwnSoundError.cancelled }
            return reply
        }
        guard case .refused(.invalid("file", let reason)) = try ask(1) else {
            Issue.record("an import without a file was not refused")
            return
        }
        #expect(reason == .inWords("no open file came with the request; pass one by SCM_RIGHTS"))
        #expect(files.keep(file, for: RequestID(2)))
        guard case .refused = try ask(1), case .sound = try ask(2), case .refused = try ask(2)
        else {
            Issue.record("a file is another request's, or taken twice")
            return
        }
        #expect(program.orders.withLock { $0.map(\.source) } == [file])
    }

    @Test("Ids come from the names, differ, and outlive another name")
    func ids() throws {
        let library = library()
        let first = try add("Café Noël № 7!", to: library)
        #expect(first.id == "own-cafe-noel-7")
        #expect(try add("cafe noel 7", to: library).id == "own-cafe-noel-7-2")
        #expect(try add("雨", to: library).id == "own-sound")
        let long = try add(String(repeating: "x y", count: 33), to: library)
        #expect(long.id.utf8.count <= OwnSoundRules.longestID)
        let renamed = try library.rename(first.id, to: "Kettle")
        #expect(renamed.id == first.id)
        #expect(self.library().sounds.first?.name == "Kettle")
        // The id is taken by a file that is in no list.
        #expect(OwnSoundRules.makeID(from: "a") { $0 != "own-a-3" } == "own-a-3")
    }

    @Test(
        "A name that cannot be shown on a line is refused, with what is allowed",
        arguments: ["", "   ", "two\nlines", String(repeating: "x", count: 101)])
    func names(name: String) throws {
        let library = library()
        #expect(throws: OwnSoundError.self) { _ = try add(name, to: library) }
        #expect(program.orders.withLock { $0.isEmpty })
        let sound = try add("good", to: library)
        #expect(throws: OwnSoundError.self) { _ = try library.rename(sound.id, to: name) }
        #expect(library.sounds == [sound])
    }

    @Test("The quota bounds how much and how many, and its refusals say so")
    func quota() throws {
        let quota = OwnSoundQuota(bytes: 900_000, count: 2, reserve: 1000)
        let library = library(quota: quota)
        _ = try add("one", to: library)
        _ = try add("two", to: library)
        #expect(program.orders.withLock { $0.map(\.largestBytes) } == [900_000, 900_000 - 400_112])
        #expect(throws: OwnSoundError.tooMany(limit: 2)) { _ = try add("three", to: library) }
        let other = self.library(quota: OwnSoundQuota(bytes: 900_000, count: 9, reserve: 1000))
        #expect(throws: OwnSoundError.quotaFull(used: 800_224, limit: 900_000)) {
            _ = try add("three", to: other)
        }
        _ = try library.delete("own-one")
        storage.state.withLock { $0.free = 300_000 }
        _ = try add("three", to: library)
        #expect(program.orders.withLock { $0.last?.largestBytes } == 299_000)
        _ = try library.delete("own-two")
        storage.state.withLock { $0.free = 100_000 }
        #expect(throws: OwnSoundError.diskFull) { _ = try add("four", to: library) }
        #expect(OwnSoundError.tooMany(limit: 2).message.contains("2 own sounds"))
    }

    @Test(
        "A list that is lost or makes no sense loses no sound",
        arguments: [nil, "", "{\"form\":", "[]"])
    func lostIndex(text: String?) throws {
        let library = library()
        _ = try add("Rain", to: library)
        _ = try add("Fan in the hall", to: library)
        storage.state.withLock { $0.index = text.map { Array($0.utf8) } }
        let again = self.library()
        #expect(again.sounds.map(\.id) == ["own-fan-in-the-hall", "own-rain"])
        #expect(again.sounds.map(\.name) == ["fan in the hall", "rain"])
        #expect(again.sounds.allSatisfy { $0.importedAt == nil && $0.playback == .loop })
        #expect(again.notices.count == 1)
        // The next change rewrites it.
        _ = try again.rename("own-rain", to: "Rain")
        #expect(self.library().sounds.map(\.name) == ["fan in the hall", "Rain"])
    }

    @Test("A sound whose file is gone is left out with a word")
    func lostFile() throws {
        let library = library()
        _ = try add("Rain", to: library)
        let fan = try add("Fan", to: library)
        storage.remove("own-rain")
        let again = self.library()
        #expect(again.sounds == [fan])
        #expect(
            again.notices == [
                "the file of your own sound \"Rain\" (own-rain) is gone. Import it again"
            ])
    }

    @Test("What is deleted is gone for good, and unknown ids are refused by name")
    func deletes() throws {
        let library = library()
        let sound = try add("Rain", to: library)
        #expect(try library.delete(sound.id) == sound)
        #expect(library.sounds.isEmpty)
        #expect(self.library().sounds.isEmpty)
        #expect(throws: OwnSoundError.unknownSound(id: "own-rain")) {
            _ = try library.delete("own-rain")
        }
        #expect(throws: OwnSoundError.unknownSound(id: "pink")) {
            _ = try library.rename("pink", to: "x")
        }
    }

    @Test("A list that cannot be written undoes an import and a name, and lets a deletion stand")
    func fullDisk() throws {
        let library = library()
        let rain = try add("Rain", to: library)
        storage.state.withLock { $0.failsIndex = true }
        #expect(throws: OwnSoundError.diskFull) { _ = try add("Fan", to: library) }
        #expect(library.sounds == [rain])
        #expect(!storage.holds("own-fan"))
        #expect(throws: OwnSoundError.diskFull) { _ = try library.rename(rain.id, to: "x") }
        #expect(library.sounds == [rain])
        #expect(try library.delete(rain.id) == rain)
        #expect(library.sounds.isEmpty)
    }

    @Test(
        "Each end of the import program has its words, and leaves no draft",
        arguments: [
            (
                SoundImportEnd.exited(65), #"{"error":{"code":"aac","message":"use ffmpeg"}}"#,
                OwnSoundError.refused(code: .aac, message: "use ffmpeg")
            ),
            (
                .exited(74), #"{"error":{"code":"readFailed","message":"no"}}"#,
                .failed("the import failed: no")
            ),
            (
                .exited(0), #"{"frames":0}"#,
                .failed("the import ended with exit status 0 and no result")
            ),
            (.exited(1), "", .failed("the import ended with exit status 1 and no result")),
            (
                .exited(0), "{\"frames\":1}{",
                .failed("the import ended with exit status 0 and no result")
            ),
            (.cancelled, "", .cancelled),
        ])
    func ends(end: SoundImportEnd, report: String, error: OwnSoundError) throws {
        let library = library()
        program.answer.withLock { $0 = SoundImportRun(end: end, report: Array(report.utf8)) }
        #expect(throws: error) { _ = try add("Rain", to: library) }
        #expect(library.sounds.isEmpty)
        #expect(storage.state.withLock { $0.drafts.isEmpty && $0.files.isEmpty })
    }

    private func answer(_ report: String) {
        program.answer.withLock {
            $0 = SoundImportRun(end: .exited(0), report: Array(report.utf8))
        }
    }

    @Test(
        "What was measured at the import is kept with the sound, through another name and a restart"
    )
    func loudness() throws {
        let library = library()
        answer(#"{"frames":100000,"peak":0.5,"level":-31.5,"levelA":-35.4,"gain":1}"#)
        let rain = try add("Rain", to: library)
        let measured = try #require(rain.loudness)
        #expect(measured.level == -31.5)
        #expect(measured.weighted == -35.4)
        #expect(abs(measured.peak - -6.02) < 0.01)
        #expect(try library.rename(rain.id, to: "Drizzle").loudness == measured)
        let again = self.library()
        #expect(again.sounds.map(\.loudness) == [measured])
        // Also where the sounds are generated.
        let collection = SoundCollection.builtIn.adding(again.sounds)
        #expect(
            SoundShelf(collection, own: again.sounds).making(of: SoundID(rain.id))
                == .file(SoundShelf.SoundFile(name: rain.id, loudness: measured)))
    }

    @Test("A list of an older clock, which measured nothing, loads whole")
    func olderList() throws {
        let library = library()
        _ = try add("Rain", to: library)
        let older = """
            {"form": 1, "sounds": [{"bytes": 400112, "frames": 100000, "id": "own-rain",
            "importedAt": "2026-03-29T20:00:00Z", "name": "Rain of mine", "playback": "loop",
            "seconds": 2.1}]}
            """
        storage.state.withLock { $0.index = Array(older.utf8) }
        let again = self.library()
        #expect(again.notices.isEmpty)
        let rain = try #require(again.sounds.first)
        #expect(rain.name == "Rain of mine")
        #expect(rain.importedAt != nil)
        #expect(rain.loudness == nil)
    }

    @Test(
        "A list of a newer clock loses nothing that this one does not know when it is written again"
    )
    func newerList() throws {
        let library = library()
        _ = try add("Rain", to: library)
        let newer = """
            {"form": 2, "shelves": ["attic"], "sounds": [{"bytes": 400112, "frames": 100000, "id": "own-rain",
            "name": "Rain of mine", "playback": "backwards", "seconds": 2.1, "mood": {"calm": 3}},
            {"id": "own-other", "name": 7}]}
            """
        storage.state.withLock { $0.index = Array(newer.utf8) }
        let again = self.library()
        #expect(again.notices.isEmpty)
        #expect(again.sounds.map(\.name) == ["Rain of mine"])
        #expect(again.sounds.first?.playback == .loop)
        _ = try again.rename("own-rain", to: "Rain of ours")
        let written = String(
            decoding: storage.state.withLock { $0.index } ?? [], as: UTF8.self)
        for part in ["Rain of ours", "\"attic\"", "\"calm\": 3"] {
            #expect(written.contains(part), "\(part) in \(written)")
        }
    }

    @Test(
        "Numbers that make no sense count as not measured, and the sound is there",
        arguments: [
            #"{"frames":100000}"#, #"{"frames":100000,"peak":0.5,"level":-31.5}"#,
            #"{"frames":100000,"peak":0,"level":-31.5,"levelA":-35.4}"#,
            #"{"frames":100000,"peak":0.5,"level":-31.5,"levelA":-1e30}"#,
            #"{"frames":100000,"peak":0.5,"level":90,"levelA":-35.4}"#,
            #"{"frames":100000,"peak":1e30,"level":-31.5,"levelA":-35.4}"#,
        ])
    func nonsense(report: String) throws {
        answer(report)
        let sound = try add("Rain", to: library())
        #expect(sound.loudness == nil)
    }

    @Test("A sound is brought to the others' loudness, by 12 dB and up to -1 dBFS at most")
    func noiseGain() throws {
        func gain(_ weighted: Float, _ peak: Float) throws -> Float {
            try #require(OwnSoundLoudness(level: -20, weighted: weighted, peak: peak)).noiseGain
        }
        #expect(abs(try gain(-10, -1) - -13.9) < 0.01)
        #expect(abs(try gain(-33.9, -20) - 10) < 0.01)
        #expect(abs(try gain(-33.9, -5) - 4) < 0.01)
        #expect(abs(try gain(-70, -50) - 12) < 0.01)
    }

    @Test("Time that ran out and a decoder that broke down are refusals of the file")
    func kills() throws {
        let library = library()
        for (end, code) in [
            (SoundImportEnd.timedOut, ImportRefusal.timeOut), (.signalled(11), .damaged),
        ] {
            program.answer.withLock { $0 = SoundImportRun(end: end, report: []) }
            do throws(OwnSoundError) {
                _ = try add("Rain", to: library)
                Issue.record("\(end) gave a sound")
            } catch {
                guard case .refused(code, _) = error else {
                    Issue.record("\(end) gave \(error)")
                    continue
                }
            }
        }
        library.stop()
        #expect(throws: OwnSoundError.cancelled) { _ = try add("Rain", to: library) }
    }
}
