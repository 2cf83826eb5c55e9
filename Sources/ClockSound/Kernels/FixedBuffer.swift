/// The memory that the render path writes: allocated before the sound starts, never resized, freed
/// together when the mixer goes.
///
/// One owner for all of it, so that everything below is trivial structs over pointers: the
/// `@_noLocks` check refuses to destroy anything, and Swift 6.0's compiler fails on structs without
/// copies inside one another.
final class RenderMemory {
    private var blocks: [UnsafeMutableRawPointer] = []

    func allocate<Element: BitwiseCopyable>(
        _ count: Int, repeating value: Element
    ) -> FixedBuffer<Element> {
        let base = UnsafeMutablePointer<Element>.allocate(capacity: count)
        base.initialize(repeating: value, count: count)
        blocks.append(UnsafeMutableRawPointer(base))
        return FixedBuffer(base: base, count: count)
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
