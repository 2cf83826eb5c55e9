import ClockSound

/// Assigns the places of one output's streams to own sounds, and orders them to be fed.
///
/// A sound that is wanted again while it fades out keeps its place, so that the fade reverses instead of the sound
/// starting twice. A place is freed once its voice has ended, or once the mixer has taken a newer scene without
/// having begun it.
struct StreamPlaces {
    private struct Use {
        var file: SoundShelf.SoundFile
        var purpose: Purpose
        var claim: Int
        var isWanted: Bool
    }

    /// The same sound may be noise, rise before a ring and be an alarm at once.
    enum Purpose { case noise, rising, alarm }

    private let output: Int
    private let streams: SoundStreams
    private let orders: Inbox<FeedOrder>?
    private var uses: [Use?]

    init(output: Int, _ streams: SoundStreams, _ orders: Inbox<FeedOrder>?) {
        self.output = output
        self.streams = streams
        self.orders = orders
        uses = Array(repeating: nil, count: streams.count)
    }

    /// Call this before making a scene: no place is wanted until it is asked for.
    mutating func begin() {
        for place in uses.indices { uses[place]?.isWanted = false }
    }

    /// Where to read this sound; nil if no place is free, or nobody feeds any.
    mutating func source(
        of file: SoundShelf.SoundFile, for purpose: Purpose
    ) -> SoundSource? {
        let known = uses.indices.first { place in
            uses[place].map { $0.file == file && $0.purpose == purpose } ?? false
        }
        if let place = known, let use = uses[place] {
            uses[place]?.isWanted = true
            return .stream(place: place, claim: use.claim)
        }
        guard let orders, let place = uses.firstIndex(where: { $0 == nil }) else { return nil }
        let claim = streams.claim(place: place)
        uses[place] = Use(file: file, purpose: purpose, claim: claim, isWanted: true)
        orders.post(.open(file.name, output: output, place: place, claim: claim))
        return .stream(place: place, claim: claim)
    }

    /// Frees the places that nothing plays any more.
    ///
    /// - Parameter isSceneTaken: whether the mixer has the newest scene.
    mutating func settle(isSceneTaken: Bool) {
        for place in uses.indices {
            guard let use = uses[place], !use.isWanted, isSceneTaken else { continue }
            let state = streams.state(place: place)
            guard state.isOver || !state.isBegun else { continue }
            uses[place] = nil
            orders?.post(.close(output: output, place: place, claim: use.claim))
        }
    }
}

/// An order for the host that reads own sounds from the disk.
package enum FeedOrder: Hashable, Sendable {
    /// Reads this sound from its beginning into a place.
    case open(String, output: Int, place: Int, claim: Int)
    case close(output: Int, place: Int, claim: Int)
}
