/// Memory that the render path writes: allocated once before the sound starts, never resized.
///
/// Not an Array, because writing one checks uniqueness and bounds and may copy, each of which
/// `@_noLocks` refuses and the vectoriser stumbles over.
struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
    let base: UnsafeMutablePointer<Element>
    let count: Int

    init(count: Int, repeating value: Element) {
        self.count = count
        base = UnsafeMutablePointer<Element>.allocate(capacity: count)
        base.initialize(repeating: value, count: count)
    }

    deinit { base.deallocate() }
}
