import ClockTime
import Testing

@testable import ClockCore

@Suite("Where sound comes out") struct SoundOutputTests {
    @Test("N10: where sound comes out is told at the start and with each change, and kept")
    func outputs() throws {
        var night = try Night(at: "2025-01-14 22:00")
        #expect(night.outputChoices == [SoundOutputSettings()])
        let changes: [OutputChange] = [
            .set(\.device, "Headphones"), .set(\.fallbacks, ["vc4hdmi0"]), .set(\.alarm, "Spk"),
        ]
        let set = SoundOutputSettings(
            device: "Headphones", fallbacks: ["vc4hdmi0"], alarm: "Spk")
        #expect(night.ask(.sounds(.setOutputs(changes))) == .outputSettings(set))
        #expect(night.outputChoices.last == set)
        try night.cutPower(for: .minutes(1))
        #expect(night.outputChoices.count == 3 && night.outputChoices.last == set)
        night.ask(.sounds(.setOutputs([.set(\.device, nil)])))
        #expect(night.outputChoices.last?.device == nil)
        #expect(night.outputChoices.last?.alarm == "Spk")
    }

    @Test(
        "N11b: a card by its number is refused for noise, fallbacks and alarms, and nothing changes"
    )
    func outputsByNumber() throws {
        var night = try Night(at: "2025-01-14 22:00")
        let reason =
            "is \"plughw:0,0\", which names the card by its number, and that changes; allowed is its id, "
            + "as in plughw:CARD=vc4hdmi,DEV=0"
        let named: [(String, [OutputChange])] = [
            ("device", [.set(\.device, "plughw:0,0")]),
            ("fallbacks", [.set(\.fallbacks, ["null", "plughw:0,0"])]),
            ("alarm", [.set(\.alarm, "plughw:0,0")]),
        ]
        for (field, changes) in named {
            #expect(
                night.ask(.sounds(.setOutputs(changes)))
                    == .refused(.invalid(field: field, .inWords(reason))))
        }
        #expect(night.outputChoices == [SoundOutputSettings()])
    }

    @Test("N11b: a number that an older clock has kept plays on, and health says what to do")
    func keptNumber() throws {
        var state = try Night(at: "2025-01-14 22:00").machine.persistentState
        state.settings.soundOutput = SoundOutputSettings(
            device: "hw:0", fallbacks: ["default"], alarm: nil)
        var night = try Night(at: "2025-01-14 22:00", restoring: state)
        #expect(night.outputChoices.last?.device == "hw:0")
        guard case .health(let summary) = night.ask(.health(.show)) else {
            Issue.record("no health")
            return
        }
        let check = try #require(summary.checks.first { $0.subject == .outputs })
        #expect(check.verdict == .notice)
        #expect(check.finding == .cardByNumber("hw:0") && check.advice == .chooseByID)
        // Another setting can be changed without fixing that one.
        let changes: [OutputChange] = [.set(\.fallbacks, [])]
        let kept = SoundOutputSettings(device: "hw:0", fallbacks: [], alarm: nil)
        #expect(night.ask(.sounds(.setOutputs(changes))) == .outputSettings(kept))
    }
}
