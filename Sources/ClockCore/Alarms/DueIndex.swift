import ClockTime

/// Which alarm falls due next: a binary heap by instant, then by id, with the place of each alarm in
/// it. Taking the first, moving one and looking at the first cost O(log n) at most, and none
/// allocates once the alarm is known.
struct DueIndex: Hashable, Sendable {
    struct Entry: Hashable, Sendable, Comparable {
        var instant: Instant
        var id: AlarmID

        static func < (one: Entry, other: Entry) -> Bool {
            (one.instant, one.id) < (other.instant, other.id)
        }
    }

    private var heap: [Entry] = []
    private var places: [AlarmID: Int] = [:]

    var first: Entry? { heap.first }

    /// The least of what `value` makes of the entries. It is asked of no more of them than could be it, as
    /// an entry stands for nothing earlier than itself.
    ///
    /// - Parameter value: never less than the entry; nil where there is none.
    func least(_ value: (Entry) -> Entry?) -> Entry? {
        var least: Entry?
        look(from: 0, value, &least)
        return least
    }

    private func look(from place: Int, _ value: (Entry) -> Entry?, _ least: inout Entry?) {
        guard place < heap.count else { return }
        // All below are later than this one.
        if let least, least < heap[place] { return }
        if let found = value(heap[place]), least.map({ found < $0 }) ?? true { least = found }
        look(from: 2 * place + 1, value, &least)
        look(from: 2 * place + 2, value, &least)
    }

    /// The entries whose instant is not after `now`, the earliest first.
    func entries(through now: Instant) -> [Entry] {
        var found: [Entry] = []
        collect(from: 0, through: now, &found)
        return found.sorted()
    }

    private func collect(from place: Int, through now: Instant, _ found: inout [Entry]) {
        guard place < heap.count, heap[place].instant <= now else { return }
        found.append(heap[place])
        collect(from: 2 * place + 1, through: now, &found)
        collect(from: 2 * place + 2, through: now, &found)
    }

    /// Sets when `id` falls due; nil takes it out.
    mutating func set(_ id: AlarmID, to instant: Instant?) {
        guard let instant else { return remove(id) }
        let entry = Entry(instant: instant, id: id)
        if let place = places[id] {
            let old = heap[place]
            heap[place] = entry
            if entry < old { siftUp(place) } else { siftDown(place) }
        } else {
            heap.append(entry)
            places[id] = heap.count - 1
            siftUp(heap.count - 1)
        }
    }

    private mutating func remove(_ id: AlarmID) {
        guard let place = places.removeValue(forKey: id) else { return }
        let last = heap.removeLast()
        guard place < heap.count else { return }
        heap[place] = last
        places[last.id] = place
        siftUp(place)
        siftDown(place)
    }

    private mutating func siftUp(_ start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard heap[place] < heap[parent] else { return }
            swapEntries(place, parent)
            place = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var place = start
        while true {
            var least = place
            let left = 2 * place + 1
            if left < heap.count, heap[left] < heap[least] { least = left }
            if left + 1 < heap.count, heap[left + 1] < heap[least] { least = left + 1 }
            guard least != place else { return }
            swapEntries(place, least)
            place = least
        }
    }

    private mutating func swapEntries(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        places[heap[one].id] = one
        places[heap[other].id] = other
    }
}
