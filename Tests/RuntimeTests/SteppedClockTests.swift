import ClockCore
import ClockSound
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Testing

@Suite("The whole clock, stepped")
struct SteppedClockTests {
    private let seven: Schedule

    init() throws {
        seven = .daily(at: try #require(TimeOfDay(hour: 7, minute: 0)))
    }

    @Test("2.6: an alarm rings at its second, is snoozed by the bar and stopped by the key")
    func aMorning() throws {
        let bench = try Bench(at: "2026-01-10T06:59:00Z")
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        bench.run(for: .seconds(59))
        #expect(bench.lines(.of(.alarm, .fired)).isEmpty)
        bench.run(for: .seconds(2))
        let fired = try #require(bench.lines(.of(.alarm, .fired)).first)
        #expect(fired.wall == "2026-01-10T07:00:00.000Z")
        #expect(fired.lateness == .zero)
        #expect(bench.lines(.soundStarted).first?.sound == "digital")
        bench.tap(.snooze)
        #expect(bench.lines(.of(.alarm, .snoozed)).count == 1)
        bench.run(for: .minutes(9))
        #expect(bench.lines(.of(.alarm, .rangAgain)).count == 1)
        bench.tap(.stop)
        #expect(bench.lines(.of(.alarm, .stopped)).first?.reason == "button")
        bench.run(for: .minutes(30))
        #expect(bench.lines(.of(.alarm, .rangAgain)).count == 1)
        #expect(bench.lines(.soundStopped).count == 2)
    }

    @Test("An alarm's tone is built when the alarm is set, not when it rings")
    func toneIsReady() throws {
        let bench = try Bench(at: "2026-01-10T06:59:00Z")
        // Where other suites run too, one of them may have built it already.
        let tone = ToneSound.buzzing
        var changes = AlarmChanges()
        changes.sound = SoundID(tone.name)
        bench.ask(.alarm(.add(seven, changes)))
        #expect(tone.isPrepared)
    }

    @Test("the display shows the time that the wall clock shows, minute by minute")
    func minutes() throws {
        let bench = try Bench(at: "2026-01-10T23:58:30Z")
        var shown: [String] = []
        for _ in 0..<4 {
            shown.append(try #require(try bench.picture).asciiArt.joined(separator: "\n"))
            bench.run(for: .seconds(60))
        }
        #expect(
            shown[1] == """
                 _   _       _   _
                 _| |_| : |_| |_|
                """ || Set(shown).count == 4)
        #expect(Set(shown).count == 4)
    }

    @Test("9.1, 9.2: a power cut loses neither a ring, nor a snooze, nor the noise")
    func powerCut() throws {
        let bench = try Bench(at: "2026-01-10T06:59:00Z")
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        bench.ask(.noise(.play(SoundID("white"), volume: Percent(50))))
        bench.run(for: .seconds(70))
        try bench.cutPower(for: .seconds(20))
        bench.run(for: .seconds(1))
        #expect(bench.lines(.of(.alarm, .rangAgain)).last?.reason == "powerCut")
        #expect(bench.stepped.snapshot?.ring != nil)
        #expect(bench.stepped.snapshot?.noise.isPlaying == true)
        bench.tap(.snooze)
        try bench.cutPower(for: .minutes(2))
        bench.run(for: .minutes(6))
        #expect(bench.stepped.snapshot?.ring == nil)
        bench.run(for: .minutes(2))
        #expect(bench.stepped.snapshot?.ring != nil)
    }

    @Test(
        "9.4: with a full disk an alarm is armed, rings, and the answer says that it is not saved")
    func fullDisk() throws {
        let storage = MemorySlotStorage()
        let bench = try Bench(at: "2026-01-10T06:59:00Z", storage: storage)
        storage.failWrites(.refuse(.full), count: nil)
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        #expect(bench.durability == .notSaved("the disk is full"))
        bench.run(for: .seconds(61))
        #expect(bench.lines(.of(.alarm, .fired)).count == 1)
        #expect(
            bench.stepped.snapshot?.problems
                == [HealthReport(part: .storage, problem: "the disk is full")])
    }

    @Test(
        "a sound device that goes away is said, makes the ringing face flash, and comes back by itself"
    )
    func soundDevice() throws {
        let bench = try Bench(at: "2026-01-10T06:59:58Z", capture: { _ in })
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        bench.run(for: .seconds(4))
        bench.sink.unplug()
        bench.run(for: .seconds(1))
        #expect(bench.lines(.healthChanged).isEmpty)
        bench.run(for: .milliseconds(1500))
        #expect(bench.lines(.healthChanged).last?.problem == "the sound device is gone")
        bench.run(for: .milliseconds(3500))
        // With a single sound output, only the display is left after the built-in tone.
        #expect(bench.lines(.rungTaken).map(\.rung) == [.tone, .display])
        #expect(bench.stepped.snapshot?.ring?.isFlashing == true)
        bench.sink.plugIn()
        let heard = bench.lines(.ringHeard).count
        bench.run(for: .seconds(6))
        #expect(bench.sink.isOpen)
        #expect(bench.lines(.ringHeard).count == heard + 1)
        // Each rung that a ring has reached stays on until the ring is answered.
        #expect(bench.stepped.snapshot?.ring?.isFlashing == true)
    }

    @Test(
        "an idle clock wakes once a minute, sends a few bytes a minute, and leaves the sound device alone"
    )
    func idle() throws {
        let bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false)
        #expect(!bench.sink.isOpen)
        bench.run(for: .minutes(2))
        var wakes = 0
        let bytes = bench.bytesOnTheBus
        let end = bench.clock.now().boot + .minutes(10)
        while bench.clock.now().boot < end {
            bench.stepped.step()
            bench.clock.advance(to: try #require(bench.stepped.nextWake))
            wakes += 1
        }
        #expect(wakes <= 12)
        #expect(bench.bytesOnTheBus - bytes <= 10 * 30)
        #expect(!bench.sink.isOpen)
    }

    @Test(
        "2.6: what starts and stops sounding is told at once, though nothing else is due for long")
    func toldInTime() throws {
        let bench = try Bench(at: "2026-01-10T06:59:02Z", hasLight: false)
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        bench.ask(.noise(.play(SoundID("white"), volume: nil)))
        bench.run(for: .seconds(20))
        #expect(try #require(bench.lines(.soundStarted).first).boot < 0.25)
        bench.ask(.noise(.stop))
        bench.run(for: .seconds(20))
        let silent = try #require(bench.lines(.soundStopped).first).boot
        #expect((25...25.25).contains(silent))
        bench.run(for: .seconds(20))
        #expect(try #require(bench.lines(.soundStarted).last).boot < 58.25)
        bench.ask(.ring(.stop(.current)))
        bench.run(for: .seconds(20))
        #expect(try #require(bench.lines(.soundStopped).last).boot < 60.25)
    }

    @Test("a device that comes back is taken within five seconds, though nothing else is due")
    func deviceComesBack() throws {
        let bench = try Bench(at: "2026-01-10T12:00:01Z", hasLight: false)
        bench.ask(.noise(.play(SoundID("white"), volume: nil)))
        bench.run(for: .seconds(10))
        bench.sink.unplug()
        bench.run(for: .seconds(10))
        bench.sink.plugIn()
        bench.run(for: .seconds(30))
        let told = bench.lines(.healthChanged)
        #expect(told.map(\.problem) == ["the sound device is gone", nil])
        #expect(told.last.map { (20...25).contains($0.boot) } == true, "\(told)")
    }

    @Test("the boot time in events is a number as people write it")
    func bootTime() {
        let now = Moment(
            wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 180_000_000))
        #expect(EventLine(.other(.booted), EventDetails(), at: now).json.contains(#""boot":0.18,"#))
    }
}
