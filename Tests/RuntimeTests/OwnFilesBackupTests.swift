import BoundedJSON
import ClockCore
import ClockFace
import ClockTime
import Control
import HAL
import LinuxHost
import Synchronization
import TestKit
import Testing

@testable import Runtime

/// A clock's own sounds and fonts, and the file between it and another one.
private final class Shelf {
    let sounds = MemoryOwnSounds()
    let fonts = MemoryFonts()
    let access = MemoryPassedFiles()
    private let files = PassedFiles()
    private var host: OwnFilesHost
    private let library: OwnSoundLibrary
    private var nextRequest = RequestID(1)

    init(quota: OwnSoundQuota = .standard) {
        library = OwnSoundLibrary(storage: sounds, program: ScriptedImport(), quota: quota)
        host = OwnFilesHost(
            sounds: SoundLibraryHost(
                library, over: .builtIn, shelf: Published(SoundShelf(.builtIn)), files: files),
            fonts: FontLibraryHost(
                fonts, for: .pixels(PixelGeometry(columns: 32, rows: 8, depth: .one)),
                fonts: Published(.builtIn), files: files),
            backups: BackupHost(
                access: access, zones: SystemZones(isWatched: false), files: files))
        _ = host.begin()
    }

    /// A sound of so many frames, each with its own value.
    static func wave(frames: Int, from first: Int) -> [UInt8] {
        WaveFile.header(frames: frames, rate: 48_000, isLoop: true)
            + (0..<frames).flatMap { frame in
                let value = UInt16(truncatingIfNeeded: first + frame)
                return [UInt8(value & 0xff), UInt8(value >> 8), 0, 0]
            } + WaveFile.loopMark(frames: frames, rate: 48_000)
    }

    func addSound(_ id: String, _ name: String, _ content: [UInt8]) throws {
        var file = OwnFile(kind: .sound, id: id, name: name, bytes: content.count)
        file.loudness = OwnFile.Loudness(level: -20.5, weighted: -23.25, peak: -3.125)
        file.importedAt = WallTime(nanoseconds: 1_774_800_000_000_000_000)
        try library.add(file) { place, count throws(OwnSoundError) in
            Array(content[place..<place + count])
        }
    }

    func addFont(_ text: String) {
        let number = fonts.passed.withLock { passed in
            passed.append(Array(text.utf8))
            return passed.count - 1
        }
        let request = request(passing: Int32(number))
        let events = host.answer(
            OwnFilesHost.Request(id: request, question: .font(.importFile(name: nil))),
            at: WallTime(nanoseconds: 0))
        #expect(events.contains { if case .fontsChanged = $0 { true } else { false } })
    }

    private func request(passing number: Int32) -> RequestID {
        nextRequest = RequestID(nextRequest.number + 1)
        _ = files.keep(PassedFile(number) { _ in }, for: nextRequest)
        return nextRequest
    }

    /// What the clock answers, after a backup was written.
    func write(_ backup: Backup, into given: [UInt8] = []) -> (reply: Reply?, file: [UInt8]) {
        access.files.withLock { $0[99] = given }
        let events = host.answer(.write(backup), for: request(passing: 99))
        guard case .answered(_, let reply)? = events.last else { return (nil, []) }
        return (reply, access.files.withLock { $0[99] ?? [] })
    }

    func read(_ bytes: [UInt8], isDryRun: Bool = false) -> [Event] {
        access.files.withLock { $0[99] = bytes }
        return host.answer(.read(isDryRun: isDryRun), for: request(passing: 99))
    }

    /// The backup that was found good.
    static func taken(_ events: [Event]) -> Backup? {
        for case .backupRead(_, let backup, _) in events { return backup }
        return nil
    }

    static func refusal(_ events: [Event]) -> String? {
        guard case .answered(_, .refused(.invalid("file", .inWords(let reason))))? = events.last
        else { return nil }
        return reason
    }

    var own: [OwnSound] { library.sounds }
    var contents: [String: [UInt8]] { sounds.state.withLock { $0.contents } }
    var fontFiles: [String: [UInt8]] { fonts.files.withLock { $0 } }
}

@Suite("Own sounds and fonts in a backup (product, X6)")
struct OwnFilesBackupTests {
    private let rain = Shelf.wave(frames: 100_000, from: 1)
    private let bell = Shelf.wave(frames: 2_000, from: 50_000)

    private func backup() throws -> Backup {
        let bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false)
        guard case .backup(let backup)? = bench.ask(.backup(.make())) else { throw NoBackup() }
        return backup
    }

    private struct NoBackup: Error {}

    private func filled() throws -> Shelf {
        let shelf = Shelf()
        try shelf.addSound("own-rain", "Rain on the roof", rain)
        try shelf.addSound("own-bell", "Bell", bell)
        shelf.addFont(TestFont.bdf())
        return shelf
    }

    private func file() throws -> [UInt8] { try filled().write(try backup()).file }

    @Test("A new clock gets each of them as it was, byte by byte")
    func roundTrip() throws {
        let (old, new) = (try filled(), Shelf())
        let (reply, file) = old.write(try backup())
        guard case .backup(let written)? = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(written.counts.sounds == 2 && written.counts.fonts == 1)
        // The text says what comes behind it.
        let text = String(decoding: file.prefix { $0 != 0x0A }, as: UTF8.self)
        #expect(text.contains(#""name":"Rain on the roof""#), "\(text)")
        let events = new.read(file)
        let taken = try #require(Shelf.taken(events))
        #expect(taken.files.map(\.fate) == [.taken, .taken, .taken])
        #expect(new.contents == old.contents)
        #expect(new.own == old.own)
        #expect(new.fontFiles == old.fontFiles)
        // The machine hears of them before it takes the rest.
        guard case .catalogueChanged(let catalogue)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(catalogue[SoundID("own-rain")] != nil)
        // It is a backup that the new one would write, too.
        #expect(new.write(try backup()).file == file)
    }

    @Test("A trial says the same, and adds nothing")
    func trial() throws {
        let (new, file) = (Shelf(), try file())
        let trial = try #require(Shelf.taken(new.read(file, isDryRun: true)))
        #expect(new.contents.isEmpty && new.fontFiles.isEmpty)
        let real = try #require(Shelf.taken(new.read(file)))
        #expect(trial == real)
    }

    @Test("The clock keeps what it has of the same name, and leaves out what has no room")
    func partly() throws {
        let file = try file()
        let new = Shelf(quota: OwnSoundQuota(bytes: 300_000, count: 9, reserve: 0))
        let other = Shelf.wave(frames: 900, from: 7)
        try new.addSound("own-bell", "Bell", other)
        new.addFont(TestFont.bdf())
        let before = new.fontFiles
        let taken = try #require(Shelf.taken(new.read(file)))
        #expect(taken.files.map(\.fate) == [.leftOut, .alreadyThere, .alreadyThere])
        #expect(new.contents == ["own-bell": other])
        #expect(new.fontFiles == before)
    }

    @Test("A sound that can't be kept after all is left out, and nothing of it stays")
    func unkept() throws {
        let (new, file) = (Shelf(), try file())
        new.sounds.state.withLock { $0.failsIndex = true }
        let taken = try #require(Shelf.taken(new.read(file)))
        #expect(taken.files.map(\.fate) == [.leftOut, .leftOut, .taken])
        #expect(new.own.isEmpty)
        #expect(new.sounds.state.withLock { $0.drafts.isEmpty && $0.files.isEmpty })
    }

    @Test("Each kind of damage behind the text is refused, and nothing is added")
    func damage() throws {
        let file = try file()
        let start = try #require(file.firstIndex(of: 0x0A)) + 1
        var flipped = file
        flipped[start + 300_000] ^= 4
        var header = file
        header[start + 20] ^= 1
        let cases: [(bytes: [UInt8], words: String)] = [
            (flipped, "\"Rain on the roof\" has a wrong checksum"),
            (header, "\"Rain on the roof\" has a wrong checksum"),
            (Array(file.dropLast(1)), "bytes of own sounds and fonts"),
            (file + [0], "bytes of own sounds and fonts"),
            (Array(file[..<start]), "0 of "),
            (Array(file[..<(start - 1)]), "0 of "),
            (Array(file.prefix(40)), "is no backup"),
        ]
        for (bytes, words) in cases {
            let new = Shelf()
            let refusal = Shelf.refusal(new.read(bytes))
            #expect(refusal?.contains(words) == true, "\(refusal ?? "taken"): \(words)")
            #expect(new.contents.isEmpty && new.fontFiles.isEmpty)
        }
    }

    /// A backup whose text and checksums are right, and whose files are these.
    private func made(_ files: [(OwnFile, [UInt8])]) throws -> [UInt8] {
        var backup = try backup()
        for (file, content) in files {
            var file = file
            var sum = CRC32C()
            sum.update(content[...])
            (file.checksum, file.bytes) = (sum.value, content.count)
            backup.files.append(file)
        }
        return BackupFile.json(of: backup).line() + files.flatMap(\.1)
    }

    @Test("What is no sound or font of a clock is refused, though all checksums are right")
    func foreign() throws {
        func sound(_ id: String, _ name: String = "Rain") -> OwnFile {
            OwnFile(kind: .sound, id: id, name: name, bytes: 1)
        }
        let slow = WaveFile.header(frames: 4, rate: 44_100) + [UInt8](repeating: 0, count: 16)
        let noise = [UInt8](repeating: 7, count: 500)
        let cases: [(files: [(OwnFile, [UInt8])], words: String)] = [
            ([(sound("own-rain"), noise)], "no sound"), ([(sound("own-rain"), slow)], "no sound"),
            ([(sound("pink"), bell)], "no sound"), ([(sound("own-rain", " "), bell)], "no sound"),
            (
                [(OwnFile(kind: .font, id: "open", name: "Open", bytes: 1), noise)],
                "no font"
            ),
            ([(sound("own-rain"), bell), (sound("own-rain"), bell)], "is there twice"),
        ]
        for (files, words) in cases {
            let new = Shelf()
            let refusal = Shelf.refusal(new.read(try made(files)))
            #expect(refusal?.contains(words) == true, "\(refusal ?? "taken"): \(words)")
            #expect(new.contents.isEmpty && new.fontFiles.isEmpty)
        }
        #expect(Shelf.taken(Shelf().read(try made([(sound("own-rain"), bell)]))) != nil)
    }

    @Test("Sizes that add up to more than is allowed are refused, also by one byte")
    func sizes() throws {
        var backup = try backup()
        for (id, bytes) in [("own-a", BackupFile.mostContent), ("own-b", 1)] {
            backup.files.append(OwnFile(kind: .sound, id: id, name: id, bytes: bytes))
        }
        #expect(throws: BackupFileError.self) {
            try BackupFile.backup(from: BackupFile.json(of: backup))
        }
    }

    @Test("A file with something in it is left alone, and one without room is refused")
    func targets() throws {
        let shelf = try filled()
        let (reply, file) = shelf.write(try backup(), into: [1, 2, 3])
        #expect(file == [1, 2, 3])
        guard case .refused(.invalid("file", .inWords(let reason)))? = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(reason == "has something in it; an empty one is needed")
        shelf.access.room.withLock { $0 = 100_000 }
        guard case .refused? = shelf.write(try backup()).reply else {
            Issue.record("a file without room was written")
            return
        }
    }
}
