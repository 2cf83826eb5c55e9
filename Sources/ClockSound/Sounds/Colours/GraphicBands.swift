/// Ten bands, an octave apart from 31 Hz to 16 kHz, each up to 12 dB louder or softer: a graphic equaliser.
///
/// One peak filter for each band (the analog peak of Bristow-Johnson's "Audio EQ cookbook" as a `StateVariable`), one
/// after the other, so that a boost and a cut of as many decibels mirror each other. Neighbours overlap, so
/// their gains are solved for: at the centre of each band the response is what was asked for, whatever the others do
/// (Välimäki and Liski, "Accurate cascade graphic equalizer", 2017). All bands up by 12 dB are 12 dB, not 25; one
/// band alone raises its neighbours' centres by nothing, and the octaves beside it by 1.4 dB as a whole.
///
/// Four filters and both channels run in the lanes of one vector. Each takes what the one before it gave a frame
/// earlier, which delays noise by a few frames, and that is all. At 0 there is no filter: samples stay what they were.
struct GraphicBands: BitwiseCopyable {
    private static var octaves: Int {
        @_noLocks get { 10 }
    }
    private static var lowest: Float {
        @_noLocks get { 31.25 }
    }
    /// Of a peak of 0 dB. Narrower peaks leave holes between bands, wider ones must be pushed against each other.
    private static var quality: Float {
        @_noLocks get { 1.1 }
    }
    private static var sweeps: Int {
        @_noLocks get { 12 }
    }
    /// A filter with less to do is left out, in decibels.
    private static var least: Float {
        @_noLocks get { 0.2 }
    }
    /// Bands in turn up and down ask for more than they can have.
    private static var most: Float {
        @_noLocks get { 24 }
    }

    private var count = 0
    private var first = FourPeaks()
    private var second = FourPeaks()
    private var third = FourPeaks()

    /// - Parameter values: decibels for each band; further ones have no meaning.
    @_noLocks
    init(rate: Int, values: SoundValues) {
        var isMoved = false
        for band in 0..<GraphicBands.octaves where values[band] != 0 { isMoved = true }
        guard isMoved else { return }
        var tangents = SoundValues()
        var frequency = GraphicBands.lowest
        for band in 0..<GraphicBands.octaves {
            tangents[band] = Rough.tangent(3.141_592_7 * frequency / Float(rate))
            frequency *= 2
        }
        let gains = GraphicBands.gains(values, tangents)
        frequency = GraphicBands.lowest
        for band in 0..<GraphicBands.octaves {
            if gains[band] > GraphicBands.least || gains[band] < -GraphicBands.least {
                add(gain: gains[band], frequency: frequency, rate: Float(rate))
            }
            frequency *= 2
        }
    }

    /// The gains of the filters in decibels, by Gauss and Seidel's method.
    ///
    /// - Parameter tangents: the bands' centres, warped as the filters warp them.
    @_noLocks
    private static func gains(_ wanted: SoundValues, _ tangents: SoundValues) -> SoundValues {
        var gains = wanted
        for _ in 0..<sweeps {
            for band in 0..<octaves {
                var power: Float = 1
                for other in 0..<octaves where gains[other] != 0 {
                    let ratio = tangents[band] / tangents[other]
                    let across = (1 - ratio * ratio) * (1 - ratio * ratio)
                    let along = ratio * ratio / (quality * quality)
                    let amplitude = Rough.amplitude(decibels: gains[other])
                    power *= (across + along * amplitude) / (across + along / amplitude)
                }
                // 10 log10 2.
                let there = 3.010_3 * Rough.logarithm2(power)
                let gain = gains[band] + wanted[band] - there
                gains[band] = gain > most ? most : (gain < -most ? -most : gain)
            }
        }
        return gains
    }

    @_noLocks
    private mutating func add(gain: Float, frequency: Float, rate: Float) {
        let amplitude = Rough.amplitude(decibels: gain)
        let filter = StateVariable(
            frequency: frequency, quality: GraphicBands.quality * Rough.squareRoot(amplitude),
            rate: rate)
        let weight = 0.5 * filter.damping * (amplitude - 1)
        if count < 4 {
            first.put(filter, weight: weight, at: count)
        } else if count < 8 {
            second.put(filter, weight: weight, at: count - 4)
        } else {
            third.put(filter, weight: weight, at: count - 8)
        }
        count += 1
    }

    /// Applies them to a slice.
    @_noLocks
    mutating func apply(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        if count > 0 { first.apply(left: left, right: right) }
        if count > 4 { second.apply(left: left, right: right) }
        if count > 8 { third.apply(left: left, right: right) }
    }
}

/// Four peak filters in a row on two channels: lanes 0 and 1 are left and right of the first.
private struct FourPeaks: BitwiseCopyable {
    private var p = SIMD8<Float>(repeating: 0)
    private var q = SIMD8<Float>(repeating: 0)
    private var r = SIMD8<Float>(repeating: 0)
    private var weights = SIMD8<Float>(repeating: 0)
    private var one = SIMD8<Float>(repeating: 0)
    private var two = SIMD8<Float>(repeating: 0)
    private var last = SIMD8<Float>(repeating: 0)

    @_noLocks
    init() {}

    @_noLocks
    mutating func put(_ filter: StateVariable, weight: Float, at place: Int) {
        for lane in (2 * place)...(2 * place + 1) {
            p[lane] = filter.p
            q[lane] = filter.q
            r[lane] = filter.r
            weights[lane] = weight
        }
    }

    @_noLocks @inline(never)
    mutating func apply(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let (p, q, r, weights) = (self.p, self.q, self.r, self.weights)
        var (one, two, last) = (self.one, self.two, self.last)
        for index in 0..<Slice.frames {
            let (low, high) = (last.lowHalf, last.highHalf)
            let input = SIMD8(
                lowHalf: SIMD4(lowHalf: SIMD2(left[index], right[index]), highHalf: low.lowHalf),
                highHalf: SIMD4(lowHalf: low.highHalf, highHalf: high.lowHalf))
            let difference = input - two
            let next = p * one + q * difference
            two = two + (q * one + r * difference)
            last = input + weights * (one + next)
            one = next
            left[index] = last[6]
            right[index] = last[7]
        }
        (self.one, self.two, self.last) = (one, two, last)
    }
}

// MARK: - What recipes and listeners can set

extension GraphicBands {
    private static let names = ["31", "63", "125", "250", "500", "1k", "2k", "4k", "8k", "16k"]

    /// In the order of the bands.
    static var parameters: [SoundParameter] {
        names.map {
            SoundParameter("band\($0)", -12...12, default: 0, "dB more around \($0) Hz")
        }
    }

    static var sliders: [SoundSlider] {
        names.map {
            SoundSlider($0, "the octave around \($0) Hz, by up to 12 dB", [.plus("band\($0)", 12)])
        }
    }
}
