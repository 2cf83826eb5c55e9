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
        /// A frame each, the left sample in the low half: the lowest byte comes first on all machines that
        /// the clock runs on.
        var frames: UnsafeMutablePointer<Int32>?
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
        for place in 0..<count { places[place].frames?.deallocate() }
        places.deinitialize(count: count)
        places.deallocate()
    }

    // MARK: - Who decides

    /// Takes a place that nobody reads. Only for one whose last claim is over: `isOver`.
    ///
    /// - Returns: the claim to name in scenes and to feed under.
    package func claim(place: Int) -> Int {
        if places[place].frames == nil {
            places[place].frames = .allocate(capacity: Bound.frames)
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
        return Bound.frames - ready(place: place)
    }

    /// Frames that were fed and not read yet.
    package func ready(place: Int) -> Int {
        places[place].head.load(ordering: .relaxed) - places[place].tail.load(ordering: .acquiring)
    }

    /// Has somebody write interleaved stereo frames behind those that there are, where they will be read
    /// from, so that none is copied.
    ///
    /// - Parameters:
    ///   - most: so many at most; there must be room for them. Nearer to the ring's end there are fewer.
    ///   - write: gets where to write and how many frames at most, and returns how many it wrote.
    /// - Returns: how many were written.
    @discardableResult
    package func fill<Failure: Error>(
        place: Int, most: Int,
        _ write: (UnsafeMutablePointer<Int16>, Int) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        guard let frames = places[place].frames else { return 0 }
        let head = places[place].head.load(ordering: .relaxed)
        let at = head % Bound.frames
        let run = min(most, Bound.frames - at)
        // Samples of 16 bits in memory for words of 32 alone, never both at once.
        let target = UnsafeMutableRawPointer(frames + at).assumingMemoryBound(to: Int16.self)
        let written = min(try write(target, run), run)
        places[place].head.store(head + max(written, 0), ordering: .releasing)
        return written
    }

    /// Appends interleaved stereo frames that lie in memory already, at most as many as there is room for.
    package func write(place: Int, _ frames: UnsafeBufferPointer<Int16>) {
        guard var source = frames.baseAddress else { return }
        var left = frames.count / 2
        while left > 0 {
            let count = fill(place: place, most: left) { target, most in
                target.update(from: source, count: 2 * most)
                return most
            }
            guard count > 0 else { return }
            source += 2 * count
            left -= count
        }
    }

    // MARK: - The mixer

    /// Drops all that was fed: it was made for another rate. For whoever else renders.
    package func discardAll() {
        for place in 0..<count {
            let head = places[place].head.load(ordering: .acquiring)
            places[place].tail.store(head, ordering: .releasing)
        }
    }

    /// Reads a slice and adds it to the mix.
    ///
    /// - Returns: how many frames there were.
    @_noLocks
    func add(
        place: Int, claim: Int, to mix: StereoPointers, _ gains: StereoGains, _ ramp: SliceRamp
    ) -> Int {
        guard place >= 0, place < count, Hatch.acquire(places[place].claim) == claim,
            let frames = places[place].frames
        else { return 0 }
        Hatch.release(places[place].begun, claim)
        let tail = Hatch.load(places[place].tail)
        let ready = Hatch.acquire(places[place].head) - tail
        let count = ready < Slice.frames ? ready : Slice.frames
        var done = 0
        while done < count {
            let at = (tail + done) % Bound.frames
            let run = min(count - done, Bound.frames - at)
            ramp.add(UnsafePointer(frames + at), count: run, from: done, to: mix, gains)
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
