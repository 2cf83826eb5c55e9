/// The spectrum of both channels of a whole take, and pieces of the take that contain one band of it.
///
/// One transform takes left as its real part and right as its imaginary part. The take is followed by silence, up to
/// a power of two of at least one and a quarter times its length, so that no end runs into the beginning.
struct LongSpectrum {
    let rate: Double
    let frames: Int
    /// Points of the transform.
    let length: Int
    /// Bins 0 to half the length.
    private let left: Bins
    private let right: Bins

    /// Complex numbers in their natural order.
    final class Bins {
        let real: SampleMemory
        let imaginary: SampleMemory

        init(_ count: Int) {
            real = SampleMemory(count)
            imaginary = SampleMemory(count)
        }
    }

    init(_ take: Take) {
        rate = Double(take.rate)
        frames = take.frames
        var length = 1 << 10
        while length < take.frames + take.frames / 4 { length *= 2 }
        self.length = length
        let (real, imaginary) = (SampleMemory(length), SampleMemory(length))
        real.base.update(from: take.left.base, count: take.frames)
        imaginary.base.update(from: take.right.base, count: take.frames)
        let transform = FourierTransform(length: length)
        transform.transform(real: real.base, imaginary: imaginary.base)
        left = Bins(length / 2)
        right = Bins(length / 2)
        for bin in 1..<length / 2 {
            let place = transform.place(of: bin)
            let mirror = transform.place(of: length - bin)
            let (a, b) = (real.base[place], imaginary.base[place])
            let (c, d) = (real.base[mirror], imaginary.base[mirror])
            left.real.base[bin] = (a + c) / 2
            left.imaginary.base[bin] = (b - d) / 2
            right.real.base[bin] = (b + d) / 2
            right.imaginary.base[bin] = (c - a) / 2
        }
    }

    /// The bins of what a listener hears.
    func bins(of ear: Texture.Ear) -> Bins {
        switch ear {
        case .left: return left
        case .both:
            let sum = Bins(length / 2)
            for bin in 0..<length / 2 {
                sum.real.base[bin] = (left.real.base[bin] + right.real.base[bin]) / 2
                sum.imaginary.base[bin] =
                    (left.imaginary.base[bin] + right.imaginary.base[bin]) / 2
            }
            return sum
        }
    }

    /// The bins from one frequency to another.
    func range(_ low: Double, _ high: Double) -> Range<Int> {
        let step = rate / Double(length)
        return Int((low / step).rounded(.up))..<Int((high / step).rounded(.up))
    }

    /// How much left and right have in common in the octave around `centre`, from -1 to 1.
    func correlation(at centre: Double) -> Double {
        var (product, ofLeft, ofRight) = (0.0, 0.0, 0.0)
        for bin in range(centre / 2.0.squareRoot(), centre * 2.0.squareRoot()) {
            let (a, b) = (Double(left.real.base[bin]), Double(left.imaginary.base[bin]))
            let (c, d) = (Double(right.real.base[bin]), Double(right.imaginary.base[bin]))
            product += a * c + b * d
            ofLeft += a * a + b * b
            ofRight += c * c + d * d
        }
        return product / (ofLeft * ofRight + 1e-30).squareRoot()
    }

    /// The band of `bins` as a complex signal of `points` points over the transform's whole length. Its magnitude is
    /// the band's envelope.
    ///
    /// - Parameters:
    ///   - points: a power of two, at least the band's number of bins.
    ///   - weight: of the bin with this frequency in Hz.
    func band(
        _ range: Range<Int>, of bins: Bins, points: Int, weight: (Double) -> Double
    ) -> (real: SampleMemory, imaginary: SampleMemory) {
        let (real, imaginary) = (SampleMemory(points), SampleMemory(points))
        for (place, bin) in range.enumerated() {
            let factor = Float(2 * weight(Double(bin) * rate / Double(length)) / Double(length))
            // Conjugate, because a forward transform of that is the inverse one, conjugate.
            real.base[place] = bins.real.base[bin] * factor
            imaginary.base[place] = -bins.imaginary.base[bin] * factor
        }
        let transform = FourierTransform(length: points)
        transform.transform(real: real.base, imaginary: imaginary.base)
        let (orderedReal, orderedImaginary) = (SampleMemory(points), SampleMemory(points))
        for point in 0..<points {
            let place = transform.place(of: point)
            orderedReal.base[point] = real.base[place]
            orderedImaginary.base[point] = -imaginary.base[place]
        }
        return (orderedReal, orderedImaginary)
    }
}
