/// How similar both channels are, at any shift of up to 20 ms, with every pitch counting alike.
package final class StereoMeter {
    private static let reachSeconds = 0.02
    private static let segment = 1 << 16

    private let rate: Int
    private let transform = FourierTransform(length: 2 * StereoMeter.segment)
    private let real = SampleMemory(2 * StereoMeter.segment)
    private let imaginary = SampleMemory(2 * StereoMeter.segment)
    private let cross = (
        re: SampleMemory(2 * StereoMeter.segment), im: SampleMemory(2 * StereoMeter.segment)
    )
    private let places: [Int]
    private var filled = 0
    private var segments = 0

    package init(rate: Int) {
        self.rate = rate
        let transform = transform
        places = (0..<(2 * StereoMeter.segment)).map { transform.place(of: $0) }
    }

    package convenience init(_ take: Take) {
        self.init(rate: take.rate)
        add(take.left.base, take.right.base, frames: take.frames)
    }

    package func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames count: Int
    ) {
        var taken = 0
        while taken < count {
            let run = min(count - taken, StereoMeter.segment - filled)
            (real.base + filled).update(from: left + taken, count: run)
            (imaginary.base + filled).update(from: right + taken, count: run)
            taken += run
            filled += run
            if filled == StereoMeter.segment { finishSegment() }
        }
    }

    /// Adds left times the conjugate of right, each divided by its own mean over 64 bins.
    private func finishSegment() {
        let count = 2 * StereoMeter.segment
        let (re, im) = (real.base, imaginary.base)
        for index in StereoMeter.segment..<count { (re[index], im[index]) = (0, 0) }
        transform.transform(real: re, imaginary: im)
        let band = 64
        for start in stride(from: 0, to: count, by: band) {
            var (powerLeft, powerRight): (Float, Float) = (1e-30, 1e-30)
            var products: [(re: Float, im: Float)] = []
            products.reserveCapacity(band)
            for bin in start..<(start + band) {
                let (one, other) = (places[bin], places[(count - bin) % count])
                let left = (re: re[one] + re[other], im: im[one] - im[other])
                // (Z(k) - Z*(-k)) / i
                let right = (re: im[one] + im[other], im: re[other] - re[one])
                powerLeft += left.re * left.re + left.im * left.im
                powerRight += right.re * right.re + right.im * right.im
                products.append(
                    (
                        left.re * right.re + left.im * right.im,
                        left.im * right.re - left.re * right.im
                    ))
            }
            let scale = Float(band) / (powerLeft.squareRoot() * powerRight.squareRoot())
            for (index, product) in products.enumerated() {
                cross.re.base[start + index] += product.re * scale
                cross.im.base[start + index] += product.im * scale
            }
        }
        segments += 1
        filled = 0
    }

    /// The largest correlation within 20 ms either way, regardless of sign; 1 is the same sound.
    package func correlation() -> Double {
        guard segments > 0 else { return 0 }
        let count = 2 * StereoMeter.segment
        let (re, im) = (SampleMemory(count), SampleMemory(count))
        re.base.update(from: cross.re.base, count: count)
        im.base.update(from: cross.im.base, count: count)
        transform.transform(real: re.base, imaginary: im.base)
        var greatest: Float = 0
        let reach = Int(StereoMeter.reachSeconds * Double(rate))
        for lag in -reach...reach {
            greatest = max(greatest, abs(re.base[places[(count + lag) % count]]))
        }
        return Double(greatest) / Double(count) / Double(segments)
    }
}
