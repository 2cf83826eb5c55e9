import ClockTime

/// Which item of a list falls due next: a heap by instant, then by place in the list, and for each place where
/// in the heap it stands. Each entry of the heap has four below it: half the steps of a binary heap, and the
/// four lie side by side.
///
/// Items are known by their places in the list, so that finding one is an array's element and nothing
/// is hashed; whoever changes the list tells of it (`insertPlace`, `removePlace`). Taking the first,
/// moving one and looking at the first cost O(log n) at most, making the whole index anew O(n), and
/// none allocates as long as the list does not grow.
struct DueIndex: Hashable, Sendable {
    struct Entry: Hashable, Sendable, Comparable {
        var instant: Instant
        /// In the list.
        var place: Int

        static func < (one: Entry, other: Entry) -> Bool {
            one.instant == other.instant
                ? one.place < other.place : one.instant < other.instant
        }
    }

    private var heap: [Entry] = []
    /// By place in the list: the position in the heap, or `notDue`.
    private var positions: [Int] = []
    private static let notDue = -1

    /// - Parameter count: how many items the list has; none is due.
    init(count: Int = 0) {
        positions = Array(repeating: DueIndex.notDue, count: count)
    }

    var first: Entry? { heap.first }

    /// The least of what `value` makes of the entries. It is asked of no more of them than could be it, as
    /// an entry stands for nothing earlier than itself.
    ///
    /// - Parameter value: never less than the entry; nil where there is none.
    func least(_ value: (Entry) -> Entry?) -> Entry? {
        var least: Entry?
        if !heap.isEmpty { look(from: 0, value, &least) }
        return least
    }

    private func look(from position: Int, _ value: (Entry) -> Entry?, _ least: inout Entry?) {
        // All below are later than this one.
        if let least, least < heap[position] { return }
        if let found = value(heap[position]), least.map({ found < $0 }) ?? true { least = found }
        for child in children(of: position) { look(from: child, value, &least) }
    }

    /// The entries whose instant is not after `now`, the earliest first.
    func entries(through now: Instant) -> [Entry] {
        var found: [Entry] = []
        if !heap.isEmpty { collect(from: 0, through: now, &found) }
        return found.sorted()
    }

    /// Their places, the least first.
    func places(through now: Instant) -> [Int] {
        positions.indices.filter { place in
            let position = positions[place]
            return position != DueIndex.notDue && heap[position].instant <= now
        }
    }

    private func collect(from position: Int, through now: Instant, _ found: inout [Entry]) {
        guard heap[position].instant <= now else { return }
        found.append(heap[position])
        for child in children(of: position) { collect(from: child, through: now, &found) }
    }

    // MARK: - Changes of the list

    /// The list has one more item, at `place`, which is not due yet.
    mutating func insertPlace(_ place: Int) {
        positions.insert(DueIndex.notDue, at: place)
        // Those behind it move on. Their order stays, so the heap does.
        guard place < positions.count - 1 else { return }
        for position in heap.indices where heap[position].place >= place {
            heap[position].place += 1
        }
    }

    /// The list has lost the item at `place`.
    mutating func removePlace(_ place: Int) {
        remove(place)
        positions.remove(at: place)
        for position in heap.indices where heap[position].place > place {
            heap[position].place -= 1
        }
    }

    // MARK: - Changes of what is due

    /// Sets when the item at `place` falls due; nil takes it out.
    mutating func set(_ place: Int, to instant: Instant?) {
        guard let instant else { return remove(place) }
        let entry = Entry(instant: instant, place: place)
        var position = positions[place]
        if position == DueIndex.notDue {
            position = heap.count
            heap.append(entry)
        }
        settle(entry, at: position)
    }

    /// Sets when each item falls due, all at once.
    ///
    /// - Parameter instant: of the item at a place; nil where it is not due.
    mutating func setAll(_ instant: (Int) -> Instant?) {
        heap.removeAll(keepingCapacity: true)
        for place in positions.indices {
            positions[place] = DueIndex.notDue
            if let instant = instant(place) {
                heap.append(Entry(instant: instant, place: place))
            }
        }
        // From the bottom up: most items have little below them, so all of it is O(n).
        for position in heap.indices.reversed() { siftDown(heap[position], from: position) }
    }

    // MARK: - The heap

    /// Entries below each one.
    private static let width = 4

    private static func parent(of position: Int) -> Int { (position - 1) / width }

    private func children(of position: Int) -> Range<Int> {
        let first = min(DueIndex.width * position + 1, heap.count)
        return first..<min(first + DueIndex.width, heap.count)
    }

    private mutating func remove(_ place: Int) {
        let position = positions[place]
        guard position != DueIndex.notDue else { return }
        positions[place] = DueIndex.notDue
        let last = heap.removeLast()
        if position < heap.count { settle(last, at: position) }
    }

    /// Puts an entry where it belongs, beginning at a position that is free for it.
    private mutating func settle(_ entry: Entry, at position: Int) {
        if position > 0, entry < heap[DueIndex.parent(of: position)] {
            siftUp(entry, from: position)
        } else {
            siftDown(entry, from: position)
        }
    }

    private mutating func siftUp(_ entry: Entry, from start: Int) {
        var position = start
        while position > 0 {
            let parent = DueIndex.parent(of: position)
            guard entry < heap[parent] else { break }
            put(heap[parent], at: position)
            position = parent
        }
        put(entry, at: position)
    }

    private mutating func siftDown(_ entry: Entry, from start: Int) {
        var position = start
        while true {
            let children = children(of: position)
            guard var least = children.first else { break }
            for child in children.dropFirst() where heap[child] < heap[least] { least = child }
            guard heap[least] < entry else { break }
            put(heap[least], at: position)
            position = least
        }
        put(entry, at: position)
    }

    private mutating func put(_ entry: Entry, at position: Int) {
        heap[position] = entry
        positions[entry.place] = position
    }
}
