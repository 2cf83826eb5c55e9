import ClockTime

// Pairing: who gets a code and how, and which devices there are (product, X4).
extension ClockMachine {
    /// What the sockets need to know of it.
    package var admission: Admission { Admission(settings.pairing) }

    mutating func answer(
        _ command: PairingCommand, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .begin(let isPresent):
            try askForCode(request, isPresent: isPresent, &step)
            return pairing.isDrawing ? .hosts : .now(.pairing(pairingReport))
        case .confirm(let code, let name): return try pair(code, name, &step)
        case .devices: return .now(.devices(deviceList))
        case .remove(let id):
            try remove(id, &step)
            return .saved(.devices(deviceList))
        case .setReading(let rule):
            settings.pairing.reading = rule
            step.changesAdmission = true
            return .saved(.devices(deviceList))
        case .address: return .now(.address(addressReport))
        case .tell(let addresses):
            tell(addresses)
            return .now(.address(addressReport))
        }
    }

    private mutating func askForCode(
        _ request: RequestID?, isPresent: Bool, _ step: inout Step
    ) throws(CommandError) {
        guard equipment.canPair else { throw .wrongState(.cannotPair) }
        guard !isRinging else { throw .wrongState(.somethingRings) }
        guard equipment.hasDisplay || isPresent else { throw .wrongState(.noDisplayForCode) }
        if try pairing.ask(request, isPresent: isPresent, at: now.boot) {
            step.drawsSecrets = true
        }
    }

    /// Both keys were held long enough: whoever does that is beside the clock.
    mutating func showCodeForKeys(_ step: inout Step) {
        closeMenu(&step)
        // Nothing refuses those who are present, and nothing rings here.
        try? askForCode(nil, isPresent: true, &step)
    }

    mutating func secretsDrawn(_ secrets: PairingSecrets, _ step: inout Step) {
        let requests = pairing.show(secrets, at: now.boot)
        if equipment.hasDisplay, !isRinging, let offer = pairing.offer {
            closeMenu(&step)
            showing.face.endTest()
            showing.face.showCode(secrets.code, until: offer.until, at: now.boot)
            step.notes.append(.pageShown(.code))
        }
        for request in requests { step.reply(to: request, with: .pairing(pairingReport)) }
    }

    private mutating func pair(
        _ code: String, _ name: String, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        try LabelRule.check(name, field: "name", PairedDevice.names)
        try checkRoomForDevice()
        defer { if pairing.offer == nil { hideCode(&step) } }
        let secrets = try pairing.accept(code, at: now.boot)
        let device = try addDevice(name, secrets.fingerprint, &step)
        let report = DeviceReport(device, in: zone)
        return .saved(.paired(PairedReport(device: report, token: secrets.token)))
    }

    private func checkRoomForDevice() throws(CommandError) {
        guard settings.pairing.devices.count < PairedDevice.capacity else { throw .devicesFull }
    }

    mutating func addDevice(
        _ name: String, _ fingerprint: String, _ step: inout Step
    ) throws(CommandError) -> PairedDevice {
        try checkRoomForDevice()
        var device = PairedDevice()
        device.id = DeviceID(settings.pairing.nextNumber)
        device.name = name
        device.fingerprint = fingerprint
        device.pairedAt = trust == .unknown ? nil : now.wall.instant
        device.lastUsed = device.pairedAt
        settings.pairing.nextNumber += 1
        settings.pairing.devices.append(device)
        step.changesAdmission = true
        step.notes.append(.devicePaired(device.id, name: name))
        return device
    }

    mutating func remove(_ id: DeviceID, _ step: inout Step) throws(CommandError) {
        guard let place = settings.pairing.devices.firstIndex(where: { $0.id == id }) else {
            throw .notFoundDevice(id)
        }
        let device = settings.pairing.devices.remove(at: place)
        step.notes.append(.deviceRemoved(id, name: device.name))
        step.changesAdmission = true
    }

    /// A paired device has sent a request.
    mutating func deviceUsed(_ id: DeviceID) {
        guard trust != .unknown,
            let place = settings.pairing.devices.firstIndex(where: { $0.id == id })
        else { return }
        let last = settings.pairing.devices[place].lastUsed
        let instant = now.wall.instant
        if let last, last <= instant, instant.seconds - last.seconds < 3600 { return }
        settings.pairing.devices[place].lastUsed = instant
    }

    mutating func advancePairing(_ step: inout Step) {
        if pairing.advance(to: now.boot) { hideCode(&step) }
        if let due = keys.codeDue, due <= now.boot {
            keys.codeIsShown()
            showCodeForKeys(&step)
        }
    }

    var nextPairingWake: BootTime? { earlier(pairing.nextWake, keys.codeDue) }

    /// A press at the clock: nobody wants the code.
    mutating func withdrawCode(_ step: inout Step) {
        pairing.refuse(at: now.boot)
        hideCode(&step)
    }

    private mutating func hideCode(_ step: inout Step) {
        if showing.face.page == .code { showTime(&step) }
    }

    private var pairingReport: PairingReport {
        let code = pairing.offer?.secrets.code
        return PairingReport(
            code: code, until: pairing.offer.map { now.wall + ($0.until - now.boot) },
            link: code.flatMap { webAddresses?.pairingLink($0) })
    }

    /// The code on the display, with its link.
    var shownCode: Snapshot.Code? {
        guard var code = showing.face.code else { return nil }
        code.link = webAddresses?.pairingLink(code.digits)
        return code
    }

    private var deviceList: DeviceList {
        DeviceList(
            devices: settings.pairing.devices.map { DeviceReport($0, in: zone) },
            reading: settings.pairing.reading)
    }

    // MARK: - Where the page is found

    /// Nil while no program serves the page.
    var webAddresses: WebAddresses? {
        told.flatMap { now.boot < $0.until ? $0.addresses : nil }
    }

    private mutating func tell(_ addresses: WebAddresses) {
        told = ToldAddresses(addresses: addresses, until: now.boot + WebAddresses.life)
    }

    private var addressReport: AddressReport {
        let found = webAddresses
        return AddressReport(
            host: equipment.hostName, figures: found?.figures ?? [], port: found?.port)
    }
}

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
