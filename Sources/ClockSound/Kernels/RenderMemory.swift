/// The memory that the render path writes. It is allocated before the sound starts, never resized, and freed as a
/// whole with the mixer.
///
/// One owner holds all of it, so that everything below consists of trivial structs over pointers: the `@_noLocks`
/// check refuses to destroy anything, and Swift 6.0's compiler fails on nested noncopyable structs.
final class RenderMemory {
    private var blocks: [UnsafeMutableRawPointer] = []
    /// Total bytes allocated.
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

    /// A buffer whose elements have no values yet, and whose pages are mapped only when first written.
    func reserve<Element: BitwiseCopyable>(_ count: Int, of type: Element.Type) -> FixedBuffer<
        Element
    > {
        let base = reserve(bytes: count * MemoryLayout<Element>.stride)
        return FixedBuffer(base: base.bindMemory(to: type, capacity: count), count: count)
    }

    /// Returns untouched memory, whose pages are mapped only when first written.
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

/// A buffer in render memory.
///
/// Not an Array: writing to one checks uniqueness and bounds and may copy. `@_noLocks` refuses each of these, and
/// they hinder the vectoriser.
struct FixedBuffer<Element: BitwiseCopyable>: BitwiseCopyable {
    let base: UnsafeMutablePointer<Element>
    let count: Int
}

/// A bump allocator in render memory that is reset as a whole.
///
/// Each voice owns one. Every sound that starts there takes what it needs from the beginning. So starting a sound
/// allocates nothing, and a voice can play any sound.
///
/// Its pages are either mapped from the start or on first use: zeroed memory from the kernel, never from a disk,
/// some microseconds each, once. An alarm's are mapped from the start, because it must not depend on anything.
/// The noises' are mapped on use, because there is room for 32 and a night mostly has two.
struct Arena: BitwiseCopyable {
    /// Enough for any sound. A test finds the largest and says if this must grow.
    static var voiceBytes: Int {
        @_noLocks get { 92 * 1024 }
    }
    /// The cache line size, so that no two buffers share a line and wide loads are aligned.
    private static var alignment: Int {
        @_noLocks get { 64 }
    }

    private let base: UnsafeMutableRawPointer
    private let capacity: Int
    /// Bytes allocated since the last `reset`.
    private(set) var used = 0

    /// - Parameter isThere: whether all its pages are mapped from the start.
    init(in memory: RenderMemory, bytes: Int, isThere: Bool = true) {
        base = memory.reserve(bytes: bytes)
        if isThere { base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes) }
        capacity = bytes
    }

    @_noLocks
    mutating func reset() { used = 0 }

    /// Allocates zeroed memory. Asking for more than is left is a programming error that the sound's first test
    /// finds.
    @_noLocks
    mutating func reserve(bytes: Int) -> UnsafeMutableRawPointer {
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
        FixedBuffer(
            base: reserve(bytes: 4 * count).assumingMemoryBound(to: Float.self), count: count)
    }

    @_noLocks
    mutating func words(_ count: Int) -> FixedBuffer<UInt32> {
        FixedBuffer(
            base: reserve(bytes: 4 * count).assumingMemoryBound(to: UInt32.self), count: count)
    }
}
