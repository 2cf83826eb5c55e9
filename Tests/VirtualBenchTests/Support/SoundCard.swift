import CALSA
import Foundation
import Glibc
import Synchronization

/// The sound card of the bench: ALSA's loopback, under the name of the amplifier's card.
enum SoundCard {
    private static let driver = "/sys/bus/platform/drivers/snd_aloop"

    /// The card goes. Blocks until every program has closed it, so nobody here may hold it open.
    static func unplug() throws { try VirtualBench.write("snd_aloop.0", to: "\(driver)/unbind") }

    static func plug() throws { try VirtualBench.write("snd_aloop.0", to: "\(driver)/bind") }

    /// Another card comes, to which nobody listens.
    static func plugSilentCard() throws {
        try VirtualBench.write("snd_aloop.1", to: "\(driver)/bind")
    }

    static func unplugSilentCard() throws {
        try VirtualBench.write("snd_aloop.1", to: "\(driver)/unbind")
    }

    /// Opens the loopback's other end, which ties the card to the format.
    ///
    /// - Parameter latency: what it keeps until it is read, in microseconds.
    fileprivate static func openOtherEnd(
        _ format: snd_pcm_format_t, latency: UInt32
    ) throws -> OpaquePointer {
        var opened: OpaquePointer?
        var code = snd_pcm_open(
            &opened, "hw:CARD=MAX98357A,DEV=1", SND_PCM_STREAM_CAPTURE, 0)
        guard code == 0, let pcm = opened else { throw BenchError("opening the loopback", -code) }
        code = snd_pcm_set_params(
            pcm, format, SND_PCM_ACCESS_RW_INTERLEAVED, 2, UInt32(Recorder.rate), 0, latency)
        if code == 0 { code = snd_pcm_start(pcm) }
        guard code == 0 else {
            snd_pcm_close(pcm)
            throw BenchError("setting up the loopback", -code)
        }
        return pcm
    }

    /// Does something while somebody listens in 16 bits.
    static func whileHeardInSixteenBits<Result>(_ action: () throws -> Result) throws -> Result {
        let pcm = try openOtherEnd(SND_PCM_FORMAT_S16, latency: 200_000)
        defer { snd_pcm_close(pcm) }
        return try action()
    }
}

/// Hears what is played to the card, on a thread of its own, until it is stopped.
///
/// It should run before the first sound: a loopback whose other side is closed gives silence, and one
/// that is opened late has lost the beginning. But it should begin after the clock, whose threads in
/// real time leave nobody else the machine's one core while they make their mixers.
final class Recorder: Sendable {
    static let rate = 48_000
    /// Read at once: 10 ms, the precision of the times.
    private static let block = 480
    /// What the loopback keeps until it is read, in microseconds: longer than a busy host holds the
    /// recorder up.
    private static let latency: UInt32 = 1_000_000

    /// What was read at once. Whoever looks for something in minutes of sound must not take the one core
    /// from the recorder for it: so each block says how loud it is.
    private struct Block {
        /// Interleaved stereo.
        var samples: [Int16]
        /// The greatest of them, whatever its sign.
        var peak: Int
        /// Boot time at which it was there.
        var time: Int64
    }

    private struct Heard {
        var blocks: [Block] = []
        var isStopping = false
        var failure: Int32 = 0
    }

    private let heard = Mutex(Heard())
    private let ended = DispatchSemaphore(value: 0)

    init() throws {
        // A loopback carries bytes, and breaks a recorder off whose format is not the player's: so it is
        // opened in the one that the clock prefers, and without a converter.
        let pcm = try SoundCard.openOtherEnd(SND_PCM_FORMAT_S32, latency: Recorder.latency)
        let address = UInt(bitPattern: pcm)
        Thread.detachNewThread { [self] in
            record(OpaquePointer(bitPattern: address))
            ended.signal()
        }
    }

    private func record(_ pcm: OpaquePointer?) {
        var block = [Int32](repeating: 0, count: 2 * Recorder.block)
        defer { snd_pcm_close(pcm) }
        while !heard.withLock({ $0.isStopping }) {
            let frames = snd_pcm_readi(pcm, &block, UInt(Recorder.block))
            guard frames == Recorder.block else {
                // A recorder that was held up loses what it did not read; tests ask `failure`.
                heard.withLock { $0.failure = Int32(clamping: frames) }
                guard frames < 0, snd_pcm_recover(pcm, Int32(frames), 1) == 0,
                    snd_pcm_start(pcm) == 0
                else { return }
                continue
            }
            let samples = block.map(Recorder.steps)
            let newest = Block(
                samples: samples, peak: Recorder.peak(of: samples), time: VirtualBench.bootTime)
            heard.withLock { $0.blocks.append(newest) }
        }
    }

    /// In steps of 16 bits, away from nought: what is not silent does not become so.
    private static func steps(_ sample: Int32) -> Int16 {
        sample < 0 ? Int16(sample >> 16) : Int16(clamping: (Int(sample) + 0xFFFF) >> 16)
    }

    private static func peak(of samples: [Int16]) -> Int {
        max(Int(samples.max() ?? 0), -Int(samples.min() ?? 0))
    }

    /// Ends the recording and closes the card.
    func stop() {
        heard.withLock { $0.isStopping = true }
        ended.wait()
        ended.signal()
    }

    /// What ALSA said of a block that could not be read; 0: all was heard.
    var failure: Int32 { heard.withLock { $0.failure } }

    /// All that was heard so far, interleaved.
    var samples: [Int16] { heard.withLock { $0.blocks }.flatMap(\.samples) }

    /// How many frames there are by now.
    var frames: Int { heard.withLock { $0.blocks.count * Recorder.block } }

    /// The boot time at which the frame was played.
    ///
    /// Blocks come in bursts, each late by up to a period. The one that came earliest for its place says
    /// when the recording began, and the card's rate the rest.
    func time(ofFrame frame: Int) -> Int64? {
        func duration(_ frames: Int) -> Int64 {
            Int64(frames) * 1_000_000_000 / Int64(Recorder.rate)
        }
        let times = heard.withLock { $0.blocks.map(\.time) }
        return times.enumerated().map { $1 - duration(($0 + 1) * Recorder.block) }.min()
            .map { $0 + duration(frame) }
    }

    /// The first frame from `start` on with a sample above the threshold; dither alone reaches 2.
    func firstSound(from start: Int = 0, above threshold: Int = 2) -> Int? {
        let first = start / Recorder.block
        for (index, block) in heard.withLock({ $0.blocks.dropFirst(first) }).enumerated()
        where block.peak > threshold {
            let place = (first + index) * Recorder.block
            for (sample, value) in block.samples.enumerated() where abs(Int(value)) > threshold {
                let frame = place + sample / 2
                if frame >= start { return frame }
            }
        }
        return nil
    }

    /// The greatest sample of the newest `duration`.
    func peak(ofLast milliseconds: Int) -> Int {
        let blocks = milliseconds * Recorder.rate / 1000 / Recorder.block
        return heard.withLock { $0.blocks.suffix(blocks).map(\.peak).max() ?? 0 }
    }
}
