/// The memory that the render path writes: allocated before the sound starts, never resized, freed
/// together when the mixer goes.
///
/// One owner for all of it, so that everything below is trivial structs over pointers: the
/// `@_noLocks` check refuses to destroy anything, and Swift 6.0's compiler fails on structs without
/// copies inside one another.
final class RenderMemory {
    private var blocks: [UnsafeMutableRawPointer] = []
    /// What was allocated.
    private(set) var bytes = 0

    func allocate<Element: BitwiseCopyable>(
        _ count: Int, repeating value: Element
    ) -> FixedBuffer<Element> {
        let base = UnsafeMutablePointer<Element>.allocate(capacity: count)
        base.initialize(repeating: value, count: count)
        blocks.append(UnsafeMutableRawPointer(base))
        bytes += count * MemoryLayout<Element>.stride
        return FixedBuffer(base: base, count: count)
    }

    /// Memory that nobody has written to, so that its pages are not there before somebody does.
    func reserve(bytes count: Int) -> UnsafeMutableRawPointer {
        let base = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
        blocks.append(base)
        bytes += count
        return base
    }

    deinit {
        for block in blocks { block.deallocate() }
    }
}

/// A piece of render memory.
///
/// Not an Array, because writing one checks uniqueness and bounds and may copy, each of which
/// `@_noLocks` refuses and the vectoriser stumbles over.
struct FixedBuffer<Element: BitwiseCopyable>: BitwiseCopyable {
    let base: UnsafeMutablePointer<Element>
    let count: Int
}

/// A piece of render memory that is handed out from its beginning and taken back as a whole.
///
/// Each voice owns one: a sound that begins there takes what it needs, and the next one to begin
/// there takes it again. So starting a sound allocates nothing, and a voice can be any sound.
///
/// Its pages are there from the start, or come when a sound first needs them: zeroed memory from the kernel,
/// never from a disk, some microseconds each, once. An alarm's are there, as it must not depend on anything.
/// The noises' come, because there is room for 32, and a night mostly has two.
struct Arena: BitwiseCopyable {
    /// What any sound may need: a test finds the greatest, and says where this must grow.
    static var voiceBytes: Int {
        @_noLocks get { 92 * 1024 }
    }
    /// Of a cache line, so that no two buffers share one and wide loads are aligned.
    private static var alignment: Int {
        @_noLocks get { 64 }
    }

    private let base: UnsafeMutableRawPointer
    private let capacity: Int
    /// Bytes handed out since the last `reset`.
    private(set) var used = 0

    /// - Parameter isThere: whether all its pages are there from the start.
    init(in memory: RenderMemory, bytes: Int, isThere: Bool = true) {
        base = memory.reserve(bytes: bytes)
        if isThere { base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes) }
        capacity = bytes
    }

    @_noLocks
    mutating func reset() { used = 0 }

    /// Zeroed memory of so many bytes. Asking for more than there is, is a mistake in the program
    /// that the first test of the sound finds.
    @_noLocks
    mutating func take(bytes: Int) -> UnsafeMutableRawPointer {
        let start = base + used
        let lines = (bytes + Arena.alignment - 1) / Arena.alignment
        used += lines * Arena.alignment
        precondition(used <= capacity, "a sound needs more memory than a voice has")
        let words = start.assumingMemoryBound(to: UInt64.self)
        for index in 0..<(lines * Arena.alignment / 8) { words[index] = 0 }
        return start
    }

    @_noLocks
    mutating func floats(_ count: Int) -> FixedBuffer<Float> {
        FixedBuffer(base: take(bytes: 4 * count).assumingMemoryBound(to: Float.self), count: count)
    }

    @_noLocks
    mutating func words(_ count: Int) -> FixedBuffer<UInt32> {
        FixedBuffer(base: take(bytes: 4 * count).assumingMemoryBound(to: UInt32.self), count: count)
    }
}
