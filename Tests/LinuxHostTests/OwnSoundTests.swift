import Foundation
import Glibc
import HAL
@testable import LinuxHost
import Testing

/// A folder with sounds whose samples count up, so that each sample is identifiable.
private struct Sounds {
    let folder: TemporaryFolder
    let storage: OwnSoundFolder

    init() throws {
        folder = try TemporaryFolder()
        storage = OwnSoundFolder(folder.path)
    }

    func write(_ id: String, frames: Int, rate: Int = 48_000, isLoop: Bool = true) throws {
        var bytes = WaveFile.header(frames: frames, rate: rate, isLoop: isLoop)
        for frame in 0..<frames {
            for sample in Sounds.frame(frame) {
                bytes.append(UInt8(truncatingIfNeeded: sample))
                bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
            }
        }
        if isLoop { bytes += WaveFile.loopMark(frames: frames, rate: rate) }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("\(id).wav")))
    }

    static func frame(_ frame: Int) -> [Int16] {
        [Int16(truncatingIfNeeded: frame), Int16(truncatingIfNeeded: -frame)]
    }

    static func frames(_ range: some Sequence<Int>) -> [Int16] { range.flatMap { frame($0) } }
}

/// Reads this many frames, or as many as there are.
private func read(_ source: any LoopSource, _ frames: Int) throws -> [Int16] {
    var samples = [Int16](repeating: 0x5555, count: 2 * frames)
    let count = try source.read(into: &samples, frames: frames)
    return Array(samples[..<(2 * count)])
}

@Suite("Reading own sounds")
struct OwnSoundReaderTests {
    @Test("A loop goes on at its beginning, frame by frame, across its buffer's ends")
    func loops() throws {
        let sounds = try Sounds()
        // More than one buffer of 16384 frames, and not a multiple of it.
        try sounds.write("own-count", frames: 20_011)
        let source = try sounds.storage.open("own-count", playback: .loop, rate: 48_000)
        #expect(source.frames == 20_011)
        var position = 0
        for _ in 0..<100 {
            let samples = try read(source, 1009)
            let expected = (position..<(position + 1009)).map { $0 % 20_011 }
            try #require(samples == Sounds.frames(expected))
            position += 1009
        }
    }

    @Test("A sound of a few frames fills any block", arguments: [1, 2, 7])
    func tiny(frames: Int) throws {
        let sounds = try Sounds()
        try sounds.write("own-tiny", frames: frames)
        let source = try sounds.storage.open("own-tiny", playback: .loop, rate: 48_000)
        #expect(try read(source, 100) == Sounds.frames((0..<100).map { $0 % frames }))
    }

    @Test("A sound that is played once ends, and stays at its end")
    func once() throws {
        let sounds = try Sounds()
        try sounds.write("own-once", frames: 1000, isLoop: false)
        let source = try sounds.storage.open("own-once", playback: .once, rate: 48_000)
        #expect(try read(source, 600) == Sounds.frames(0..<600))
        #expect(try read(source, 600) == Sounds.frames(600..<1000))
        #expect(try read(source, 600) == [])
        #expect(try read(source, 600) == [])
    }

    @Test("A missing sound, and a name that leads elsewhere, are missing")
    func missing() throws {
        let sounds = try Sounds()
        try sounds.write("own-real", frames: 10)
        let names = [
            "own-no", "", "../own-real", "own-real.wav", "/etc/passwd", "own real", "OWN-REAL",
        ]
        for id in names {
            #expect(throws: LoopSourceError.missing(id: id)) {
                _ = try sounds.storage.open(id, playback: .loop, rate: 48_000)
            }
        }
    }

    @Test("A damaged header, a file that is cut off, and what is no file are damaged")
    func damaged() throws {
        let sounds = try Sounds()
        try sounds.folder.write(
            "RIFF and then nothing that makes sense, for 44 bytes", to: "own-words.wav")
        try sounds.folder.write("", to: "own-empty.wav")
        try sounds.write("own-cut", frames: 1000)
        #expect(truncate(sounds.folder.file("own-cut.wav"), 2000) == 0)
        #expect(mkdir(sounds.folder.file("own-folder.wav"), 0o700) == 0)
        #expect(mkfifo(sounds.folder.file("own-pipe.wav"), 0o600) == 0)
        for id in ["own-words", "own-empty", "own-cut", "own-folder", "own-pipe"] {
            #expect(throws: LoopSourceError.damaged(id: id)) {
                _ = try sounds.storage.open(id, playback: .loop, rate: 48_000)
            }
        }
    }

    @Test("A sound that is deleted while it plays plays on; one that is cut off says so")
    func changesWhilePlaying() throws {
        let sounds = try Sounds()
        try sounds.write("own-gone", frames: 40_000)
        let source = try sounds.storage.open("own-gone", playback: .loop, rate: 48_000)
        _ = try read(source, 100)
        try sounds.storage.remove("own-gone")
        #expect(try read(source, 40_000) == Sounds.frames((100..<40_100).map { $0 % 40_000 }))

        try sounds.write("own-cut", frames: 40_000)
        let other = try sounds.storage.open("own-cut", playback: .loop, rate: 48_000)
        _ = try read(other, 100)
        #expect(truncate(sounds.folder.file("own-cut.wav"), 70_000) == 0)
        #expect(throws: LoopSourceError.damaged(id: "own-cut")) { _ = try read(other, 40_000) }
    }

    @Test("At 44.1 kHz a loop of whole periods stays one tone across its seam")
    func resampled() throws {
        let sounds = try Sounds()
        // 100 frames are one period of 480 Hz, also at the seam.
        let period = (0..<100).map { Int16(10_000 * sin(2 * .pi * Double($0) / 100)) }
        var bytes = WaveFile.header(frames: 10_000, rate: 48_000, isLoop: true)
        for _ in 0..<100 {
            for sample in period {
                let pair = [
                    UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8),
                ]
                bytes += pair + pair
            }
        }
        bytes += WaveFile.loopMark(frames: 10_000, rate: 48_000)
        try Data(bytes).write(to: URL(fileURLWithPath: sounds.folder.file("own-tone.wav")))
        let source = try sounds.storage.open("own-tone", playback: .loop, rate: 44_100)
        #expect(source.frames == 9188)
        var samples: [Int16] = []
        for _ in 0..<60 { samples += try read(source, 1000) }
        #expect(samples.count == 2 * 60_000)
        let step = 2 * Double.pi * 480 / 44_100
        for frame in 2000..<60_000 {
            let expected = 10_000 * sin(step * Double(frame))
            try #require(abs(Double(samples[2 * frame]) - expected) < 20, "frame \(frame)")
        }
    }

    @Test(
        "At 44.1 kHz a sound that is played once has its whole length, and an odd rate is refused")
    func resampledOnce() throws {
        let sounds = try Sounds()
        try sounds.write("own-once", frames: 4800, isLoop: false)
        let source = try sounds.storage.open("own-once", playback: .once, rate: 44_100)
        var count = 0
        while true {
            let samples = try read(source, 1000)
            if samples.isEmpty { break }
            count += samples.count / 2
        }
        #expect(count == 4410)
        #expect(source.frames == 4410)
        #expect(throws: LoopSourceError.badRate(3)) {
            _ = try sounds.storage.open("own-once", playback: .once, rate: 3)
        }
    }
}

@Suite("The folder of own sounds")
struct OwnSoundFolderTests {
    @Test("A folder that is not there holds nothing, and is made with the first draft")
    func fresh() throws {
        let folder = try TemporaryFolder()
        let storage = OwnSoundFolder(folder.file("own-sounds"))
        #expect(try storage.scan() == [])
        #expect(try storage.readIndex() == nil)
        #expect(try storage.freeBytes() > 0)
        try storage.remove("own-none")
        let draft = try storage.makeDraft("own-a")
        #expect(draft == folder.file("own-sounds/own-a.wav.new"))
        #expect(folder.mode(of: "own-sounds") == 0o700)
    }

    @Test("Only whole sounds with plain names are found")
    func scan() throws {
        let sounds = try Sounds()
        try sounds.write("own-b", frames: 10)
        try sounds.write("own-a", frames: 20, isLoop: false)
        try sounds.write("Other Name", frames: 10)
        try sounds.folder.write("x", to: "own-broken.wav")
        try sounds.folder.write("x", to: "own-draft.wav.new")
        let found = try sounds.storage.scan()
        #expect(
            found == [
                OwnSoundFile(
                    id: "own-a", bytes: 44 + 80,
                    content: WaveContent(frames: 20, rate: 48_000, isLoop: false)),
                OwnSoundFile(
                    id: "own-b", bytes: 44 + 40 + 68,
                    content: WaveContent(frames: 10, rate: 48_000, isLoop: true)),
            ])
        #expect(sounds.storage.holds("own-broken"))
        #expect(!sounds.storage.holds("own-draft"))
        #expect(!sounds.storage.holds("../own-a"))
    }

    @Test("A draft becomes a sound, but never in the place of one")
    func drafts() throws {
        let sounds = try Sounds()
        try sounds.write("own-made", frames: 10)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: sounds.folder.file("own-made.wav")))
        let draft = try sounds.storage.makeDraft("own-new")
        try bytes.write(to: URL(fileURLWithPath: draft))
        let kept = try sounds.storage.keepDraft("own-new")
        #expect(kept.content.frames == 10)
        #expect(!sounds.folder.exists("own-new.wav.new"))

        let second = try sounds.storage.makeDraft("own-new")
        try bytes.write(to: URL(fileURLWithPath: second))
        #expect(throws: OwnSoundStorageError.self) { _ = try sounds.storage.keepDraft("own-new") }
        sounds.storage.dropDraft("own-new")
        #expect(!sounds.folder.exists("own-new.wav.new"))
        #expect(try sounds.storage.scan().map(\.id) == ["own-made", "own-new"])
    }

    @Test("A sound is copied in blocks, from its file into a draft")
    func blocks() throws {
        let sounds = try Sounds()
        try sounds.write("own-old", frames: 1000)
        let size = try #require(try sounds.storage.scan().first).bytes
        _ = try sounds.storage.makeDraft("own-new")
        var place = 0
        while place < size {
            let block = try sounds.storage.bytes(of: "own-old", at: place, count: 700)
            try sounds.storage.extendDraft("own-new", with: block)
            place += block.count
        }
        #expect(place == size)
        #expect(try sounds.storage.bytes(of: "own-old", at: size, count: 700) == [])
        #expect(try sounds.storage.keepDraft("own-new").content.frames == 1000)
        let files = try ["own-old.wav", "own-new.wav"].map {
            try Data(contentsOf: URL(fileURLWithPath: sounds.folder.file($0)))
        }
        #expect(files[0] == files[1])
        #expect(throws: OwnSoundStorageError.self) {
            try sounds.storage.bytes(of: "own-none", at: 0, count: 1)
        }
    }

    @Test("No name leads out of the folder")
    func names() throws {
        let sounds = try Sounds()
        let long = String(repeating: "a", count: 65)
        for id in ["", ".", "../x", "a/b", "A", "ä", "a.b", long] {
            #expect(throws: OwnSoundStorageError.badID(id)) { _ = try sounds.storage.makeDraft(id) }
            #expect(throws: OwnSoundStorageError.badID(id)) { try sounds.storage.remove(id) }
        }
    }

    @Test("The index is replaced whole")
    func index() throws {
        let sounds = try Sounds()
        try sounds.storage.replaceIndex([1, 2, 3])
        try sounds.storage.replaceIndex([4])
        #expect(try sounds.storage.readIndex() == [4])
    }
}
