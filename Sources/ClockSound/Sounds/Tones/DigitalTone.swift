/// The bedside classic: 2 kHz, four short pulses, a pause, once a second.
///
/// A sine, because a square wave's harmonics lie where small speakers and old ears have no response, and would
/// use up the headroom that an RMS level needs. Each pulse has raised-cosine edges of 2 ms: short enough to be
/// crisp, long enough to keep all but a millionth of its energy within 0.5-4 kHz.
struct DigitalTone {
    /// RMS of the plateau at amplitude 1.
    static var rootMeanSquare: Double {
        @_noLocks get { 0.7071067811865476 }
    }

    private static var frequency: Int { 2000 }
    private static var pulses: Int { 4 }
    /// A pulse starts every 125 ms and lasts 80 ms; the group repeats every second.
    private static var pulsesPerSecond: Int { 8 }
    private static var pulseMilliseconds: Int { 80 }
    private static var edgeMilliseconds: Int { 2 }

    private let pulse: FixedBuffer<Float>
    private let cycle: Int

    init(in memory: RenderMemory, rate: Int) {
        cycle = rate
        let frames = rate * DigitalTone.pulseMilliseconds / 1000
        let edge = Double(rate * DigitalTone.edgeMilliseconds) / 1000
        pulse = memory.allocate(frames, repeating: 0)
        for index in 0..<frames {
            // Offset by half a frame, so that a pulse is symmetric and its very first sample is audible.
            let time = Double(index) + 0.5
            let distance = min(time, Double(frames) - time)
            let rise = distance < edge ? Elementary.sine(turns: distance / edge / 4) : 1
            let wave = Elementary.sine(turns: time * Double(DigitalTone.frequency) / Double(rate))
            pulse.base[index] = Float(rise * rise * wave)
        }
    }

    @_noLocks
    func render(at frame: Int, into output: UnsafeMutablePointer<Float>) {
        var position = frame % cycle
        var made = 0
        // A slice is shorter than a pulse and than a gap, so at most three runs.
        while made < Slice.frames {
            // The last pulse that has started: pulse k starts at the frame floor(k * cycle / 8).
            let begun = (position * DigitalTone.pulsesPerSecond + 7) / cycle
            let index = min(begun, DigitalTone.pulses - 1)
            let into = position - index * cycle / DigitalTone.pulsesPerSecond
            let room = Slice.frames - made
            let target = output + made
            let run: Int
            if into < pulse.count {
                run = min(room, pulse.count - into)
                let source = pulse.base + into
                for step in 0..<run { target[step] = source[step] }
            } else {
                let next =
                    index + 1 < DigitalTone.pulses
                    ? (index + 1) * cycle / DigitalTone.pulsesPerSecond : cycle
                run = min(room, max(1, next - position))
                for step in 0..<run { target[step] = 0 }
            }
            made += run
            position += run
            if position >= cycle { position = 0 }
        }
    }
}
