import Testing

@testable import ClockSound

@Suite("Sounds from files")
struct StreamTests {
    /// Feeds a ramp, so that each frame identifies its position.
    private static func feed(
        _ streams: SoundStreams, _ place: Int, frames: Int, from first: Int = 0
    ) {
        var samples: [Int16] = []
        for frame in first..<(first + frames) {
            samples.append(Int16(frame % 16_000))
            samples.append(-Int16(frame % 16_000))
        }
        samples.withUnsafeBufferPointer { streams.write(place: place, $0) }
    }

    @Test("What was fed comes out frame by frame, left and right, across the ring's end")
    func order() {
        let stage = Stage()
        let claim = stage.streams.claim(place: 1)
        let room = stage.streams.room(place: 1, claim: claim)
        var fed = 0
        stage.apply(
            Scene(
                voices: [
                    Scene.Voice(tag: 5, source: .stream(place: 1, claim: claim), gain: 1)
                ]))
        var heard: [Float] = []
        for _ in 0..<4 {
            let portion = room / 2
            StreamTests.feed(stage.streams, 1, frames: portion, from: fed)
            fed += portion
            heard += stage.play(frames: portion, block: 4096)
        }
        let left = channel(0, of: heard)
        let right = channel(1, of: heard)
        // Faded in within 10 ms, and one slice late.
        for frame in [2000, 65_535, 65_536, 70_000, 131_071, 131_072, 200_000] {
            let expected = Float(frame % 16_000) * 0x1p-15
            #expect(left[frame + Slice.frames] == expected)
            #expect(right[frame + Slice.frames] == -expected)
        }
        #expect(stage.events() == [.noiseStarted(tag: 5, frame: 128)])
    }

    @Test("A stream that runs dry is silent, and goes on when it is fed again")
    func dry() {
        let stage = Stage()
        let claim = stage.streams.claim(place: 0)
        StreamTests.feed(stage.streams, 0, frames: 5000, from: 8000)
        stage.apply(
            Scene(voices: [Scene.Voice(tag: 1, source: .stream(place: 0, claim: claim), gain: 1)]))
        let heard = stage.play(frames: 12_800)
        #expect(heard[2 * 4000] != 0 && heard[2 * 5200] == 0)
        StreamTests.feed(stage.streams, 0, frames: 5000, from: 13_000)
        #expect(stage.play(frames: 1000)[2 * 500] > 0.3)
    }

    @Test("A place is over when its voice has faded out, and not before")
    func claims() {
        let stage = Stage()
        let streams = stage.streams
        let claim = streams.claim(place: 2)
        #expect(streams.state(place: 2) == (false, false))
        StreamTests.feed(streams, 2, frames: 50_000)
        stage.apply(
            Scene(voices: [Scene.Voice(tag: 1, source: .stream(place: 2, claim: claim), gain: 1)]))
        _ = stage.play(frames: 1024)
        #expect(streams.state(place: 2) == (true, false))
        stage.apply(Scene(fadeOutSeconds: 0.2))
        _ = stage.play(frames: 4096)
        #expect(streams.state(place: 2) == (true, false))
        _ = stage.play(frames: 9600)
        #expect(streams.state(place: 2) == (true, true))
        let next = streams.claim(place: 2)
        #expect(next == claim + 1)
        #expect(streams.state(place: 2) == (false, false))
        #expect(streams.room(place: 2, claim: claim) == 0)
        #expect(streams.room(place: 2, claim: next) > 100_000)
    }

    @Test("A voice that comes back while it fades out has its place again")
    func comesBack() {
        let stage = Stage()
        let streams = stage.streams
        let claim = streams.claim(place: 0)
        StreamTests.feed(streams, 0, frames: 90_000)
        let scene = Scene(
            voices: [Scene.Voice(tag: 1, source: .stream(place: 0, claim: claim), gain: 1)])
        stage.apply(scene)
        _ = stage.play(frames: 1024)
        stage.apply(.silence)
        _ = stage.play(frames: 9600)
        #expect(streams.state(place: 0).isOver)
        stage.apply(scene)
        _ = stage.play(frames: 1024)
        #expect(!streams.state(place: 0).isOver)
    }

    @Test(
        "An alarm from a file that gives nothing for a second is the built-in tone, and told as such"
    )
    func fallback() {
        let stage = Stage()
        let claim = stage.streams.claim(place: 0)
        stage.apply(.alarm(-12, of: .stream(place: 0, claim: claim)))
        let first = channel(0, of: stage.play(seconds: 0.9))
        #expect(peak(first) == 0)
        let second = channel(0, of: stage.play(seconds: 1.2))
        #expect(abs(decibels(Double(peak(second))) - -9) < 0.2)
        #expect(stage.isAlarmHeard)
        let events = stage.events()
        #expect(events.first == .alarmStarted(frame: 128))
        guard events.count == 2, case .alarmFellBack(tag: 0, let frame)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(abs(Int(frame) - 48_000) < 512)
        // It stops like any other alarm: the 788th slice was the last that had begun.
        stage.apply(.silence)
        _ = stage.play(seconds: 0.1)
        #expect(stage.events() == [.alarmSilent(frame: Int64((788 + 7) * 128))])
    }

    @Test("An alarm from a file is as loud as was asked, whatever the file's own level is")
    func level() {
        let stage = Stage()
        let claim = stage.streams.claim(place: 0)
        var samples: [Int16] = []
        for frame in 0..<96_000 {
            let sine = Elementary.sine(turns: Double(frame) * 1000 / 48_000)
            // -26 dBFS RMS means an amplitude 3 dB higher.
            let value = Int16(sine * 32_767 * Elementary.amplitude(decibels: -22.9897))
            samples += [value, value]
        }
        samples.withUnsafeBufferPointer { stage.streams.write(place: 0, $0) }
        var scene = Scene.alarm(-12, of: .stream(place: 0, claim: claim))
        scene.alarm?.sourceDecibels = -26
        stage.apply(scene)
        _ = stage.play(seconds: 0.2)
        #expect(abs(decibels(rootMeanSquare(stage.play(seconds: 1))) - -12) < 0.1)
    }

    @Test("Any noise can be an alarm")
    func noiseAsAlarm() {
        let stage = Stage()
        stage.apply(.alarm(-18, of: .generated(Recipe(default: .pink), seed: 3)))
        _ = stage.play(seconds: 0.2)
        #expect(abs(decibels(rootMeanSquare(stage.play(seconds: 3))) - -18) < 0.3)
    }
}
