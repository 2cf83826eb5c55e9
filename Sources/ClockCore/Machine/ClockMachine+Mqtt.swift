import ClockTime

// The program that speaks MQTT: its settings, and how it becomes a paired device.
extension ClockMachine {
    /// What people call the device in the list of those that are paired.
    private static let mqttName = "MQTT"

    mutating func answer(
        _ command: MqttCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.mqtt(mqttReport))
        case .set(let changes): return try setMqtt(changes)
        case .off:
            settings.mqtt.isOn = false
            mqtt.close()
            if let id = mqttDevice { try? remove(id, &step) }
            settings.mqtt.device = nil
            return .saved(.mqtt(mqttReport))
        case .join(let fingerprint): return try join(fingerprint, &step)
        case .tell(let news):
            if mqttDevice != nil { mqtt.take(news, at: now.boot) }
            return .now(.mqtt(mqttReport))
        }
    }

    private mutating func setMqtt(
        _ changes: [MqttChange]
    ) throws(CommandError) -> CommandOutcome {
        guard equipment.canPair else { throw .wrongState(.cannotPair) }
        var changed = settings.mqtt
        changes.apply(to: &changed)
        guard changed.broker != nil else { throw .wrongState(.noBroker) }
        changed.isOn = true
        settings.mqtt = changed
        if mqttDevice == nil { mqtt.openUntil = now.boot + MqttDoor.openLength }
        return .saved(.mqtt(mqttReport))
    }

    private mutating func join(
        _ fingerprint: String, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        guard settings.mqtt.isOn, mqtt.isOpen(at: now.boot) else { throw .wrongState(.mqttClosed) }
        let device = try addDevice(ClockMachine.mqttName, fingerprint, &step)
        settings.mqtt.device = device.id
        mqtt.close()
        return .saved(.mqtt(mqttReport))
    }

    /// The device that the program is, if nobody has removed it.
    private var mqttDevice: DeviceID? {
        settings.mqtt.device.flatMap { id in
            settings.pairing.devices.contains { $0.id == id } ? id : nil
        }
    }

    private var mqttReport: MqttReport {
        let news = mqtt.news(at: now.boot)
        return MqttReport(settings.mqtt, mqttState(news), problem: news?.problem)
    }

    private func mqttState(_ news: MqttNews?) -> MqttState {
        if !settings.mqtt.isOn { return .off }
        if mqttDevice == nil { return mqtt.isOpen(at: now.boot) ? .awaited : .closed }
        guard let news else { return .silent }
        return news.isConnected ? .connected : .disconnected
    }
}
