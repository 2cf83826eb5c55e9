import ClockTime
import Testing

@testable import ClockCore

@Suite("The program that speaks MQTT")
struct MqttTests {
    private static let fingerprint = String(repeating: "a", count: 64)
    private static let other = String(repeating: "b", count: 64)

    private func night() throws -> Night { try Night(at: "2025-01-14 22:00") }

    private func ask(_ command: MqttCommand, _ night: inout Night) throws -> MqttReport {
        guard case .mqtt(let report)? = night.ask(.mqtt(command)) else { throw Unexpected() }
        return report
    }

    private func set(_ night: inout Night) throws -> MqttReport {
        try ask(.set([.set(\.broker, "mqtt.local"), .set(\.usesTLS, true)]), &night)
    }

    @Test("it joins once for each mqtt set, and then has a device's rights until mqtt off")
    func joins() throws {
        var night = try night()
        let join = Command.mqtt(.join(fingerprint: Self.fingerprint))
        #expect(night.ask(join) == .refused(.wrongState(.mqttClosed)))
        let report = try set(&night)
        #expect(report.state == .awaited)
        #expect(report.broker == "mqtt.local" && report.port == 8883)
        #expect(try ask(.join(fingerprint: Self.fingerprint), &night).state == .silent)
        #expect(night.admission.devices == [Self.fingerprint: DeviceID(1)])
        #expect(
            night.ask(.mqtt(.join(fingerprint: Self.other))) == .refused(.wrongState(.mqttClosed)))
        try night.cutPower(for: .seconds(5))
        #expect(try ask(.show, &night).state == .silent)
        #expect(night.admission.devices == [Self.fingerprint: DeviceID(1)])

        let off = try ask(.off, &night)
        #expect(off.state == .off && off.broker == "mqtt.local" && off.tls)
        #expect(night.admission.devices.isEmpty)
        #expect(night.ask(join) == .refused(.wrongState(.mqttClosed)))
        #expect(try ask(.set([]), &night).state == .awaited)
        #expect(try ask(.join(fingerprint: Self.other), &night).state == .silent)
    }

    @Test("the door closes after ten minutes, and with a start")
    func closes() throws {
        var night = try night()
        _ = try set(&night)
        night.wait(.seconds(599))
        #expect(try ask(.show, &night).state == .awaited)
        night.wait(.seconds(1))
        #expect(try ask(.show, &night).state == .closed)
        _ = try ask(.set([]), &night)
        try night.cutPower(for: .seconds(5))
        #expect(try ask(.show, &night).state == .closed)
        #expect(
            night.ask(.mqtt(.join(fingerprint: Self.other))) == .refused(.wrongState(.mqttClosed)))
    }

    @Test("a person removes its device like any other, and it comes back by mqtt set alone")
    func removed() throws {
        var night = try night()
        _ = try set(&night)
        _ = try ask(.join(fingerprint: Self.fingerprint), &night)
        guard case .devices(let list)? = night.ask(.pairing(.devices)) else { throw Unexpected() }
        #expect(list.devices.map(\.name) == ["MQTT"])
        _ = night.ask(.pairing(.remove(DeviceID(1))))
        #expect(try ask(.show, &night).state == .closed)
        _ = try ask(.tell(MqttNews(isConnected: true, problem: nil)), &night)
        #expect(try ask(.show, &night).state == .closed)
        #expect(try ask(.set([.set(\.port, 1884)]), &night).state == .awaited)
    }

    @Test("what it tells is forgotten after three minutes of silence")
    func tells() throws {
        var night = try night()
        _ = try set(&night)
        _ = try ask(.join(fingerprint: Self.fingerprint), &night)
        #expect(
            try ask(.tell(MqttNews(isConnected: true, problem: nil)), &night).state == .connected)
        // A change of the settings leaves the device as it is.
        #expect(try ask(.set([.set(\.port, 1884)]), &night).state == .connected)
        let news = MqttNews(isConnected: false, problem: "the broker refuses the password")
        #expect(try ask(.tell(news), &night).problem == news.problem)
        night.wait(.seconds(179))
        #expect(try ask(.show, &night).state == .disconnected)
        night.wait(.seconds(1))
        let report = try ask(.show, &night)
        #expect(report.state == .silent && report.problem == nil)
    }

    @Test("it needs a broker, and a place among the devices")
    func refusals() throws {
        var night = try night()
        #expect(night.ask(.mqtt(.set([]))) == .refused(.wrongState(.noBroker)))
        #expect(try ask(.show, &night).state == .off)
        _ = try set(&night)
        for number in 1...PairedDevice.capacity {
            _ = night.ask(.pairing(.begin(isPresent: true)))
            _ = night.ask(.pairing(.confirm(code: "\(100_000 + number)", name: "Phone")))
        }
        #expect(
            night.ask(.mqtt(.join(fingerprint: Self.fingerprint))) == .refused(.devicesFull))
    }

    private struct Unexpected: Error {}
}
