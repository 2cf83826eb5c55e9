import CALSA
import Foundation
import Glibc
import Synchronization

/// The bench's sound card: ALSA's loopback, under the name of the amplifier's card.
enum SoundCard {
    private static let driver = "/sys/bus/platform/drivers/snd_aloop"

    /// Removes the card. Blocks until every program has closed it, so the tests must not hold it open.
    static func unplug() throws { try VirtualBench.write("snd_aloop.0", to: "\(driver)/unbind") }

    static func plug() throws { try VirtualBench.write("snd_aloop.0", to: "\(driver)/bind") }

    /// Adds another card, to which nobody listens.
    static func plugSilentCard() throws {
        try VirtualBench.write("snd_aloop.1", to: "\(driver)/bind")
    }

    static func unplugSilentCard() throws {
        try VirtualBench.write("snd_aloop.1", to: "\(driver)/unbind")
    }

    /// Opens the loopback's other end, which fixes the card's format.
    ///
    /// - Parameter latency: how much it buffers for the reader, in microseconds.
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

    /// Runs an action while somebody listens in 16 bits.
    static func whileHeardInSixteenBits<Result>(_ action: () throws -> Result) throws -> Result {
        let pcm = try openOtherEnd(SND_PCM_FORMAT_S16, latency: 200_000)
        defer { snd_pcm_close(pcm) }
        return try action()
    }
}

/// Records what is played to the card, on a thread of its own, until it is stopped.
///
/// Start it before the first sound: a loopback with a closed other side yields silence, and one opened late misses
/// the beginning. But start it after the clock, whose real-time threads occupy the machine's only core while they
/// create their mixers.
final class Recorder: Sendable {
    static let rate = 48_000
    /// Frames per read: 10 ms, the precision of the times.
    private static let block = 480
    /// How much the loopback buffers for the reader, in microseconds: longer than a busy host
    /// delays the recorder.
    private static let latency: UInt32 = 1_000_000

    /// One read. Each block stores its peak, because searching minutes of samples would take the only core from the
    /// recorder.
    private struct Block {
        /// Interleaved stereo.
        var samples: [Int16]
        /// The largest absolute sample.
        var peak: Int
        /// Boot time of its arrival.
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
        // A loopback carries bytes and stops a recorder whose format differs from the player's. So it is opened in
        // the clock's preferred format, without a converter.
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
                // A delayed recorder loses unread data; tests check `failure`.
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

    /// In 16-bit steps, rounded away from zero, so that sound never becomes silence.
    private static func steps(_ sample: Int32) -> Int16 {
        sample < 0 ? Int16(sample >> 16) : Int16(clamping: (Int(sample) + 0xFFFF) >> 16)
    }

    private static func peak(of samples: [Int16]) -> Int {
        max(Int(samples.max() ?? 0), -Int(samples.min() ?? 0))
    }

    /// Stops the recording and closes the card.
    func stop() {
        heard.withLock { $0.isStopping = true }
        ended.wait()
        ended.signal()
    }

    /// ALSA's error for a block that could not be read; 0: nothing was lost.
    var failure: Int32 { heard.withLock { $0.failure } }

    /// Everything recorded so far, interleaved.
    var samples: [Int16] { heard.withLock { $0.blocks }.flatMap(\.samples) }

    /// The number of frames so far.
    var frames: Int { heard.withLock { $0.blocks.count * Recorder.block } }

    /// The boot time at which the frame was played.
    ///
    /// Blocks arrive in bursts, each up to a period late. The earliest arrival relative to its position gives the
    /// start of the recording; the card's rate gives the rest.
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

    /// The largest sample of the newest `duration`.
    func peak(ofLast milliseconds: Int) -> Int {
        let blocks = milliseconds * Recorder.rate / 1000 / Recorder.block
        return heard.withLock { $0.blocks.suffix(blocks).map(\.peak).max() ?? 0 }
    }
}
