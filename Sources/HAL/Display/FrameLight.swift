extension PanelGeometry {
    /// How much of the panel a picture lights, 0...1.
    package func litShare(of content: Frame.Content) -> Double {
        switch content {
        case .dark: return 0
        case .segments(let picture):
            guard case .segments(let geometry) = self else { return 0 }
            return geometry.litShare(of: picture)
        case .pixels(let picture):
            guard !picture.pixels.isEmpty else { return 0 }
            var sum = 0
            for pixel in picture.pixels { sum += pixel.sum }
            return Double(sum) / Double(PixelLight.white.sum * picture.pixels.count)
        }
    }
}

extension SegmentGeometry {
    /// How many of the segments, points, dots of the colon and lamps are lit.
    fileprivate func litShare(of picture: SegmentPicture) -> Double {
        var lit = picture.lamps.count + (picture.colon ? 2 : 0)
        for digit in picture.digits { lit += count(digit) }
        let character = (shape == .seven ? 7 : 14) + (hasPoints ? 1 : 0)
        let all = digits * character + (hasColon ? 2 : 0) + lamps.count
        return all == 0 ? 0 : min(1, Double(lit) / Double(all))
    }

    private func count(_ segments: Segments) -> Int {
        switch shape {
        case .seven: segments.sevenSegmentByte.nonzeroBitCount
        case .fourteen: segments.rawValue.nonzeroBitCount
        }
    }
}

extension PixelLight {
    /// On a panel of one colour, which a grey stands for, three times its light.
    fileprivate var sum: Int { Int(red) + Int(green) + Int(blue) }
}
