package import ClockSound

/// A mixer with a listener, and streams whose content the test generates.
package final class Studio {
    private var mixer: Mixer
    private let streams = SoundStreams(places: 16)
    private let events = SoundEventRing()
    private let block: UnsafeMutablePointer<Float>
    private var feeds: [Feed] = []

    package static let blockFrames = 1024

    private struct Feed {
        let place: Int
        let claim: Int
        let make: (Int) -> (Float, Float)
        var frame = 0
    }

    package let rate: Int

    package init(rate: Int) {
        self.rate = rate
        mixer = Mixer(rate: rate)
        block = .allocate(capacity: 2 * Studio.blockFrames)
        block.initialize(repeating: 0, count: 2 * Studio.blockFrames)
    }

    deinit { block.deallocate() }

    package func apply(_ scene: Scene) { mixer.apply(scene) }

    /// A source that plays the frames that `make` returns, starting with the first audible one, as
    /// 16-bit samples like those of files.
    package func source(_ make: @escaping (Int) -> (Float, Float)) -> SoundSource {
        let place = feeds.count
        precondition(place < streams.count, "a studio has \(streams.count) streams")
        let claim = streams.claim(place: place)
        feeds.append(Feed(place: place, claim: claim, make: make))
        feed()
        return .stream(place: place, claim: claim)
    }

    /// Plays `frames` frames in blocks of 1024, and passes each block to `take`.
    package func play(
        frames: Int, _ take: (UnsafePointer<Float>, UnsafePointer<Float>, Int) -> Void
    ) {
        let (left, right) = (SampleMemory(Studio.blockFrames), SampleMemory(Studio.blockFrames))
        var made = 0
        while made < frames {
            let count = min(Studio.blockFrames, frames - made)
            feed()
            mixer.render(into: block, frames: count, from: streams, telling: events)
            while events.pop() != nil {}
            for index in 0..<count {
                left.base[index] = block[2 * index]
                right.base[index] = block[2 * index + 1]
            }
            take(left.base, right.base, count)
            made += count
        }
    }

    package func play(frames: Int) -> Take {
        let take = Take(rate: rate, frames: frames)
        var made = 0
        play(frames: frames) { left, right, count in
            (take.left.base + made).update(from: left, count: count)
            (take.right.base + made).update(from: right, count: count)
            made += count
        }
        return take
    }

    package func play(seconds: Double) -> Take { play(frames: Int(seconds * Double(rate))) }

    /// Fills the free space of the streams, but at most a block and what a slice reads ahead.
    private func feed() {
        for index in feeds.indices {
            let capacity = 2 * Studio.blockFrames
            let room = streams.room(place: feeds[index].place, claim: feeds[index].claim)
            let count = min(capacity, room)
            guard count > 0 else { continue }
            var samples: [Int16] = []
            samples.reserveCapacity(2 * count)
            for step in 0..<count {
                let (left, right) = feeds[index].make(feeds[index].frame + step)
                samples.append(Int16((left * 32_767).rounded()))
                samples.append(Int16((right * 32_767).rounded()))
            }
            feeds[index].frame += count
            samples.withUnsafeBufferPointer { streams.write(place: feeds[index].place, $0) }
        }
    }
}

/// One of the clock's built-in sounds.
package struct BuiltInSound: Sendable, CustomStringConvertible {
    package let name: String
    package let recipe: Recipe
    /// Makes it as loud as all others.
    package let trim: Float

    package var description: String { name }

    package init(name: String, recipe: Recipe, trim: Float = 1) {
        self.name = name
        self.recipe = recipe
        self.trim = trim
    }

    /// Every generator with its default parameters.
    package static let all: [BuiltInSound] = Generator.allCases.map {
        BuiltInSound(name: $0.rawValue, recipe: Recipe(default: $0))
    }

    /// Whether it consists of drops, crackles, strokes or calls, which are as sharp as clicks.
    package var isSharp: Bool { !BuiltInSound.smooth.contains(recipe.generator) }

    /// The permitted difference of its loudness from that of the others, in decibels. Brown noise and a cabin are
    /// quieter, because their hardly audible part takes the headroom; a heart too, which has nothing but that; and a
    /// fire, whose crackles stand so high over the rest. Birds rest at times.
    package var loudnessError: Double {
        switch recipe.generator {
        case .brown, .thunder: 2
        case .train: 2
        case .cabin: 3.5
        case .birds: 3
        case .heartbeat: 10.5
        case .fire: 17
        default: 1
        }
    }

    /// The permitted peak within an hour, alone and at full gain. The limiter begins at 0.8413. Rare large events may
    /// make it reduce by up to 2 dB for a moment.
    package var greatestPeak: Float {
        switch recipe.generator {
        case .brown, .rain, .thunder, .ocean, .wind, .stream, .fire, .train, .cabin, .heartbeat,
            .purr:
            1.06
        default: 0.8413
        }
    }

    /// The seconds within which it repeats itself by its nature: a great tit sings its two notes every 0.3 s, the last
    /// coos of a pigeon are half a second apart, and a cafe's room still answers after a quarter of one. The joints of
    /// a rail and the beats of a heart come every second or so, more or less.
    package var rhythm: Double {
        switch recipe.generator {
        case .birds, .cafe: 1
        case .train, .heartbeat: 10
        default: RepetitionMeter.shortestLag
        }
    }

    /// What counts as a repetition, in deviations. The few loud events of a short take of fire or of a purr are
    /// likelier to look like one by chance; and a bowl's tone is like itself a period later.
    package var greatestRepetition: Double {
        switch recipe.generator {
        case .fire, .purr: 13
        case .bowl: 1000
        default: RepetitionMeter.audible
        }
    }

    /// The same for a break at each slice's end; the large drops of a storm's rain are few, too.
    package var greatestBreak: Double {
        switch recipe.generator {
        case .fire, .purr, .thunder: 13
        default: 8
        }
    }

    /// A bowl rings alike for both ears.
    package var greatestLikeness: Double { recipe.generator == .bowl ? 0.99 : 0.9 }

    private static let smooth: Set<Generator> = [
        .white, .pink, .brown, .blue, .violet, .grey, .wind, .ocean, .fan, .heaterFan,
        .airConditioner, .cabin,
    ]

    package static func named(_ name: String) -> BuiltInSound? { all.first { $0.name == name } }

    /// A voice with this sound, for a scene.
    package func voice(gain: Float) -> Scene.Voice {
        Scene.Voice(tag: 1, source: .generated(recipe, seed: 1), gain: gain, trim: trim)
    }

    /// A minute of it at 48 kHz, ten seconds after its beginning: what `Texture` measures.
    package func minute(seed: UInt64) -> Take {
        let (rate, skipped) = (48_000, 480_000)
        let whole = take(seconds: 70, rate: rate, seed: seed)
        return Take(rate: rate, frames: 60 * rate) {
            (whole.left.base[skipped + $0], whole.right.base[skipped + $0])
        }
    }

    /// This sound alone, from its very beginning.
    package func take(seconds: Double, rate: Int, seed: UInt64) -> Take {
        let slices = Int(seconds * Double(rate)) / SoloSound.sliceFrames
        let take = Take(rate: rate, frames: slices * SoloSound.sliceFrames)
        var sound = SoloSound(.generated(recipe, seed: seed), rate: rate)
        sound.render(left: take.left.base, right: take.right.base, slices: slices)
        return take
    }
}
