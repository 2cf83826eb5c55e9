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
/// file again, but only where there is something audible. Silence beyond the end is a gap in the file.
final class Recording: Sendable {
    private let file: FileWriter
    private let state = Mutex(State())

    private struct State {
        /// The length of the file in frames.
        var frames = 0
        /// Whether the file has to be lengthened to that.
        var endsInGap = false
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
            try file.write(RecordingHeader.bytes(frames: 0, rate: rate))
            return Recording(file)
        } catch {
            throw .file(error.description)
        }
    }

    /// Takes interleaved stereo samples of an output; 1 is full scale.
    func append(_ samples: UnsafeBufferPointer<Float>, rate: Int, of place: Int) {
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
        let frames = samples.count / 2
        guard frames > 0 else { return }
        output.frames += frames
        let known = min(frames, max(0, state.frames - start))
        do throws(FileError) {
            let isMixed = try mix(samples[..<(2 * known)], at: start)
            if isMixed, start + known == state.frames { state.endsInGap = false }
            try append(samples[(2 * known)..<(2 * frames)], to: &state)
        } catch {
            state.failure = .file(error.description)
        }
    }

    private func append(_ samples: ArraySlice<Float>, to state: inout State) throws(FileError) {
        guard !samples.isEmpty else { return }
        state.endsInGap = Recording.isSilent(samples)
        if state.endsInGap {
            try file.skip(samples.count / 2 * RecordingHeader.bytesPerFrame)
        } else {
            try file.write(Recording.bytes(of: samples))
        }
        state.frames += samples.count / 2
    }

    /// Mixes samples into the file, and clips the sum at full scale. Returns whether there was anything to mix.
    private func mix(_ samples: ArraySlice<Float>, at frame: Int) throws(FileError) -> Bool {
        guard !Recording.isSilent(samples) else { return false }
        let offset = Recording.offset(of: frame)
        var bytes = try file.read(at: offset, count: 2 * samples.count)
        // A gap at the end is not yet in the file.
        bytes += [UInt8](repeating: 0, count: 2 * samples.count - bytes.count)
        bytes.withUnsafeMutableBytes { raw in
            let known = raw.bindMemory(to: Int16.self)
            samples.withUnsafeBufferPointer { added in
                for place in added.indices {
                    let sum =
                        Int32(Int16(littleEndian: known[place])) + Recording.whole(added[place])
                    known[place] = Int16(clamping: sum).littleEndian
                }
            }
        }
        try file.overwrite(bytes, at: offset)
        return true
    }

    private static func offset(of frame: Int) -> Int {
        RecordingHeader.size + frame * RecordingHeader.bytesPerFrame
    }

    private static func isSilent(_ samples: ArraySlice<Float>) -> Bool {
        samples.withUnsafeBufferPointer { samples in
            var bits: UInt32 = 0
            // The sign of zero does not count.
            for sample in samples { bits |= sample.bitPattern &<< 1 }
            return bits == 0
        }
    }

    private static func bytes(of samples: ArraySlice<Float>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 2 * samples.count) { bytes, count in
            count = 2 * samples.count
            bytes.withMemoryRebound(to: Int16.self) { words in
                samples.withUnsafeBufferPointer { samples in
                    for place in samples.indices {
                        words[place] = Int16(truncatingIfNeeded: whole(samples[place])).littleEndian
                    }
                }
            }
        }
    }

    /// -32767 to 32767, rounded away from zero at half.
    @inline(__always)
    private static func whole(_ sample: Float) -> Int32 {
        let held = (sample < 1 ? (sample > -1 ? sample : -1) : 1) * 32_767
        return Int32(held < 0 ? held - 0.5 : held + 0.5)
    }

    /// Writes the final length into the header. Returns why the file is incomplete; nil if it is complete.
    func finish() -> SimulatorError? {
        let (frames, endsInGap, failure) = state.withLock { state in
            for output in state.outputs.values where state.failure == nil {
                add(output.end(), of: output, to: &state)
            }
            return (state.frames, state.endsInGap, state.failure)
        }
        if let failure { return failure }
        do throws(FileError) {
            if endsInGap { try file.overwrite([0], at: Recording.offset(of: frames) - 1) }
            try file.overwrite(RecordingHeader.bytes(frames: frames, rate: Recording.rate), at: 0)
            try file.close()
            return nil
        } catch {
            return .file(error.description)
        }
    }
}

/// What stands before the samples of a recording: stereo, 16 bits.
///
/// A WAV file counts its bytes with 32 bits, enough for six hours at 48 kHz. A longer one is an RF64 (EBU Tech 3306,
/// "MBWF / RF64"), which has a chunk of larger numbers in a place that a shorter one fills with a chunk that readers
/// pass over.
enum RecordingHeader {
    /// In bytes, whatever the length.
    static let size = 80
    static let bytesPerFrame = 4

    static func bytes(frames: Int, rate: Int) -> [UInt8] {
        let data = frames * bytesPerFrame
        let whole = size - 8 + data
        let isLong = whole > Int(UInt32.max)
        func short(_ number: Int) -> [UInt8] {
            isLong ? little(UInt32.max) : little(UInt32(number))
        }
        var bytes = Array((isLong ? "RF64" : "RIFF").utf8) + short(whole) + Array("WAVE".utf8)
        let larger = isLong ? [whole, data, frames].flatMap { little(UInt64($0)) } : []
        bytes += Array((isLong ? "ds64" : "JUNK").utf8) + little(UInt32(28))
        bytes += larger + [UInt8](repeating: 0, count: 28 - larger.count)
        let (pcm, channels, bits) = (UInt16(1), UInt16(2), UInt16(16))
        bytes += Array("fmt ".utf8) + little(UInt32(16)) + little(pcm) + little(channels)
        bytes += little(UInt32(rate)) + little(UInt32(rate * bytesPerFrame))
        bytes += little(UInt16(bytesPerFrame)) + little(bits)
        return bytes + Array("data".utf8) + short(data)
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
