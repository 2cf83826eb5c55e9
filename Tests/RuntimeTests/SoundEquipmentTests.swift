import HAL
import Runtime
import Testing

@Suite("What the sound outputs have beside their sinks")
struct SoundEquipmentTests {
    /// Offers these devices, and plays on a fixed one.
    private final class FixedChoice: OutputChoice {
        let devices: [String]
        let openDevice: String?

        init(_ devices: [String], open openDevice: String? = nil) {
            self.devices = devices
            self.openDevice = openDevice
        }

        func choose(_ devices: [String], believing believed: String?) {}
        func reconsider() {}
    }

    private static func equipment(_ choices: [FixedChoice], order: [Int]) -> SoundEquipment {
        var equipment = SoundEquipment(outputs: choices.count)
        equipment.alarmOrder = order
        for (place, choice) in choices.enumerated() { equipment.choices[place] = choice }
        return equipment
    }

    @Test("An alarm tries the outputs in the order of the board")
    func boardsOrder() {
        #expect(SoundEquipment(outputs: 3).alarmOrderNow() == [0, 1, 2])
        let choices = [FixedChoice(["a", "b"], open: "a"), FixedChoice(["b"]), FixedChoice(["s"])]
        #expect(Self.equipment(choices, order: [2, 0, 1]).alarmOrderNow() == [2, 0, 1])
    }

    @Test(
        "A card that noise plays on is rung by the output that has it, and that one is tried once")
    func heldByNoise() {
        let noise = FixedChoice(["headphones", "speaker"], open: "speaker")
        let choices = [noise, FixedChoice(["speaker"])]
        #expect(Self.equipment(choices, order: [1, 0]).alarmOrderNow() == [0, 1])
        let own = [noise, FixedChoice(["speaker"]), FixedChoice(["siren"])]
        #expect(Self.equipment(own, order: [2, 0, 1]).alarmOrderNow() == [2, 0, 1])
    }
}
