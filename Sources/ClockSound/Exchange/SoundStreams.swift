import Synchronization

/// Not members of the class, because naming it asks for its metadata, which `@_noLocks` refuses.
private enum Bound {
    /// Frames that a place holds: 2.7 s at 48 kHz, longer than any disk of ours stalls.
    static var frames: Int { 1 << 17 }
}

/// Places through which sounds from files reach a mixer: a ring of 16-bit stereo frames each.
///
/// Theory of operation. Whoever decides claims a place, has it filled from the file's beginning, and
/// names place and claim in a scene. One feeder writes, the mixer reads; neither waits. A mixer that
/// finds too little plays silence and counts it. When a voice ends the mixer says that it is through
/// with the claim; only then is the place free for another one.
///
/// A place's memory is made at its first claim and kept, so that a clock without own sounds has none.
///
/// `@unchecked Sendable` because of the samples: between `tail` and `head`, both released by who moves
/// them, they belong to the reader, and outside to the feeder, as in any ring of one producer and one
/// consumer. `claim` changes only while nobody reads.
package final class SoundStreams: @unchecked Sendable {
    private let places: UnsafeMutablePointer<Place>
    /// How many there are.
    package let count: Int

    private struct Place: ~Copyable {
        var samples: UnsafeMutablePointer<Int16>?
        /// Frames ever written and ever read under this claim.
        let head = Atomic<Int>(0)
        let tail = Atomic<Int>(0)
        /// Counts up from 1; 0 before the first.
        let claim = Atomic<Int>(0)
        /// The newest claim that the mixer began to read, and that it is through with.
        let begun = Atomic<Int>(0)
        let finished = Atomic<Int>(0)
    }

    /// - Parameter count: at most so many sounds from files at once, those included that fade out.
    package init(places count: Int) {
        self.count = count
        places = .allocate(capacity: count)
        for place in 0..<count { (places + place).initialize(to: Place()) }
    }

    deinit {
        for place in 0..<count { places[place].samples?.deallocate() }
        places.deinitialize(count: count)
        places.deallocate()
    }

    // MARK: - Who decides

    /// Takes a place that nobody reads. Only for one whose last claim is over: `isOver`.
    ///
    /// - Returns: the claim to name in scenes and to feed under.
    package func claim(place: Int) -> Int {
        if places[place].samples == nil {
            places[place].samples = .allocate(capacity: 2 * Bound.frames)
        }
        places[place].head.store(0, ordering: .relaxed)
        places[place].tail.store(0, ordering: .relaxed)
        let claim = places[place].claim.load(ordering: .relaxed) + 1
        places[place].claim.store(claim, ordering: .releasing)
        return claim
    }

    /// Whether the mixer began to read the newest claim, and whether it is through with it.
    package func state(place: Int) -> (isBegun: Bool, isOver: Bool) {
        let claim = places[place].claim.load(ordering: .relaxed)
        return (
            places[place].begun.load(ordering: .acquiring) == claim,
            places[place].finished.load(ordering: .acquiring) == claim
        )
    }

    // MARK: - The feeder

    /// Frames that there is room for under this claim; 0 once the place has another one.
    package func room(place: Int, claim: Int) -> Int {
        guard places[place].claim.load(ordering: .acquiring) == claim else { return 0 }
        return Bound.frames
            - (places[place].head.load(ordering: .relaxed)
                - places[place].tail.load(ordering: .acquiring))
    }

    /// Appends interleaved stereo frames, at most as many as there is room for.
    package func write(place: Int, _ frames: UnsafeBufferPointer<Int16>) {
        guard let samples = places[place].samples, let source = frames.baseAddress else { return }
        let head = places[place].head.load(ordering: .relaxed)
        var written = 0
        while written < frames.count / 2 {
            let at = (head + written) % Bound.frames
            let run = min(frames.count / 2 - written, Bound.frames - at)
            (samples + 2 * at).update(from: source + 2 * written, count: 2 * run)
            written += run
        }
        places[place].head.store(head + written, ordering: .releasing)
    }

    // MARK: - The mixer

    /// Drops all that was fed: it was made for another rate. For whoever else renders.
    package func discardAll() {
        for place in 0..<count {
            let head = places[place].head.load(ordering: .acquiring)
            places[place].tail.store(head, ordering: .releasing)
        }
    }

    /// Reads up to `frames` frames as floats.
    ///
    /// - Returns: how many there were.
    @_noLocks
    func read(
        place: Int, claim: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>, frames: Int
    ) -> Int {
        guard place >= 0, place < count, Hatch.acquire(places[place].claim) == claim,
            let samples = places[place].samples
        else { return 0 }
        Hatch.release(places[place].begun, claim)
        let tail = Hatch.load(places[place].tail)
        let ready = Hatch.acquire(places[place].head) - tail
        let count = ready < frames ? ready : frames
        var done = 0
        while done < count {
            let at = (tail + done) % Bound.frames
            let run = min(count - done, Bound.frames - at)
            let source = UnsafePointer(samples + 2 * at)
            let (a, b) = (left + done, right + done)
            for index in 0..<run {
                a[index] = Float(source[2 * index]) * 0x1p-15
                b[index] = Float(source[2 * index + 1]) * 0x1p-15
            }
            done += run
        }
        Hatch.release(places[place].tail, tail + count)
        return count
    }

    /// A voice is to read under this claim, for the first time or again.
    @_noLocks
    func begin(place: Int, claim: Int) {
        guard place >= 0, place < count, Hatch.load(places[place].finished) == claim else { return }
        Hatch.release(places[place].finished, 0)
    }

    /// Nothing is read under this claim any more.
    @_noLocks
    func finish(place: Int, claim: Int) {
        guard place >= 0, place < count else { return }
        Hatch.release(places[place].begun, claim)
        Hatch.release(places[place].finished, claim)
    }
}
