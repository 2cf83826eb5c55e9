@testable import ClockCore
@testable import ClockSound
import ClockTime
import HAL
@testable import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// Own sounds without files: each is a constant, or fails.
private final class ScriptedFiles: LoopSourceOpener {
    /// The sounds by name, each with the value of its frames.
    private let sounds: [String: Int16]
    /// The number of frames after which reading fails; nil: never.
    private let failsAfter: Int?
    private let log = Mutex<[String]>([])
    private let reads = Reads()

    /// The ids and frame counts of the reads, in order.
    private final class Reads: Sendable {
        let list = Mutex<[(id: String, frames: Int)]>([])
    }

    init(_ sounds: [String: Int16], failsAfter: Int? = nil) {
        self.sounds = sounds
        self.failsAfter = failsAfter
    }

    var opened: [String] { log.withLock { $0 } }

    /// The reads since the last call.
    func takeReads() -> [(id: String, frames: Int)] {
        reads.list.withLock { list in
            defer { list = [] }
            return list
        }
    }

    func open(
        _ id: String, playback: OwnSoundPlayback, rate: Int
    ) throws(LoopSourceError) -> any LoopSource {
        log.withLock { $0.append("\(id) \(playback) \(rate)") }
        guard let value = sounds[id] else { throw .missing(id: id) }
        return Constant(id: id, value: value, failsAfter: failsAfter, reads: reads)
    }

    private final class Constant: LoopSource {
        let id: String
        let value: Int16
        let failsAfter: Int?
        let reads: Reads
        private let given = Atomic<Int>(0)
        var frames: Int { 48_000 }

        init(id: String, value: Int16, failsAfter: Int?, reads: Reads) {
            self.id = id
            self.value = value
            self.failsAfter = failsAfter
            self.reads = reads
        }

        func read(
            into target: UnsafeMutablePointer<Int16>, frames: Int
        ) throws(LoopSourceError) -> Int {
            let before = given.wrappingAdd(frames, ordering: .relaxed).oldValue
            if let failsAfter, before >= failsAfter { throw .io(id: id, errno: 5) }
            target.update(repeating: value, count: 2 * frames)
            reads.list.withLock { $0.append((id, frames)) }
            return frames
        }
    }
}

/// The first output with own sounds, in virtual time.
private final class Player {
    let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
    let output = SoundOutput()
    let orders = Inbox<FeedOrder>()
    private let heard = Samples()
    private let host: Host
    private let thread: Feeder
    var director: SoundDirector
    private(set) var reports: [SoundDirector.Report] = []
    private(set) var failures: [SoundFeeder.Failure] = []

    private final class Samples: Sendable {
        let values = Mutex<[Float]>([])
    }
    private final class Host {
        var host: SoundHost
        init(_ host: consuming SoundHost) { self.host = host }
    }
    private final class Feeder {
        var feeder: SoundFeeder
        init(_ feeder: consuming SoundFeeder) { self.feeder = feeder }
    }

    init(_ files: ScriptedFiles, names: [String]) {
        let heard = heard
        host = Host(
            SoundHost(
                sink: SimulatedPCMSink(clock: clock, capture: nil), output: output, seed: 1,
                recorder: { samples, _ in
                    heard.values.withLock { $0 += samples }
                }, startingAt: BootTime(nanoseconds: 0)))
        thread = Feeder(SoundFeeder(outputs: [output], orders: orders, files: files))
        var shelf = SoundShelf.least
        for name in names {
            shelf.put(.file(SoundShelf.SoundFile(name: name, loudness: nil)), for: SoundID(name))
        }
        director = SoundDirector([output], shelf: Published(shelf), orders: orders)
    }

    func play(_ sounds: [String], alarm: String? = nil, serial: UInt32 = 1) {
        let voices = sounds.map { NoiseVoice(sound: SoundID($0)) }
        director.publish(
            SoundIntent(
                noise: voices.isEmpty
                    ? nil
                    : NoiseIntent(
                        voices: voices, master: Percent(clamping: 100), fadeIn: .zero, seed: 0),
                alarm: alarm.map {
                    AlarmIntent(
                        sound: SoundID($0), volume: Percent(clamping: 50), ramp: .zero,
                        outputs: 1, boostDecibels: 0, serial: serial)
                }, noiseFadeOut: .milliseconds(100)))
    }

    func run(_ seconds: Double) {
        for _ in 0..<Int(seconds * 50) {
            clock.advance(to: clock.now().boot + .milliseconds(20))
            let now = clock.now().boot
            failures += thread.feeder.step(at: now)
            host.host.advance(to: now)
            reports += director.takeReports(at: now)
        }
    }

    /// The samples since the last call.
    func takeHeard() -> [Float] {
        heard.values.withLock { values in
            defer { values = [] }
            return values
        }
    }
}

@Suite("Own sounds")
struct SoundFeederTests {
    @Test("are read from the disk and heard, two of them at once, for as long as they are wanted")
    func heard() {
        let files = ScriptedFiles(["sea": 3277, "hum": 6554])
        let player = Player(files, names: ["sea", "hum"])
        player.play(["sea"])
        player.run(5)
        let last = player.takeHeard().suffix(1000)
        #expect(last.allSatisfy { abs($0 - 0.1) < 0.001 })
        player.play(["sea", "hum"])
        player.run(5)
        // Two at full gain, each lowered by 3 dB.
        #expect(player.takeHeard().suffix(1000).allSatisfy { abs($0 - 0.2121) < 0.001 })
        #expect(files.opened == ["sea loop 48000", "hum loop 48000"])
        #expect(player.failures.isEmpty)
        #expect(
            player.reports.filter { $0 != .problem(output: 0, nil) } == [
                .started("sea", output: 0), .soundMoved(output: 0), .started("hum", output: 0),
            ])
        player.play([])
        player.run(1)
        #expect(player.takeHeard().suffix(1000).allSatisfy { $0 == 0 })
    }

    @Test("begin with small portions in turn, and are read in large ones once there is enough")
    func portions() {
        let files = ScriptedFiles(["sea": 3277, "hum": 6554])
        let player = Player(files, names: ["sea", "hum"])
        player.play(["sea", "hum"])
        player.run(0.02)
        let first = files.takeReads()
        #expect(first.prefix(4).map(\.id) == ["sea", "hum", "sea", "hum"])
        #expect(first.prefix(2).allSatisfy { $0.frames == 4096 })
        #expect(first.map(\.frames).max() == 16_384)
        // Each fills its buffer.
        #expect(first.reduce(0) { $0 + $1.frames } == 2 << 17)
        player.run(10)
        // What was played in the meantime, less a rest that is too small for a read.
        #expect(files.takeReads().reduce(0) { $0 + $1.frames } > 2 * 470_000)
    }

    @Test("keep their place while they fade out, and give it back then")
    func places() {
        let files = ScriptedFiles(["sea": 3277])
        let player = Player(files, names: ["sea"])
        for _ in 0..<3 {
            player.play(["sea"])
            player.run(0.2)
            player.play([])
            player.run(0.04)
        }
        #expect(files.opened.count == 1)
        player.run(1)
        for _ in 0..<50 {
            player.play(["sea"])
            player.run(0.2)
            player.play([])
            player.run(0.3)
        }
        #expect(files.opened.count == 51)
        player.play(["sea"])
        player.run(1)
        #expect(player.takeHeard().suffix(100).allSatisfy { abs($0 - 0.1) < 0.001 })
    }

    @Test("that have no file are told once, and the others play on")
    func missing() {
        let player = Player(ScriptedFiles(["sea": 3277]), names: ["sea", "lost"])
        player.play(["sea", "lost"])
        player.run(3)
        #expect(
            player.failures == [
                SoundFeeder.Failure(sound: "lost", error: .missing(id: "lost"))
            ])
        #expect(player.takeHeard().suffix(100).allSatisfy { $0 > 0.05 })
    }

    @Test("wake people as loud as the alarm was set")
    func alarm() {
        let player = Player(ScriptedFiles(["bell-of-mine": 3277]), names: ["bell-of-mine"])
        player.play([], alarm: "bell-of-mine")
        player.run(3)
        // A constant at -18 dBFS RMS has this amplitude.
        #expect(player.takeHeard().suffix(100).allSatisfy { abs($0 - 0.1259) < 0.001 })
        #expect(player.reports.contains(.started("bell-of-mine", output: 0)))
    }

    @Test(
        "that fail under an alarm give way to the built-in tone within a second or so",
        arguments: [0, 100_000])
    func failingAlarm(frames: Int) {
        let player = Player(
            ScriptedFiles(["bell-of-mine": 3277], failsAfter: frames), names: ["bell-of-mine"])
        player.play([], alarm: "bell-of-mine")
        player.run(6)
        #expect(player.failures.count == 1)
        #expect(player.reports.contains(.fellBack("bell-of-mine")))
        _ = player.takeHeard()
        player.run(1)
        // The tone has negative samples, too.
        #expect(player.takeHeard().contains { $0 < -0.1 })
    }

    @Test("too faint to wake anybody, and names that nobody knows, ring as the built-in tone")
    func faint() {
        let player = Player(ScriptedFiles([:]), names: [])
        var shelf = SoundShelf.least
        let hush = SoundShelf.SoundFile(
            name: "hush", loudness: OwnSoundLoudness(level: -70, weighted: -74, peak: -60))
        shelf.put(.file(hush), for: SoundID("hush"))
        player.director = SoundDirector(
            [player.output], shelf: Published(shelf), orders: player.orders)
        for (serial, name) in ["hush", "nobody-knows"].enumerated() {
            player.play([], alarm: name, serial: UInt32(serial + 1))
            player.run(1)
            #expect(player.takeHeard().contains { $0 < -0.1 })
        }
        #expect(player.reports.contains(.started("digital", output: 0)))
        #expect(player.failures.isEmpty)
    }
}
