import CALSA
import Foundation
import Glibc
import HAL
import Synchronization
import Testing

@testable import LinuxHost

/// The test machines have no sound hardware. ALSA's own `file` plugin over `null` stands in.
@Suite("The ALSA sink")
struct ALSASinkTests {
    /// A temporary folder for one test.
    private final class Scratch {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "noiseclock-alsa-\(UUID())")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                Issue.record("scratch folder stays behind: \(error)")
            }
        }

        var file: URL { folder.appending(path: "out.raw") }
        var device: String { "file:'\(file.path)',raw" }
    }

    /// `frames` frames of 32-bit stereo in the format that `null` accepts; all samples differ.
    private static func ramp(_ frames: Int) -> [Int32] {
        (0..<2 * frames).map { Int32(truncatingIfNeeded: $0 &* 518_999_119) }
    }

    private static func write(_ samples: [Int32], to sink: ALSASink, block: Int) throws(PCMError) {
        let frames = samples.count / 2
        for start in stride(from: 0, to: frames, by: block) {
            let part = Array(samples[2 * start..<2 * min(start + block, frames)])
            let result = part.withUnsafeBytes { bytes -> Result<Void, PCMError> in
                guard let base = bytes.baseAddress else { return .success(()) }
                do throws(PCMError) {
                    return .success(try sink.write(base, frames: part.count / 2))
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
    }

    @Test(
        "It opens at the preferred rate, 48 kHz unless told, in 32 bits, stereo, four periods of 1024 frames"
    )
    func format() throws {
        let sink = ALSASink(device: "null")
        let usual = PCMFormat(
            sample: .int32, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        #expect(try sink.open() == usual)
        sink.close(draining: false)
        #expect(try ALSASink(device: "null", preferredRate: 44_100).open().rate == 44_100)
    }

    @Test("Of a name with a converting plugin the card itself is tried first, of no other")
    func cardItself() {
        #expect(
            ALSAParameters.cardItself(of: "plughw:CARD=Device,DEV=0") == "hw:CARD=Device,DEV=0")
        for name in ["hw:CARD=Device", "default", "plug:null", "bluealsa", ""] {
            #expect(ALSAParameters.cardItself(of: name) == nil)
        }
    }

    @Test("What is written arrives in the device as it was handed over", arguments: [1024, 300])
    func content(block: Int) throws {
        let scratch = try Scratch()
        let sink = ALSASink(device: scratch.device)
        _ = try sink.open()
        let samples = ALSASinkTests.ramp(10_000)
        try ALSASinkTests.write(samples, to: sink, block: block)
        sink.close(draining: true)
        let data = try Data(contentsOf: scratch.file)
        let written = data.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
        #expect(written == samples)
        #expect(sink.underruns == 0)
    }

    @Test("It opens again after closing, and closing twice does nothing")
    func reopen() throws {
        let scratch = try Scratch()
        let sink = ALSASink(device: scratch.device)
        for _ in 0..<3 {
            _ = try sink.open()
            try ALSASinkTests.write(ALSASinkTests.ramp(2048), to: sink, block: 1024)
            sink.close(draining: false)
            sink.close(draining: true)
        }
        #expect(FileManager.default.fileExists(atPath: scratch.file.path))
    }

    @Test(
        "A device that does not exist is gone, whichever way it is named",
        arguments: ["no-such-device", "hw:CARD=NoSuchCard", "plughw:97,0"])
    func absent(device: String) {
        let sink = ALSASink(device: device)
        #expect(throws: PCMError.gone) { try sink.open() }
    }

    @Test("Writing while closed says that the device is gone")
    func closed() {
        let sink = ALSASink(device: "null")
        #expect(throws: PCMError.gone) {
            try ALSASinkTests.write(ALSASinkTests.ramp(16), to: sink, block: 16)
        }
    }

    @Test(
        "ALSA's codes keep their meaning",
        arguments: [
            (ENODEV, PCMError.gone), (ENOENT, .gone), (ENXIO, .gone), (EBADFD, .gone),
            (EBUSY, .busy), (EAGAIN, .busy), (EIO, .io(errno: EIO)), (EINVAL, .io(errno: EINVAL)),
        ])
    func codes(code: Int32, error: PCMError) {
        #expect(throws: error) { try ALSASink.check(-code) }
    }

    @Test("Three recoveries a second are admitted, a fourth only when the first is a second old")
    func budget() {
        var budget = RecoveryBudget()
        let second: Int64 = 1_000_000_000
        let times = [0, second / 10, second / 5, second / 2, second - 1, second, second + 1]
        let answers = times.map { budget.admit(at: $0) }
        #expect(answers == [true, true, true, false, false, true, false])
    }

    // A stand-in for `snd_pcm_writei` is a C function and cannot capture context, so an atomic of
    // its own controls it. Each test has one, because tests run in parallel.

    private static let xruns = Atomic<Int>(0)
    private static let endless = Atomic<Int>(0)
    private static let idle = Atomic<Int>(0)

    @Test("An underrun is recovered and counted, and every frame still arrives")
    func recovered() throws {
        let scratch = try Scratch()
        let sink = ALSASink(
            device: scratch.device,
            transfer: { pcm, samples, frames in
                let call = ALSASinkTests.xruns.wrappingAdd(1, ordering: .relaxed).newValue
                if call == 3 { return Int(-EPIPE) }
                if call == 5 { return Int(-ESTRPIPE) }
                return ALSASink.writeFrames(pcm, samples, min(frames, 700))
            })
        _ = try sink.open()
        let samples = ALSASinkTests.ramp(5000)
        try ALSASinkTests.write(samples, to: sink, block: 1024)
        sink.close(draining: true)
        #expect(sink.underruns == 2)
        #expect(try Data(contentsOf: scratch.file).count == 40_000)
    }

    @Test("A fourth underrun within a second closes the device instead of spinning")
    func spinning() throws {
        let sink = ALSASink(
            device: "null",
            transfer: { _, _, _ in
                _ = ALSASinkTests.endless.wrappingAdd(1, ordering: .relaxed)
                return Int(-EPIPE)
            })
        _ = try sink.open()
        #expect(throws: PCMError.io(errno: EPIPE)) {
            try ALSASinkTests.write(ALSASinkTests.ramp(64), to: sink, block: 64)
        }
        #expect(ALSASinkTests.endless.load(ordering: .relaxed) == 4)
        #expect(sink.underruns == 3)
        #expect(throws: PCMError.gone) {
            try ALSASinkTests.write(ALSASinkTests.ramp(64), to: sink, block: 64)
        }
    }

    @Test("A device that vanishes while it is written closes and is gone")
    func unplugged() throws {
        let sink = ALSASink(device: "null", transfer: { _, _, _ in Int(-ENODEV) })
        _ = try sink.open()
        #expect(throws: PCMError.gone) {
            try ALSASinkTests.write(ALSASinkTests.ramp(64), to: sink, block: 64)
        }
        #expect(try sink.open().rate == 48_000)
    }

    private static let vanishing = Atomic<Int32>(0)
    private static let vanishedWrites = Atomic<Int>(0)

    @Test("Whatever a card says when it vanishes, it is closed after one write, and gone")
    func vanished() throws {
        let sink = ALSASink(
            device: "null",
            transfer: { _, _, _ in
                _ = ALSASinkTests.vanishedWrites.wrappingAdd(1, ordering: .relaxed)
                return -Int(ALSASinkTests.vanishing.load(ordering: .relaxed))
            },
            // What `snd_pcm_prepare` returns for a card that has gone.
            recovery: { _, _ in -ENODEV })
        for errno in [ENODEV, EBADFD, ESHUTDOWN, EPIPE, ESTRPIPE] {
            ALSASinkTests.vanishing.store(errno, ordering: .relaxed)
            ALSASinkTests.vanishedWrites.store(0, ordering: .relaxed)
            _ = try sink.open()
            #expect(throws: PCMError.gone) {
                try ALSASinkTests.write(ALSASinkTests.ramp(64), to: sink, block: 64)
            }
            #expect(ALSASinkTests.vanishedWrites.load(ordering: .relaxed) == 1)
        }
    }

    private static let recoveries = Atomic<Int>(0)

    @Test("A device whose underrun is that it was pulled out is gone, and nothing is recovered")
    func disconnected() throws {
        let sink = ALSASink(
            device: "null", transfer: { _, _, _ in Int(-EPIPE) },
            recovery: { _, _ in
                _ = ALSASinkTests.recoveries.wrappingAdd(1, ordering: .relaxed)
                return 0
            },
            state: { _ in SND_PCM_STATE_DISCONNECTED })
        _ = try sink.open()
        #expect(throws: PCMError.gone) {
            try ALSASinkTests.write(ALSASinkTests.ramp(64), to: sink, block: 64)
        }
        #expect(ALSASinkTests.recoveries.load(ordering: .relaxed) == 0)
        #expect(sink.underruns == 0)
    }

    @Test("A device that takes nothing and says nothing is given up")
    func stuck() throws {
        let sink = ALSASink(
            device: "null",
            transfer: { _, _, _ in
                _ = ALSASinkTests.idle.wrappingAdd(1, ordering: .relaxed)
                return 0
            })
        _ = try sink.open()
        #expect(throws: PCMError.io(errno: EIO)) {
            try ALSASinkTests.write(ALSASinkTests.ramp(64), to: sink, block: 64)
        }
        #expect(ALSASinkTests.idle.load(ordering: .relaxed) == 3)
    }

    @Test("What was played is what was written, less what ALSA says is still to come")
    func played() throws {
        let sink = ALSASink(
            device: "null", transfer: ALSASink.writeFrames,
            delay: { _, left in
                left?.pointee = 1000
                return 0
            })
        _ = try sink.open()
        #expect(sink.playedFrames == 0)
        try Self.write(Self.ramp(1024), to: sink, block: 1024)
        #expect(sink.playedFrames == 24)
        try Self.write(Self.ramp(1024), to: sink, block: 1024)
        #expect(sink.playedFrames == 1048)
        sink.close(draining: false)
        #expect(sink.playedFrames == 1048)
        _ = try sink.open()
        #expect(sink.playedFrames == 0)
    }

    @Test(
        "A device that ALSA can say nothing of stands where it was; one without a clock plays at once"
    )
    func playedUnknown() throws {
        let silent = ALSASink(
            device: "null", transfer: ALSASink.writeFrames, delay: { _, _ in -EPIPE })
        _ = try silent.open()
        try Self.write(Self.ramp(1024), to: silent, block: 1024)
        #expect(silent.playedFrames == 0)
        let null = ALSASink(device: "null")
        _ = try null.open()
        try Self.write(Self.ramp(1024), to: null, block: 1024)
        #expect(null.playedFrames == 1024)
    }
}
