import Glibc
import HAL
import Resampling
import Synchronization

/// Reads one own sound's frames from its file, about 64 KiB at a time and never more.
///
/// The file stays open: a sound that is deleted while it plays goes on. The header is checked once, and so is the
/// length, because the end of a loop comes in the middle of a night. Only one thread reads at a time, which the lock
/// enforces.
final class OwnSoundReader: LoopSource {
    let id: String
    let content: WaveContent
    /// The size of the whole file.
    let bytes: Int
    private let file: Descriptor
    private let playback: OwnSoundPlayback
    private let state: Mutex<State>

    private struct State {
        /// The next frame to read from the file.
        var next = 0
        var buffer = [Int16](repeating: 0, count: 2 * OwnSoundReader.bufferFrames)
        /// Frames in the buffer that were not delivered yet.
        var held = 0..<0
    }

    /// 64 KiB: a third of a second, so the card is read three times a second.
    private static let bufferFrames = 65_536 / WaveFile.bytesPerFrame

    /// Opens the file and checks its header.
    init(id: String, path: String, playback: OwnSoundPlayback) throws(LoopSourceError) {
        self.id = id
        self.playback = playback
        let calls = KernelFileCalls()
        let status: FileStatus
        do throws(CallFailure) {
            file = try Descriptor(
                taking: calls.openRegular(
                    path, flags: O_RDONLY, largest: WaveFile.largestSize))
            status = try calls.status(file.number)
        } catch {
            switch error.errno {
            case ENOENT: throw .missing(id: id)
            case _ where error.refusal != nil: throw .damaged(id: id)
            default: throw .io(id: id, errno: error.errno)
            }
        }
        var header = [UInt8](repeating: 0, count: WaveFile.headerSize)
        let file = file
        let count = retryingInterrupted { pread(file.number, &header, header.count, 0) }
        guard count >= 0 else { throw .io(id: id, errno: errno) }
        guard
            let content = WaveFile.content(
                ofHeader: Array(header[..<count]), size: status.size)
        else { throw .damaged(id: id) }
        self.content = content
        bytes = status.size
        state = Mutex(State())
        posix_fadvise(file.number, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    var frames: Int { content.frames }
    var rate: Int { content.rate }

    func read(
        into target: UnsafeMutablePointer<Int16>, frames: Int
    ) throws(LoopSourceError) -> Int {
        // Passed as an address, because the locked closure must not capture the caller's pointer.
        let address = UInt(bitPattern: target)
        let result = state.withLock { state -> Result<Int, LoopSourceError> in
            guard let target = UnsafeMutablePointer<Int16>(bitPattern: address) else {
                return .success(0)
            }
            do throws(LoopSourceError) {
                return .success(try fill(target, frames: frames, &state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func fill(
        _ target: UnsafeMutablePointer<Int16>, frames: Int, _ state: inout State
    ) throws(LoopSourceError) -> Int {
        var done = 0
        while done < frames {
            if state.held.isEmpty {
                if state.next == content.frames {
                    guard playback == .loop else { break }
                    state.next = 0
                }
                try refill(&state)
            }
            let count = min(frames - done, state.held.count)
            let from = state.held.lowerBound
            for sample in 0..<(2 * count) {
                target[2 * done + sample] = Int16(littleEndian: state.buffer[2 * from + sample])
            }
            state.held = (from + count)..<state.held.upperBound
            done += count
        }
        return done
    }

    /// Reads the next frames of the file, at least one.
    private func refill(_ state: inout State) throws(LoopSourceError) {
        let wanted = min(OwnSoundReader.bufferFrames, content.frames - state.next)
        let offset = WaveFile.headerSize + state.next * WaveFile.bytesPerFrame
        let length = wanted * WaveFile.bytesPerFrame
        var done = 0
        while done < length {
            let count = state.buffer.withUnsafeMutableBytes { bytes in
                retryingInterrupted {
                    pread(
                        file.number, bytes.baseAddress.map { $0 + done }, length - done,
                        offset + done)
                }
            }
            guard count >= 0 else { throw .io(id: id, errno: errno) }
            // It was there when the file was opened: somebody has truncated it.
            guard count > 0 else { throw .damaged(id: id) }
            done += count
        }
        state.held = 0..<wanted
        state.next += wanted
        if state.next == content.frames, playback == .loop {
            // The next read is at the beginning, which may have left memory long ago.
            posix_fadvise(
                file.number, 0, OwnSoundReader.bufferFrames * WaveFile.bytesPerFrame,
                POSIX_FADV_WILLNEED)
        }
    }
}

/// Another source's frames at another rate. A loop passes through the resampler as one endless stream, so its seam
/// stays seamless.
final class ResampledLoopSource: LoopSource {
    let frames: Int
    private let source: OwnSoundReader
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var resampler: Resampler<Int16>
        var buffer = [Int16](repeating: 0, count: 2 * ResampledLoopSource.bufferFrames)
        /// Frames in the buffer that the resampler has not taken yet.
        var held = 0..<0
        var hasEnded = false
    }

    private static let bufferFrames = 1024
    /// The mixer's rates (sound design, 5).
    private static let rates = 8000...192_000

    /// - Parameter source: at its beginning; nobody else may read it from now on.
    init(
        _ source: OwnSoundReader, playback: OwnSoundPlayback, rate: Int
    ) throws(LoopSourceError) {
        guard ResampledLoopSource.rates.contains(rate) else { throw .badRate(rate) }
        do throws(ResamplingError) {
            let resampler = try Resampler<Int16>(from: source.rate, to: rate)
            state = Mutex(State(resampler: resampler))
        } catch {
            throw .badRate(rate)
        }
        self.source = source
        frames = (source.frames * rate + source.rate / 2) / source.rate
    }

    func read(
        into target: UnsafeMutablePointer<Int16>, frames: Int
    ) throws(LoopSourceError) -> Int {
        let address = UInt(bitPattern: target)
        let result = state.withLock { state -> Result<Int, LoopSourceError> in
            guard let target = UnsafeMutablePointer<Int16>(bitPattern: address) else {
                return .success(0)
            }
            do throws(LoopSourceError) {
                return .success(try fill(target, frames: frames, &state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func fill(
        _ target: UnsafeMutablePointer<Int16>, frames: Int, _ state: inout State
    ) throws(LoopSourceError) -> Int {
        var done = 0
        while done < frames {
            if state.held.isEmpty, !state.hasEnded {
                let source = source
                var failure: LoopSourceError?
                var count = 0
                state.buffer.withUnsafeMutableBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return }
                    do throws(LoopSourceError) {
                        count = try source.read(
                            into: base, frames: ResampledLoopSource.bufferFrames)
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
                state.held = 0..<count
                state.hasEnded = count == 0
            }
            let step = try step(target + 2 * done, capacity: frames - done, &state)
            done += step.made
            state.held = (state.held.lowerBound + step.taken)..<state.held.upperBound
            if state.hasEnded, step.made == 0 { break }
        }
        return done
    }

    private func step(
        _ target: UnsafeMutablePointer<Int16>, capacity: Int, _ state: inout State
    ) throws(LoopSourceError) -> (taken: Int, made: Int) {
        // A counted reference, so that the buffer and the resampler can be accessed together.
        let buffer = state.buffer
        let held = state.held
        let hasEnded = state.hasEnded
        do {
            return try buffer.withUnsafeBufferPointer { samples in
                try state.resampler.process(
                    hasEnded ? nil : samples.baseAddress.map { $0 + 2 * held.lowerBound },
                    frames: hasEnded ? 0 : held.count, into: target, capacity: capacity)
            }
        } catch {
            throw .io(id: source.id, errno: ENOMEM)
        }
    }
}
