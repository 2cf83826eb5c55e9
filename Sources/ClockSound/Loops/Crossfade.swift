/// A constant-power crossfade, whatever the correlation of the two sounds.
///
/// With gains cos and sin (equal power) the mean square of two sounds of power 1 and correlation r is 1 + 2 r sin
/// cos. That is right for noise, but 3 dB too much in the middle for identical sounds. So both gains are divided
/// by its root. At r = 0 nothing changes; at r = 1 the gains add up to one (equal gain); otherwise the power also
/// stays constant. Because music is correlated only in places, r is measured all along the crossfade.
enum Crossfade {
    /// In milliseconds: two periods of the lowest tone that a bedside speaker plays.
    private static let window = 40
    /// Interval between measurements in milliseconds; the correction is interpolated linearly.
    private static let step = 10
    /// The maximum boost of sounds that cancel each other: 3 dB.
    private static let mostPower = 2.0

    /// Fades from one sound to another of equal length, both interleaved stereo. The first frame is that of
    /// `tail`; what followed `head` continues after the last.
    static func blend(from tail: [Float], to head: [Float], rate: Int) -> [Float] {
        let frames = head.count / 2
        let stepFrames = max(1, step * rate / 1000)
        var blended = [Float](repeating: 0, count: 2 * frames)
        var correction = 1.0
        for start in stride(from: 0, to: frames, by: stepFrames) {
            let end = min(start + stepFrames, frames)
            let next = self.correction(at: end, tail, head, rate: rate)
            for frame in start..<end {
                let part = Double(frame - start) / Double(end - start)
                let scale = correction + (next - correction) * part
                let (fadeOut, fadeIn) = gains(frame, of: frames)
                for sample in (2 * frame)...(2 * frame + 1) {
                    let sum = Double(tail[sample]) * fadeOut + Double(head[sample]) * fadeIn
                    blended[sample] = Float(sum * scale)
                }
            }
            correction = next
        }
        return blended
    }

    /// The correction factor for both gains around a position, which gives the power that uncorrelated sounds
    /// would have.
    private static func correction(
        at place: Int, _ tail: [Float], _ head: [Float], rate: Int
    ) -> Double {
        let frames = head.count / 2
        let reach = window * rate / 2000
        var tailPower = 0.0
        var headPower = 0.0
        var product = 0.0
        for sample in (2 * max(0, place - reach))..<(2 * min(frames, place + reach)) {
            let (a, b) = (Double(tail[sample]), Double(head[sample]))
            tailPower += a * a
            headPower += b * b
            product += a * b
        }
        let (fadeOut, fadeIn) = gains(place, of: frames)
        let wanted = fadeOut * fadeOut * tailPower + fadeIn * fadeIn * headPower
        let found = wanted + 2 * fadeOut * fadeIn * product
        guard wanted > 0 else { return 1 }
        guard found * mostPower > wanted else { return mostPower.squareRoot() }
        return (wanted / found).squareRoot()
    }

    private static func gains(_ frame: Int, of frames: Int) -> (fadeOut: Double, fadeIn: Double) {
        let turns = Double(frame) / Double(frames) / 4
        return (Elementary.sine(turns: turns + 0.25), Elementary.sine(turns: turns))
    }
}
