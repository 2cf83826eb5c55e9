package import ClockSound

/// A mixer with somebody listening, and streams that play what a test makes up.
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

    /// A source that plays what `make` says for each frame, from the first that is heard; as 16-bit
    /// samples, as files are.
    package func source(_ make: @escaping (Int) -> (Float, Float)) -> SoundSource {
        let place = feeds.count
        precondition(place < streams.count, "a studio has \(streams.count) streams")
        let claim = streams.claim(place: place)
        feeds.append(Feed(place: place, claim: claim, make: make))
        feed()
        return .stream(place: place, claim: claim)
    }

    /// Plays `frames` frames in blocks of 1024, and hands each to `take`.
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

    /// Fills what the streams have room for, but for no more than a block and what a slice reads ahead.
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

/// One of the sounds that the clock has by itself.
package struct BuiltInSound: Sendable, CustomStringConvertible {
    package let name: String
    package let recipe: Recipe
    /// What makes it as loud as all others.
    package let trim: Float

    package var description: String { name }

    package init(name: String, recipe: Recipe, trim: Float = 1) {
        self.name = name
        self.recipe = recipe
        self.trim = trim
    }

    /// Every generator with its usual parameters.
    package static let all: [BuiltInSound] = Generator.allCases.map {
        BuiltInSound(name: $0.rawValue, recipe: Recipe(default: $0))
    }

    /// Whether it is made of drops, crackles, strokes or calls, each of which is as sharp as a click.
    package var isSharp: Bool { !BuiltInSound.smooth.contains(recipe.generator) }

    /// How far its loudness may be from that of all others, in decibels. Brown noise is softer: what ears do
    /// not hear of it takes the room that its loudness would need.
    package var loudnessError: Double { recipe.generator == .brown ? 2 : 1 }

    private static let smooth: Set<Generator> = [
        .white, .pink, .brown, .blue, .violet, .grey, .wind, .ocean, .fan, .heaterFan,
        .airConditioner, .cabin,
    ]

    package static func named(_ name: String) -> BuiltInSound? { all.first { $0.name == name } }

    /// It alone, in a scene.
    package func voice(gain: Float) -> Scene.Voice {
        Scene.Voice(tag: 1, source: .generated(recipe, seed: 1), gain: gain, trim: trim)
    }

    /// Its sound alone, from its very beginning.
    package func take(seconds: Double, rate: Int, seed: UInt64) -> Take {
        let slices = Int(seconds * Double(rate)) / SoloSound.sliceFrames
        let take = Take(rate: rate, frames: slices * SoloSound.sliceFrames)
        var sound = SoloSound(.generated(recipe, seed: seed), rate: rate)
        sound.render(left: take.left.base, right: take.right.base, slices: slices)
        return take
    }
}
