/// The alarm tones, all synthetic, so that nothing can be missing when one has to ring. A new one
/// is one file in this folder and one case here.
package enum ToneSound: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case digital

    /// Equality that the `@_noLocks` check can follow; `==` of an enum goes through a generic one.
    @_noLocks
    func isSame(as other: ToneSound) -> Bool {
        rawValue == other.rawValue
    }
}

/// Every tone, made before the sound starts.
struct ToneBank {
    private let digital: DigitalTone

    init(in memory: RenderMemory, rate: Int) {
        digital = DigitalTone(in: memory, rate: rate)
    }

    /// Writes a slice of `tone`, `frame` frames after it began.
    @_noLocks
    func render(_ tone: ToneSound, at frame: Int, into output: UnsafeMutablePointer<Float>) {
        switch tone {
        case .digital: digital.render(at: frame, into: output)
        }
    }

    /// Root mean square of `tone` while it is on, at gain 1: what an asked level is measured by.
    @_noLocks
    static func rootMeanSquare(_ tone: ToneSound) -> Double {
        switch tone {
        case .digital: DigitalTone.rootMeanSquare
        }
    }
}
