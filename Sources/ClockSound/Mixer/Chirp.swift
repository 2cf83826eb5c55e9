/// A short, soft rising tone that answers a press of a key (product, B5).
///
/// Its envelope is a raised cosine over the whole length, so it begins and ends without a click. It is added after the
/// limiter, whose ceiling leaves room for it, so it comes without the limiter's delay.
struct Chirp {
    /// 32 ms at 48 kHz.
    private static let slices = 12
    private static let firstHertz = 1_400.0
    private static let lastHertz = 2_000.0
    /// -21 dBFS at full volume.
    private static let peak = 0.09

    private let table: FixedBuffer<Float>
    private var gain: Float = 0
    /// The newest chirp that was begun.
    private var serial: UInt32 = 0
    /// Slices that are still to come.
    private(set) var remaining = 0

    init(in memory: RenderMemory, rate: Int) {
        let frames = Chirp.slices * Slice.frames
        table = memory.allocate(frames, repeating: 0)
        let seconds = Double(frames) / Double(rate)
        let slope = (Chirp.lastHertz - Chirp.firstHertz) / (2 * seconds)
        for frame in 0..<frames {
            let time = Double(frame) / Double(rate)
            let turns = time * (Chirp.firstHertz + slope * time)
            // A cosine is a sine a quarter turn later.
            let cosine = Elementary.sine(turns: Double(frame) / Double(frames) + 0.25)
            let envelope = 0.5 * (1 - cosine)
            table.base[frame] = Float(Chirp.peak * envelope * Elementary.sine(turns: turns))
        }
    }

    /// Whether the scene asks for a chirp that has not begun.
    @_noLocks
    func isDue(_ scene: FlatScene) -> Bool { scene.chirp.serial != serial }

    /// Begins the scene's chirp, unless it began before.
    @_noLocks
    mutating func aim(_ scene: FlatScene) {
        guard isDue(scene) else { return }
        serial = scene.chirp.serial
        gain = scene.chirp.gain
        remaining = table.count / Slice.frames
    }

    /// Takes over which chirps have begun.
    mutating func follow(_ other: Chirp) { serial = other.serial }

    /// Adds the next slice to interleaved output, if there is one.
    @_noLocks @inline(never)
    mutating func add(to output: UnsafeMutablePointer<Float>) {
        guard remaining > 0 else { return }
        let source = table.base + (table.count - remaining * Slice.frames)
        for index in 0..<Slice.frames {
            let value = source[index] * gain
            output[2 * index] = output[2 * index] + value
            output[2 * index + 1] = output[2 * index + 1] + value
        }
        remaining -= 1
    }

    @_noLocks
    mutating func skip(slices: Int) {
        remaining = remaining > slices ? remaining - slices : 0
    }
}
