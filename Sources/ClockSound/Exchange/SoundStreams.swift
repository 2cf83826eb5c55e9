import Synchronization

/// Not members of the class, because naming it requires its metadata, which `@_noLocks` refuses.
private enum Bound {
    /// Frames per place: 2.7 s at 48 kHz, longer than any disk of ours stalls.
    static var frames: Int { 1 << 17 }
}

/// Places through which sounds from files reach a mixer, each a ring of 16-bit stereo frames.
///
/// Theory of operation. The deciding thread claims a place, has it filled from the file's beginning, and names
/// place and claim in a scene. One feeder writes and the mixer reads; neither waits. If the mixer finds too few
/// frames, it plays silence and counts it. When a voice ends, the mixer marks the claim as over; only then is the
/// place free for another one.
///
/// A place's memory is allocated at its first claim and kept, so a clock without own sounds allocates none.
///
/// `@unchecked Sendable` because of the samples: as in any ring of one producer and one consumer, those between
/// `tail` and `head` belong to the reader and the rest to the feeder, and each index is released by the side that
/// moves it. `claim` changes only while nobody reads.
package final class SoundStreams: @unchecked Sendable {
    private let places: UnsafeMutablePointer<Place>
    /// The number of places.
    package let count: Int

    private struct Place: ~Copyable {
        /// One frame per word, the left sample in the low half: all machines that the clock runs on are
        /// little-endian.
        var frames: UnsafeMutablePointer<Int32>?
        /// Total frames written and read under this claim.
        let head = Atomic<Int>(0)
        let tail = Atomic<Int>(0)
        /// Counts up from 1; 0 before the first claim.
        let claim = Atomic<Int>(0)
        /// The newest claims that the mixer has begun and finished reading.
        let begun = Atomic<Int>(0)
        let finished = Atomic<Int>(0)
    }

    /// - Parameter count: the maximum number of simultaneous sounds from files, including those fading out.
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

    /// Claims a place that nobody reads. Call it only if its last claim `isOver`.
    ///
    /// - Returns: the claim to use in scenes and for feeding.
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

    /// Whether the mixer has begun reading the newest claim, and whether it has finished.
    package func state(place: Int) -> (isBegun: Bool, isOver: Bool) {
        let claim = places[place].claim.load(ordering: .relaxed)
        return (
            places[place].begun.load(ordering: .acquiring) == claim,
            places[place].finished.load(ordering: .acquiring) == claim
        )
    }

    // MARK: - The feeder

    /// Frames that still fit under this claim; 0 once the place has another one.
    package func room(place: Int, claim: Int) -> Int {
        guard places[place].claim.load(ordering: .acquiring) == claim else { return 0 }
        return Bound.frames - ready(place: place)
    }

    /// Frames fed but not yet read.
    package func ready(place: Int) -> Int {
        places[place].head.load(ordering: .relaxed) - places[place].tail.load(ordering: .acquiring)
    }

    /// Lets `write` append interleaved stereo frames in place, without a copy.
    ///
    /// - Parameters:
    ///   - most: the maximum number of frames, for which there must be room. Fewer near the ring's end.
    ///   - write: receives the target and the maximum number of frames; returns the number written.
    /// - Returns: the number of frames written.
    @discardableResult
    package func fill<Failure: Error>(
        place: Int, most: Int,
        _ write: (UnsafeMutablePointer<Int16>, Int) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        guard let frames = places[place].frames else { return 0 }
        let head = places[place].head.load(ordering: .relaxed)
        let at = head % Bound.frames
        let run = min(most, Bound.frames - at)
        // Binds memory for 32-bit words to 16-bit samples, but never to both at once.
        let target = UnsafeMutableRawPointer(frames + at).assumingMemoryBound(to: Int16.self)
        let written = min(try write(target, run), run)
        places[place].head.store(head + max(written, 0), ordering: .releasing)
        return written
    }

    /// Appends interleaved stereo frames from memory, as many as fit.
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

    /// Drops everything fed, because it was made for another rate. For when something else takes over the
    /// rendering.
    package func discardAll() {
        for place in 0..<count {
            let head = places[place].head.load(ordering: .acquiring)
            places[place].tail.store(head, ordering: .releasing)
        }
    }

    /// Reads a slice and adds it to the mix.
    ///
    /// - Returns: the number of available frames.
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

    /// Marks the start of reading under this claim, for the first time or again.
    @_noLocks
    func begin(place: Int, claim: Int) {
        guard place >= 0, place < count, Hatch.load(places[place].finished) == claim else { return }
        Hatch.release(places[place].finished, 0)
    }

    /// Marks the end of all reading under this claim.
    @_noLocks
    func finish(place: Int, claim: Int) {
        guard place >= 0, place < count else { return }
        Hatch.release(places[place].begun, claim)
        Hatch.release(places[place].finished, claim)
    }
}
