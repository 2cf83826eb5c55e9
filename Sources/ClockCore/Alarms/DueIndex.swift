import ClockTime

/// Finds the item of a list that falls due next. It is a 4-ary heap, ordered by instant and then by place in the list,
/// with an array that maps each place to its heap position. A 4-ary heap has half the levels of a binary heap, and the
/// four children are adjacent in memory.
///
/// Items are identified by their places in the list, so a lookup is an array access without hashing. Whoever changes
/// the list must report it (`insertPlace`, `removePlace`). Removing the first, moving one and reading the first cost at
/// most O(log n). Rebuilding the index costs O(n). None allocates unless the list grows.
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
    /// The heap position for each place in the list, or `notDue`.
    private var positions: [Int] = []
    private static let notDue = -1

    /// - Parameter count: the length of the list; no item is due.
    init(count: Int = 0) {
        positions = Array(repeating: DueIndex.notDue, count: count)
    }

    var first: Entry? { heap.first }

    /// The minimum of `value` over all entries. It evaluates only entries that can be the minimum, because an entry's
    /// value is never earlier than the entry.
    ///
    /// - Parameter value: never less than the entry; nil if the entry has none.
    func least(_ value: (Entry) -> Entry?) -> Entry? {
        var least: Entry?
        if !heap.isEmpty { look(from: 0, value, &least) }
        return least
    }

    private func look(from position: Int, _ value: (Entry) -> Entry?, _ least: inout Entry?) {
        // All descendants are later than this one.
        if let least, least < heap[position] { return }
        if let found = value(heap[position]), least.map({ found < $0 }) ?? true { least = found }
        for child in children(of: position) { look(from: child, value, &least) }
    }

    /// The entries due by `now`, earliest first.
    func entries(through now: Instant) -> [Entry] {
        var found: [Entry] = []
        if !heap.isEmpty { collect(from: 0, through: now, &found) }
        return found.sorted()
    }

    /// Their places, in ascending order.
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

    // MARK: - List changes

    /// The list got a new item at `place`, which is not due yet.
    mutating func insertPlace(_ place: Int) {
        positions.insert(DueIndex.notDue, at: place)
        // Later items move up. Their order stays the same, so the heap remains valid.
        guard place < positions.count - 1 else { return }
        for position in heap.indices where heap[position].place >= place {
            heap[position].place += 1
        }
    }

    /// The list lost the item at `place`.
    mutating func removePlace(_ place: Int) {
        remove(place)
        positions.remove(at: place)
        for position in heap.indices where heap[position].place > place {
            heap[position].place -= 1
        }
    }

    // MARK: - Due changes

    /// Sets when the item at `place` falls due; nil removes it from the heap.
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
    /// - Parameter instant: of the item at a place; nil if it is not due.
    mutating func setAll(_ instant: (Int) -> Instant?) {
        heap.removeAll(keepingCapacity: true)
        for place in positions.indices {
            positions[place] = DueIndex.notDue
            if let instant = instant(place) {
                heap.append(Entry(instant: instant, place: place))
            }
        }
        // Builds the heap bottom-up, in O(n), because most entries have few descendants.
        for position in heap.indices.reversed() { siftDown(heap[position], from: position) }
    }

    // MARK: - The heap

    /// Children of each entry.
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

    /// Places an entry in heap order, starting at a position that is free for it.
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
