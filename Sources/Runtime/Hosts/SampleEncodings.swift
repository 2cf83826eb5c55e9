import ClockSound
import HAL

extension PCMFormat.Sample {
    /// The encoding of the mixer's floats for this sample format.
    var encoding: SampleEncoding {
        switch self {
        case .int32: .int32
        case .int24: .int24
        case .int24Packed: .int24Packed
        case .int16: .int16
        case .float32: .float32
        }
    }
}
