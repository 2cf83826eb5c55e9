import ClockSound
import Glibc
import SoundMeasuring

/// R1 and R5 of the sound design: what the render path calls, and whether its memory grows.
enum RenderPath {
    private static let rate = 48_000
    private static let blockFrames = 1024
    /// R5: growth of resident memory over eight hours.
    private static let greatestGrowth = 1024

    /// What the sound thread and the others share.
    private struct Exchange {
        let streams = SoundStreams(places: 2)
        let events = SoundEventRing()
        let mailbox = SceneMailbox()
    }

    /// The sound thread's part.
    private struct Player: ~Copyable {
        private var mixer = Mixer(rate: RenderPath.rate)
        private var converter = SampleConverter(seed: 2)
        private let memory: UnsafeMutablePointer<Float>

        init() {
            // Room for a block, also in the widest encoding, which is as wide as a float.
            memory = .allocate(capacity: 4 * RenderPath.blockFrames)
            memory.initialize(repeating: 0, count: 4 * RenderPath.blockFrames)
        }

        deinit { memory.deallocate() }

        /// What the sound thread does for each block. The shared parts are arguments, because storing them would
        /// count references.
        ///
        /// - Parameter isMono: the device has one channel.
        @inline(never)
        mutating func render(
            from streams: SoundStreams, telling events: SoundEventRing, mailbox: SceneMailbox,
            as encoding: SampleEncoding = .int16, isMono: Bool = false
        ) {
            mixer.apply(newestOf: mailbox)
            mixer.render(
                into: memory, frames: RenderPath.blockFrames, from: streams, telling: events)
            _ = mixer.takeLevel()
            converter.convert(
                memory, to: memory + 2 * RenderPath.blockFrames, as: encoding, isMono: isMono,
                frames: RenderPath.blockFrames)
        }

        mutating func skip(from streams: SoundStreams, telling events: SoundEventRing) {
            mixer.skip(frames: 4800, from: streams, telling: events)
        }
    }

    /// Renders for this long, with commands, other scenes, alarms and silent stretches, and counts its calls.
    static func check(seconds: Int) -> Int32 {
        guard let calls = Calls() else { return 64 }
        var player = Player()
        var dice = Dice(seed: 1)
        // One-time work such as symbol binding happens before counting.
        play(&player, &dice, blocks: 500, calls: nil)
        play(&player, &dice, blocks: seconds * rate / blockFrames, calls: calls)
        let isClean = calls.report("render path, \(seconds) s of scenes, commands and alarms")
        return isClean ? 0 : 1
    }

    private static func play(
        _ player: inout Player, _ dice: inout Dice, blocks: Int, calls: Calls?
    ) {
        let encodings = SampleEncoding.allCases
        let exchange = Exchange()
        let (streams, events, mailbox) = (exchange.streams, exchange.events, exchange.mailbox)
        for block in 0..<blocks {
            // Five times a second, so that fades are reversed midway.
            if block % 10 == 0 { mailbox.publish(scene(&dice, block)) }
            let encoding = encodings[block % encodings.count]
            calls?.set(on: true)
            player.render(
                from: streams, telling: events, mailbox: mailbox, as: encoding,
                isMono: block % 3 == 0)
            if block % 400 == 399 { player.skip(from: streams, telling: events) }
            calls?.set(on: false)
            while events.pop() != nil {}
        }
    }

    /// Some voices, different each time, and sometimes an alarm.
    static func scene(_ dice: inout Dice, _ block: Int) -> Scene {
        let sounds = BuiltInSound.all
        let count = Int(dice.next() % 6)
        let first = Int(dice.next() % 64)
        var scene = Scene(
            voices: (0..<count).map { place in
                let sound = sounds[(first + place) % sounds.count]
                return Scene.Voice(
                    tag: UInt32(place), source: .generated(sound.recipe, seed: dice.next() % 3),
                    gain: abs(dice.sample()), pan: dice.sample())
            }, master: abs(dice.sample()), fadeInSeconds: abs(dice.sample()),
            fadeOutSeconds: abs(dice.sample()),
            shape: [.linear, .equalPower, .exponential][Int(dice.next() % 3)])
        if block % 1000 > 500 {
            let tones = ToneSound.allCases
            let tone = tones[block / 1000 % tones.count]
            scene.alarm = Scene.Alarm(
                // Includes a stream that nobody feeds, which the built-in tone replaces.
                source: block % 3000 > 2000 ? .stream(place: 0, claim: 1) : .tone(tone),
                levelDecibels: -6, startDecibels: -40, rampSeconds: 0.2,
                serial: UInt32(block / 100))
            scene.noiseDuckDecibels = -18
        }
        return scene
    }

    /// Plays four voices for this many hours, and checks the memory.
    static func endure(hours: Int) -> Int32 {
        var player = Player()
        let exchange = Exchange()
        let sounds = BuiltInSound.all
        exchange.mailbox.publish(
            Scene(
                voices: (0..<4).map {
                    Scene.Voice(
                        tag: UInt32($0),
                        source: .generated(sounds[$0 % sounds.count].recipe, seed: UInt64($0)),
                        gain: 0.5)
                }))
        func render(blocks: Int) {
            for _ in 0..<blocks {
                player.render(
                    from: exchange.streams, telling: exchange.events, mailbox: exchange.mailbox)
                while exchange.events.pop() != nil {}
            }
        }
        render(blocks: 1000)
        let before = residentKibibytes()
        render(blocks: hours * 3600 * rate / blockFrames)
        let growth = residentKibibytes() - before
        print("endurance, \(hours) hours of four voices: \(growth) KiB of memory more")
        return before > 0 && growth <= greatestGrowth ? 0 : 1
    }

    static func residentKibibytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let words = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
        )
        .split(separator: " ")
        let pages = words.count > 1 ? Int(words[1]) ?? 0 : 0
        return pages * sysconf(Int32(_SC_PAGESIZE)) / 1024
    }
}
