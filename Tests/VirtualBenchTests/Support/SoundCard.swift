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
}

/// Hears what is played to the card, on a thread of its own, until it is stopped.
///
/// It should run before the first sound: a loopback whose other side is closed gives silence, and one
/// that is opened late has lost the beginning.
final class Recorder: Sendable {
    static let rate = 48_000
    /// Read at once: 10 ms, the precision of the times.
    private static let block = 480

    private struct Heard {
        /// Interleaved stereo.
        var samples: [Int16] = []
        /// Boot time at which each block was there.
        var times: [Int64] = []
        var isStopping = false
        var failure: Int32 = 0
    }

    private let heard = Mutex(Heard())
    private let ended = DispatchSemaphore(value: 0)

    init() throws {
        var opened: OpaquePointer?
        // A loopback has one format at a time, of whoever opened it first: hence the converter.
        var code = snd_pcm_open(
            &opened, "plughw:CARD=MAX98357A,DEV=1", SND_PCM_STREAM_CAPTURE, 0)
        guard code == 0, let pcm = opened else { throw BenchError("opening the loopback", -code) }
        code = snd_pcm_set_params(
            pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 2, UInt32(Recorder.rate), 0,
            200_000)
        if code == 0 { code = snd_pcm_start(pcm) }
        guard code == 0 else {
            snd_pcm_close(pcm)
            throw BenchError("setting up the loopback", -code)
        }
        let address = UInt(bitPattern: pcm)
        Thread.detachNewThread { [self] in
            record(OpaquePointer(bitPattern: address))
            ended.signal()
        }
    }

    private func record(_ pcm: OpaquePointer?) {
        var block = [Int16](repeating: 0, count: 2 * Recorder.block)
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
            let now = VirtualBench.bootTime
            heard.withLock {
                $0.samples += block[..<(2 * frames)]
                $0.times.append(now)
            }
        }
    }

    /// Ends the recording and closes the card.
    func stop() {
        heard.withLock { $0.isStopping = true }
        ended.wait()
    }

    /// What ALSA said of a block that could not be read; 0: all was heard.
    var failure: Int32 { heard.withLock { $0.failure } }

    var samples: [Int16] { heard.withLock { $0.samples } }

    /// How many frames there are by now.
    var frames: Int { heard.withLock { $0.samples.count / 2 } }

    /// The boot time at which the frame was played.
    ///
    /// Blocks come in bursts, each late by up to a period. The one that came earliest for its place says
    /// when the recording began, and the card's rate the rest.
    func time(ofFrame frame: Int) -> Int64? {
        func duration(_ frames: Int) -> Int64 {
            Int64(frames) * 1_000_000_000 / Int64(Recorder.rate)
        }
        return heard.withLock { heard in
            heard.times.enumerated().map { $1 - duration(($0 + 1) * Recorder.block) }.min()
                .map { $0 + duration(frame) }
        }
    }

    /// The first frame from `start` on with a sample above the threshold; dither alone reaches 2.
    func firstSound(from start: Int = 0, above threshold: Int = 2) -> Int? {
        heard.withLock { heard in
            heard.samples.indices.dropFirst(2 * start)
                .first { abs(Int(heard.samples[$0])) > threshold }
                .map { $0 / 2 }
        }
    }

    /// The greatest sample of the newest `duration`.
    func peak(ofLast milliseconds: Int) -> Int {
        heard.withLock {
            $0.samples.suffix(2 * milliseconds * Recorder.rate / 1000).map { abs(Int($0)) }.max()
                ?? 0
        }
    }
}
