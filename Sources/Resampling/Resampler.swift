private import CSoxr

/// Changes the rate of stereo sound, by libsoxr.
///
/// Theory of operation. One value is one stream: frames go in and, after the filter's delay, come out at the
/// other rate; a call with no input at the end brings what the filter still holds. What comes out does
/// not depend on how the input was cut. The quality is SOXR_HQ, whose residue lies under 16 bits by six
/// bits. libsoxr is linked with libgomp, and would share channels out to threads if it were asked to: it is
/// told to use the calling thread alone. It allocates while it runs, so it has no place in a render thread.
///
/// It is a target of its own because two programs do this that share nothing else: the one that
/// imports files, in floats, and the clock that streams them to a device of another rate.
package struct Resampler<Sample: ResampledSample>: ~Copyable {
    private let stream: soxr_t

    /// - Parameters:
    ///   - source: frames a second of what goes in.
    ///   - target: frames a second of what comes out.
    package init(from source: Int, to target: Int) throws(ResamplingError) {
        var form = soxr_io_spec(Sample.form, Sample.form)
        var quality = soxr_quality_spec(UInt(SOXR_HQ), 0)
        var threads = soxr_runtime_spec(1)
        var problem: soxr_error_t?
        let made = soxr_create(
            Double(source), Double(target), 2, &problem, &form, &quality, &threads)
        guard let made, problem == nil else {
            if let made { soxr_delete(made) }
            throw ResamplingError(problem)
        }
        stream = made
    }

    deinit { soxr_delete(stream) }

    /// Takes interleaved frames and gives interleaved frames.
    ///
    /// - Parameters:
    ///   - input: nil: there are no more, now and later.
    ///   - capacity: frames that `output` has room for.
    /// - Returns: how many frames were taken and how many were made. Where all were taken, or there are no
    ///   more, and none was made, more input is needed, or the stream is at its end.
    package mutating func process(
        _ input: UnsafePointer<Sample>?, frames: Int,
        into output: UnsafeMutablePointer<Sample>, capacity: Int
    ) throws(ResamplingError) -> (taken: Int, made: Int) {
        var taken = 0
        var made = 0
        let problem = soxr_process(stream, input, frames, &taken, output, capacity, &made)
        guard problem == nil else { throw ResamplingError(problem) }
        return (taken, made)
    }
}

/// The forms of samples that can be resampled: float, and 16-bit integers (which get dither).
package protocol ResampledSample: BitwiseCopyable, Sendable {}

extension Float: ResampledSample {}

extension Int16: ResampledSample {}

extension ResampledSample {
    fileprivate static var form: soxr_datatype_t {
        Self.self == Int16.self ? SOXR_INT16_I : SOXR_FLOAT32_I
    }
}

/// What libsoxr could not do, in its own words: out of memory, or a ratio of rates that it does not have.
package struct ResamplingError: Error, Hashable, Sendable {
    package let reason: String

    fileprivate init(_ words: soxr_error_t?) {
        reason = words.map { String(cString: $0) } ?? "no memory"
    }
}
