import Synchronization

// The exceptions to the `@_noLocks` check, all in this file. The check refuses what it cannot see through; each
// function here is one line that takes no lock, for the stated reason. Nothing else may carry the attribute.

enum Hatch {
    /// One instruction on every machine that we run on, but the compilers of Swift 6.0 and 6.3 treat
    /// `squareRoot()` as a call of unknown effect. IEEE 754 defines its result to the last bit.
    @_semantics("no_performance_analysis") @inline(never)
    static func squareRoot(_ x: Double) -> Double { x.squareRoot() }

    // Atomic words are lock-free by definition, yet Swift 6.0 says that "this code pattern can cause locking"
    // (6.3 accepts them).

    @_semantics("no_performance_analysis") @inline(never)
    static func load(_ word: borrowing Atomic<Int>) -> Int { word.load(ordering: .relaxed) }

    @_semantics("no_performance_analysis") @inline(never)
    static func acquire(_ word: borrowing Atomic<Int>) -> Int { word.load(ordering: .acquiring) }

    @_semantics("no_performance_analysis") @inline(never)
    static func release(_ word: borrowing Atomic<Int>, _ value: Int) {
        word.store(value, ordering: .releasing)
    }

    @_semantics("no_performance_analysis") @inline(never)
    static func exchange(_ word: borrowing Atomic<Int>, _ value: Int) -> Int {
        word.exchange(value, ordering: .acquiringAndReleasing)
    }

    @_semantics("no_performance_analysis") @inline(never)
    static func increment(_ word: borrowing Atomic<Int>) {
        word.wrappingAdd(1, ordering: .relaxed)
    }
}
