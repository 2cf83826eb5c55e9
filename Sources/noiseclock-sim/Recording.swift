import HAL
import LinuxHost
import Resampling
import Synchronization

/// A WAV file of everything audible: 48 kHz, stereo, 16 bits.
///
/// Theory of operation. Each sound output renders without gaps from the start of the run, so its frame count is its
/// time. If its device has another rate, its frames are resampled to the file's. Outputs take turns: on one thread in
/// virtual time, a whole minute of one output may come before the next output's. So no output is buffered for the
/// others. Frames beyond the end of the file are appended, and earlier ones are mixed into the file. Mixing reads the
/// file again, but only where there is something audible.
final class Recording: Sendable {
    private let file: FileWriter
    private let state = Mutex(State())

    private struct State {
        /// The length of the file in frames.
        var frames = 0
        var outputs: [Int: RecordedOutput] = [:]
        var failure: SimulatorError?
    }

    static let rate = 48_000

    private init(_ file: FileWriter) {
        self.file = file
    }

    static func make(_ path: String) throws(SimulatorError) -> Recording {
        do throws(FileError) {
            let file = try FileWriter(path: path)
            try file.write(WaveFile.header(frames: 0, rate: rate))
            return Recording(file)
        } catch {
            throw .file(error.description)
        }
    }

    /// Takes interleaved stereo samples of an output; 1 is full scale.
    func take(_ samples: UnsafeBufferPointer<Float>, rate: Int, of place: Int) {
        let samples = Array(samples)
        state.withLock { state in
            guard state.failure == nil else { return }
            let output = state.outputs[place, default: RecordedOutput()]
            state.outputs[place] = output
            do throws(ResamplingError) {
                add(try output.atRecordingRate(samples, rate: rate), of: output, to: &state)
            } catch {
                state.failure = .file("sound of \(rate) Hz cannot be recorded: \(error.reason)")
            }
        }
    }

    private func add(_ samples: [Float], of output: RecordedOutput, to state: inout State) {
        let start = output.frames
        let frames = min(samples.count / 2, max(0, WaveFile.mostFrames - start))
        guard frames > 0 else { return }
        output.frames += frames
        let known = min(frames, max(0, state.frames - start))
        do throws(FileError) {
            try mix(samples[..<(2 * known)], at: start)
            try file.write(Recording.bytes(of: samples[(2 * known)..<(2 * frames)]))
            state.frames += frames - known
        } catch {
            state.failure = .file(error.description)
        }
    }

    /// Mixes samples into the file, and clips the sum at full scale.
    private func mix(_ samples: ArraySlice<Float>, at frame: Int) throws(FileError) {
        guard samples.contains(where: { $0 != 0 }) else { return }
        let offset = WaveFile.headerSize + frame * WaveFile.bytesPerFrame
        var bytes = try file.read(at: offset, count: 2 * samples.count)
        for (place, sample) in samples.enumerated() where 2 * place + 1 < bytes.count {
            let word = UInt16(bytes[2 * place]) | UInt16(bytes[2 * place + 1]) << 8
            let sum = Int(Int16(bitPattern: word)) + Int(Recording.whole(sample))
            let held = Int16(clamping: sum)
            bytes[2 * place] = UInt8(truncatingIfNeeded: held)
            bytes[2 * place + 1] = UInt8(truncatingIfNeeded: held >> 8)
        }
        try file.overwrite(bytes, at: offset)
    }

    private static func bytes(of samples: ArraySlice<Float>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            let value = whole(sample)
            bytes.append(UInt8(truncatingIfNeeded: value))
            bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        return bytes
    }

    private static func whole(_ sample: Float) -> Int16 {
        Int16((min(1, max(-1, sample)) * 32_767).rounded())
    }

    /// Writes the final length into the header. Returns why the file is incomplete; nil if it is complete.
    func finish() -> SimulatorError? {
        let (frames, failure) = state.withLock { state in
            for output in state.outputs.values where state.failure == nil {
                add(output.end(), of: output, to: &state)
            }
            return (state.frames, state.failure)
        }
        if let failure { return failure }
        do throws(FileError) {
            try file.overwrite(WaveFile.header(frames: frames, rate: Recording.rate), at: 0)
            try file.close()
            return nil
        } catch {
            return .file(error.description)
        }
    }
}
