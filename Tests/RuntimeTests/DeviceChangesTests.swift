import ClockTime
import HAL
@testable import Runtime
import Synchronization
import Testing

@Suite("Sound devices that come and go (product, H1)")
struct DeviceChangesTests {
    private static func at(_ seconds: Int) -> BootTime {
        BootTime(nanoseconds: 0) + .seconds(seconds)
    }

    /// A device that is always closed.
    private final class Choice: OutputChoice {
        let devices: [String]
        init(_ devices: [String]) { self.devices = devices }
        var openDevice: String? { nil }
        func choose(_ devices: [String], believing believed: String?) {}
        func reconsider() {}
    }

    /// Nobody tells of the device "radio".
    private final class List: AudioDeviceList {
        private let isThere = Mutex(true)
        private let looks = Mutex(0)

        var count: Int { looks.withLock { $0 } }
        func set(_ isThere: Bool) { self.isThere.withLock { $0 = isThere } }

        func devices(named: [String]) -> [AudioDevice] { [] }
        func otherCards(than named: [String]) -> [PlaybackCard] { [] }
        func isToldOf(_ name: String) -> Bool { name != "radio" }
        func opening(of name: String) -> DeviceOpening {
            looks.withLock { $0 += 1 }
            return isThere.withLock { $0 } ? .free : .failed
        }
    }

    private static func equipment(_ devices: [String], _ list: List?) -> SoundEquipment {
        var equipment = SoundEquipment(outputs: 1)
        equipment.choices[0] = Choice(devices)
        equipment.devices = list
        return equipment
    }

    @Test("Whoever is told of several files of a card tests each output once, a second later")
    func told() {
        let outputs = [SoundOutput(), SoundOutput(index: 1)]
        var host = SoundDevicesHost(
            DeviceChangesTests.equipment(["card"], List()), of: outputs, order: Published([0, 1]))
        _ = host.step([.changed, .changed], at: DeviceChangesTests.at(10))
        #expect(host.nextWake == DeviceChangesTests.at(11))
        #expect(outputs.allSatisfy { $0.retries.take() == nil })
        _ = host.step([], at: DeviceChangesTests.at(11))
        #expect(outputs.allSatisfy { $0.retries.take() == .zero })
        #expect(host.nextWake == nil)
    }

    @Test("A device that nobody tells of is looked for once a minute, and tested when that changes")
    func untold() {
        let (output, list) = (SoundOutput(), List())
        var host = SoundDevicesHost(
            DeviceChangesTests.equipment(["radio", "card"], list), of: [output],
            order: Published([0]))
        var tested: [Int] = []
        for minute in 0..<6 {
            if minute == 3 { list.set(false) }
            _ = host.step([.look], at: DeviceChangesTests.at(60 * minute))
            #expect(host.nextWake == DeviceChangesTests.at(60 * (minute + 1)))
            if output.retries.take() != nil { tested.append(minute) }
        }
        #expect(tested == [1, 3])
        #expect(list.count == 5)
    }
}
