import HAL
import Synchronization
import Testing

@testable import LinuxHost

/// Cards whose mixers work in memory.
private final class ScriptedCards: Sendable {
    struct Control {
        var control: MixerControl
        var steps: [Int]
        var isOn: [Bool]
        /// The card accepts no higher step.
        var ceiling = Int.max
    }

    let cards = Mutex<[String: [Control]]>([:])
    let failure = Mutex<MixerError?>(nil)

    final class Session: MixerSession {
        let card: String
        let all: ScriptedCards

        init(_ card: String, _ all: ScriptedCards) throws(MixerError) {
            self.card = card
            self.all = all
            guard all.cards.withLock({ $0[card] != nil }) else { throw .gone }
        }

        var controls: [MixerControl] { all.cards.withLock { ($0[card] ?? []).map(\.control) } }

        private func use<Result>(
            _ control: Int, _ body: (inout Control) -> Result
        ) throws(MixerError) -> Result {
            if let error = all.failure.withLock({ $0 }) { throw error }
            return all.change(card, control, body)
        }

        func step(of control: Int, channel: Int) throws(MixerError) -> Int {
            try use(control) { $0.steps[channel] }
        }

        func setStep(_ step: Int, of control: Int, channel: Int) throws(MixerError) {
            try use(control) { $0.steps[channel] = min(step, $0.ceiling) }
        }

        func isOn(_ control: Int, channel: Int) throws(MixerError) -> Bool {
            try use(control) { $0.isOn[channel] }
        }

        func setOn(_ isOn: Bool, _ control: Int, channel: Int) throws(MixerError) {
            try use(control) { $0.isOn[channel] = isOn }
        }

        /// Half a decibel per step up to 0 dB, as on the PCM512x.
        func hundredths(at step: Int, of control: Int) -> Int? {
            let scale = controls[control].scale
            return scale?.hundredths.map { range in
                range.upperBound - 50 * ((scale?.steps.upperBound ?? 0) - step)
            }
        }
    }

    func change<Result>(_ card: String, _ control: Int, _ body: (inout Control) -> Result) -> Result
    {
        var result: Result?
        cards.withLock { cards in
            var controls = cards[card] ?? []
            result = body(&controls[control])
            cards[card] = controls
        }
        // Always set above. A script that names another control fails its test with an index error.
        guard let result else { preconditionFailure("no result") }
        return result
    }

    func add(_ card: String, _ controls: Control...) {
        cards.withLock { $0[card] = controls }
    }

    func mixer(_ device: String? = "plughw:CARD=DAC,DEV=0") -> ALSAOutputMixer {
        mixer { device }
    }

    func mixer(of device: @escaping @Sendable () -> String?) -> ALSAOutputMixer {
        ALSAOutputMixer(device: device) { card throws(MixerError) in try Session(card, self) }
    }

    func steps(_ control: Int = 0, card: String = "hw:CARD=DAC") -> [Int] {
        change(card, control) { $0.steps }
    }

    func isOn(_ control: Int = 0, card: String = "hw:CARD=DAC") -> [Bool] {
        change(card, control) { $0.isOn }
    }
}

extension ScriptedCards.Control {
    /// Like the PCM512x: 207 steps of half a decibel, two channels, a switch.
    fileprivate static func digital(_ steps: [Int], isOn: [Bool] = [true, true]) -> Self {
        Self(
            control: MixerControl(
                name: "Digital", channels: [0, 1], hasSwitch: true,
                scale: MixerScale(steps: 0...207, hundredths: -10_350...0)),
            steps: steps, isOn: isOn)
    }

    /// A control with another name: 0 to 100, without decibels.
    fileprivate static func plain(_ name: String, _ step: Int, isOn: Bool = true) -> Self {
        Self(
            control: MixerControl(
                name: name, hasSwitch: true, scale: MixerScale(steps: 0...100)),
            steps: [step], isOn: [isOn])
    }
}

@Suite("The mixer of an output's card")
struct OutputMixerTests {
    @Test("Reading changes nothing and tells the lowest channel, and whether one is muted")
    func reading() throws {
        let cards = ScriptedCards()
        cards.add("hw:CARD=DAC", .digital([207, 172], isOn: [true, false]))
        let reading = try cards.mixer().read()
        let digital = MixerReading.Control(name: "Digital", isOn: false, percent: 50)
        #expect(reading == MixerReading(controls: [digital]))
        #expect(!reading.isAudible(atLeast: 50))
        #expect(cards.steps() == [207, 172])
        #expect(cards.isOn() == [true, false])
    }

    @Test("Holding switches on and raises to what is asked, lowers nothing; releasing puts it back")
    func holdAndRelease() throws {
        let cards = ScriptedCards()
        cards.add("hw:CARD=DAC", .digital([10, 200], isOn: [false, true]))
        let mixer = cards.mixer()
        let reading = try mixer.hold(atLeast: MixerReading.alarmPercent)
        #expect(reading.isAudible(atLeast: 50))
        // 50 % on alsamixer's scale is about 18 dB below full: 35 steps.
        #expect(cards.steps() == [172, 200])
        #expect(cards.isOn() == [true, true])
        #expect(try mixer.hold(atLeast: 50) == reading)
        try mixer.release()
        #expect(cards.steps() == [10, 200])
        #expect(cards.isOn() == [false, true])
        // A second release changes nothing.
        cards.change("hw:CARD=DAC", 0) { $0.steps[0] = 100 }
        try mixer.release()
        #expect(cards.steps() == [100, 200])
    }

    @Test("Whoever mutes or lowers it while it is held is overruled at the next hold")
    func reasserted() throws {
        let cards = ScriptedCards()
        cards.add("hw:CARD=DAC", .digital([190, 190]))
        let mixer = cards.mixer()
        _ = try mixer.hold(atLeast: 50)
        cards.change("hw:CARD=DAC", 0) {
            $0.isOn = [false, false]
            $0.steps = [0, 0]
        }
        #expect(try !mixer.read().isAudible(atLeast: 1))
        #expect(try mixer.hold(atLeast: 50).isAudible(atLeast: 50))
        #expect(cards.steps() == [172, 172])
    }

    @Test("What somebody else set while it was held stays after the release")
    func changedMeanwhile() throws {
        let cards = ScriptedCards()
        cards.add("hw:CARD=DAC", .digital([10, 10]))
        let mixer = cards.mixer()
        _ = try mixer.hold(atLeast: 50)
        cards.change("hw:CARD=DAC", 0) { $0.steps[1] = 207 }
        try mixer.release()
        #expect(cards.steps() == [10, 207])
    }

    @Test("A card that grants less than was asked says so in the reading")
    func ceiling() throws {
        let cards = ScriptedCards()
        var control = ScriptedCards.Control.plain("PCM", 5)
        control.ceiling = 30
        cards.add("hw:CARD=DAC", control)
        let reading = try cards.mixer().hold(atLeast: 50)
        #expect(reading.percent == 30)
        #expect(!reading.isAudible(atLeast: 50))
    }

    @Test(
        "All controls on the way are held, and none that is not: a microphone's monitor stays muted"
    )
    func otherControls() throws {
        let cards = ScriptedCards()
        cards.add(
            "hw:CARD=DAC", .plain("Master", 0, isOn: false), .plain("Mic", 0, isOn: false),
            .plain("Speaker", 20), .plain("Beep", 0))
        let reading = try cards.mixer().hold(atLeast: 60)
        #expect(reading.controls.map(\.name) == ["Master", "Speaker"])
        #expect((0..<4).map { cards.steps($0) } == [[60], [0], [60], [0]])
        #expect((0..<4).map { cards.isOn($0) } == [[true], [false], [true], [true]])
    }

    @Test("A single control of any name is the one; of several unknown ones none is touched")
    func unknownNames() throws {
        let cards = ScriptedCards()
        cards.add("hw:CARD=DAC", .plain("K3 Output", 0, isOn: false))
        cards.add("hw:CARD=Odd", .plain("Left", 0), .plain("Right", 0))
        #expect(try cards.mixer().hold(atLeast: 50).percent == 50)
        #expect(throws: MixerError.noControl) {
            try cards.mixer("hw:Odd").hold(atLeast: 50)
        }
        #expect(cards.steps(card: "hw:CARD=Odd") == [0])
    }

    @Test(
        "A card without controls, one that is not there and a device of no known card are told apart"
    )
    func nothingThere() {
        let cards = ScriptedCards()
        cards.add("hw:CARD=MAX98357A")
        for (device, error) in [
            ("hw:CARD=MAX98357A", MixerError.noControl), ("hw:CARD=Gone", .gone),
            ("bluealsa:DEV=00:11:22:33:44:55", .noControl), ("bedside", .noControl),
        ] {
            #expect(throws: error) { try cards.mixer(device).read() }
            #expect(throws: error) { try cards.mixer(device).hold(atLeast: 50) }
        }
        #expect(throws: MixerError.gone) { try cards.mixer(nil).read() }
    }

    @Test("An output that moves to another card leaves the former as it was found")
    func otherCard() throws {
        let cards = ScriptedCards()
        cards.add("hw:CARD=DAC", .plain("PCM", 3))
        cards.add("hw:CARD=USB", .plain("PCM", 4))
        let hasMoved = Atomic<Bool>(false)
        let mixer = cards.mixer {
            hasMoved.load(ordering: .relaxed) ? "plughw:CARD=USB,DEV=1" : "hw:CARD=DAC"
        }
        _ = try mixer.hold(atLeast: 50)
        hasMoved.store(true, ordering: .relaxed)
        _ = try mixer.hold(atLeast: 50)
        #expect(cards.steps() == [3])
        #expect(cards.steps(card: "hw:CARD=USB") == [50])
        try mixer.release()
        #expect(cards.steps(card: "hw:CARD=USB") == [4])
    }

    @Test("A card that fails in the middle throws, and what was changed before is still put back")
    func failure() throws {
        let cards = ScriptedCards()
        cards.add("hw:CARD=DAC", .plain("Master", 1), .plain("PCM", 2))
        let mixer = cards.mixer()
        _ = try mixer.hold(atLeast: 50)
        cards.failure.withLock { $0 = .io(errno: 5) }
        #expect(throws: MixerError.io(errno: 5)) { try mixer.hold(atLeast: 70) }
        cards.failure.withLock { $0 = nil }
        try mixer.release()
        #expect(cards.steps(0) == [1])
        #expect(cards.steps(1) == [2])
    }

    @Test("ALSA's own mixer of a card that is not there is gone")
    func system() {
        let mixer = ALSAOutputMixer { "plughw:CARD=NoSuchCard,DEV=0" }
        #expect(throws: MixerError.gone) { try mixer.read() }
    }
}

@Suite("Percent of a mixer control, as alsamixer shows it")
struct MixerScaleTests {
    @Test(
        "Of a control with decibels half is some 18 dB below full, and the lowest step is nothing")
    func decibels() {
        let scale = MixerScale(steps: 0...207, hundredths: -10_350...0)
        let level = { (step: Int) -> Int? in 50 * (step - 207) }
        let percent = [207, 172, 87, 0].map {
            scale.percent(of: $0, hundredths: level($0)).rounded()
        }
        #expect(percent == [100, 50, 8, 0])
        #expect(
            [0, 1, 50, 100, 200].map { scale.step(atLeast: $0, level: level) } == [
                0, 13, 172, 207, 207,
            ])
    }

    @Test(
        "A control whose lowest step is silence has no other zero; a narrow one is linear in decibels"
    )
    func otherScales() {
        let muting = MixerScale(steps: 0...100, hundredths: MixerScale.silence...0)
        #expect(muting.percent(of: 0, hundredths: MixerScale.silence).rounded() == 0)
        #expect(muting.percent(of: 40, hundredths: -6_000).rounded() == 10)
        let narrow = MixerScale(steps: 0...24, hundredths: -1_200...1_200)
        #expect(narrow.percent(of: 12, hundredths: 0) == 50)
    }

    @Test("Without decibels it goes by the steps; a control of a single step is full")
    func steps() {
        #expect(MixerScale(steps: 10...30).percent(of: 15, hundredths: nil) == 25)
        #expect(MixerScale(steps: 10...30).step(atLeast: 25) { _ in nil } == 15)
        #expect(MixerScale(steps: 3...3).percent(of: 3, hundredths: nil) == 100)
    }
}
