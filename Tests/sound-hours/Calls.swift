import Glibc

/// `RenderPathCounter.c`, if it is loaded.
struct Calls {
    /// The counter's own, in its order; ALSA's own locks follow, which are not ours.
    private static let kinds = ["allocations", "frees", "retains", "releases", "locks"]

    private typealias Switch = @convention(c) (Int32) -> Void
    private typealias Count = @convention(c) (Int32) -> Int

    private let turn: Switch
    private let number: Count

    init?() {
        guard let turn = dlsym(nil, "noiseclock_count_calls"),
            let number = dlsym(nil, "noiseclock_calls")
        else {
            Program.complain("the counter of calls is not loaded; board/sound-hours does it")
            return nil
        }
        self.turn = unsafeBitCast(turn, to: Switch.self)
        self.number = unsafeBitCast(number, to: Count.self)
    }

    func set(on: Bool) { turn(on ? 1 : 0) }

    /// Prints the counts, and whether the counter works.
    ///
    /// - Parameter what: what was done meanwhile.
    /// - Returns: whether nothing was counted.
    func report(_ what: String) -> Bool {
        let counts = Calls.kinds.indices.map { number(Int32($0)) }
        // Does each once on purpose, because a counter that counts nothing proves nothing.
        set(on: true)
        Calls.allocateAndLock()
        set(on: false)
        let silent = Calls.kinds.indices.filter { number(Int32($0)) == counts[$0] }
            .map { Calls.kinds[$0] }
        let words = zip(Calls.kinds, counts).map { "\($1) \($0)" }.joined(separator: ", ")
        let foreign = number(Int32(Calls.kinds.count))
        print("\(what): \(words)" + (foreign > 0 ? " (and \(foreign) in ALSA)" : ""))
        if !silent.isEmpty {
            Program.complain("the counter does not count \(silent.joined(separator: ", "))")
        }
        return silent.isEmpty && counts.allSatisfy { $0 == 0 }
    }

    private final class Link {
        var next: Link?
    }

    /// Makes a ring of objects and breaks it: each is allocated, shared and finally freed.
    @inline(never)
    private static func allocateAndLock() {
        var lock = pthread_mutex_t()
        pthread_mutex_init(&lock, nil)
        pthread_mutex_lock(&lock)
        let links = (0..<5).map { _ in Link() }
        for index in links.indices { links[index].next = links[(index + 1) % links.count] }
        for link in links { link.next = nil }
        pthread_mutex_unlock(&lock)
        pthread_mutex_destroy(&lock)
    }
}
