package import ClockCore
package import ClockTime
import HAL

/// Looks after the parts of sound outputs beside their streams: the controls that could mute a card, the devices that
/// an output tries, and the list of present devices.
///
/// Theory of operation. All of that opens files, allocates and may wait for a daemon, so it has its own thread and
/// reports by events. While an alarm rings, the controls of its outputs are switched on, raised and read back. This
/// is repeated every two seconds, in case someone turns them down; afterwards they are restored (product, A12). A
/// rehearsal only reads them, before the output itself is tested.
///
/// If no output plays a ring, an output borrows another card of the machine for that ring, the next one two seconds
/// later. A device that comes back while a stand-in plays takes over from it, even during a ring (`OutputDevices`).
///
/// When sound devices may have come or gone, each output tests its own (`DeviceChanges`).
package struct SoundDevicesHost {
    /// The engine's requests.
    package enum Request: Hashable, Sendable {
        /// An alarm plays on these outputs; empty: it is over.
        case hold([Int])
        /// True: no output plays the alarm. False: one does now.
        case seek(Bool)
        /// An output has reported something: it may have opened a stand-in.
        case look
        /// Sound devices may have come or gone.
        case changed
        case rehearse
        case list(RequestID)
        case choose(SoundOutputSettings)
    }

    private let equipment: SoundEquipment
    private let outputs: [SoundOutput]
    private let board: [[String]]
    private let order: Published<[Int]>
    /// The outputs that an alarm plays on.
    private var ringing: [Int] = []
    /// The ringing outputs whose controls are held up, not just read.
    private var held: [Int] = []
    private var devices: OutputDevices
    private var changes: DeviceChanges
    private var open: OpenStreams
    private var settings = SoundOutputSettings()
    private var problem: String?
    /// When to check the held controls again; nil while none are held.
    private var nextHold: BootTime?

    /// When `step` must come next without a request; nil: no need.
    package var nextWake: BootTime? {
        earlier(earlier(nextHold, devices.nextWake), earlier(open.nextWake, changes.nextWake))
    }

    /// Between two checks of the controls during a ring.
    static let interval = Duration.seconds(2)
    /// By then a newly lent card is open, and its controls can be raised.
    private static let opening = Duration.milliseconds(250)

    /// - Parameters:
    /// - order: receives the chosen order in which alarms use the outputs.
    /// - keepsOpen: whether the streams should stay open in silence.
    package init(
        _ equipment: SoundEquipment, of outputs: [SoundOutput], order: Published<[Int]>,
        keepsOpen: Bool = false
    ) {
        self.equipment = equipment
        self.outputs = outputs
        self.order = order
        board = (0..<order.value.count).map { equipment.choices[$0]?.devices ?? [] }
        devices = OutputDevices(equipment, of: outputs, named: board)
        changes = DeviceChanges(equipment, of: outputs)
        open = OpenStreams(equipment, of: outputs, isWanted: keepsOpen)
    }

    /// Handles the requests, and does whatever else is due.
    package mutating func step(_ requests: [Request], at now: BootTime) -> [Event] {
        var events: [Event] = []
        for request in requests {
            switch request {
            case .hold(let outputs): hold(outputs, &events, at: now)
            case .seek(let isNeeded): devices.seek(isNeeded, order: ringing, at: now)
            case .look: devices.look(at: now)
            case .changed: changes.told(at: now)
            case .rehearse: rehearse(&events)
            case .list(let id): events.append(.answered(id, .outputs(list(), settings)))
            case .choose(let chosen): choose(chosen)
            }
        }
        if let card = devices.step(at: now) {
            events.append(.cardTaken(card.description))
            if !held.isEmpty { nextHold = now + SoundDevicesHost.opening }
        }
        if let nextHold, nextHold <= now { look(&events, at: now) }
        changes.step(at: now)
        open.step(own: order.value.first, at: now)
        return events
    }

    /// At the end of the program, restores all controls.
    package mutating func shutDown() {
        for output in held { release(output) }
        held = []
        nextHold = nil
    }

    // MARK: - Controls

    private mutating func hold(_ outputs: [Int], _ events: inout [Event], at now: BootTime) {
        ringing = outputs
        devices.ring(on: outputs, at: now)
        for output in held where !outputs.contains(output) { release(output) }
        held = outputs.filter { equipment.mixers[$0] != nil }
        if held.isEmpty {
            nextHold = nil
            report(nil, &events)
        } else {
            look(&events, at: now)
        }
    }

    private mutating func look(_ events: inout [Event], at now: BootTime) {
        var problems: [String] = []
        for output in held {
            let problem = mutedPart(of: output) { mixer throws(MixerError) in
                try mixer.hold(atLeast: MixerReading.alarmPercent)
            }
            if let problem { problems.append(problem) }
        }
        report(problems.isEmpty ? nil : problems.joined(separator: "; "), &events)
        nextHold = now + SoundDevicesHost.interval
    }

    private func release(_ output: Int) {
        // A control that cannot be restored stays loud rather than silent; the next reading reports it.
        try? equipment.mixers[output]?.release()
    }

    /// Describes the controls that would make an output inaudible; nil if none would, or there are none.
    private func mutedPart(
        of output: Int, _ reading: (any OutputMixer) throws(MixerError) -> MixerReading
    ) -> String? {
        guard let mixer = equipment.mixers[output] else { return nil }
        let name = SoundOutput.name(of: output)
        do throws(MixerError) {
            let reading = try reading(mixer)
            guard !reading.isAudible(atLeast: MixerReading.alarmPercent) else { return nil }
            let faults = reading.controls.filter {
                !$0.isOn || $0.percent < MixerReading.alarmPercent
            }
            let words = faults.map { control in
                control.isOn
                    ? "\(control.name) is at \(control.percent) %" : "\(control.name) is muted"
            }
            return "the volume control of \(name): \(words.joined(separator: ", "))"
        } catch {
            switch error {
            // Nothing can mute it; the stream reports a card that is gone.
            case .noControl, .gone: return nil
            case .io(let errno):
                return "the volume control of \(name) can't be read (\(SystemError.text(errno)))"
            }
        }
    }

    private mutating func report(_ problem: String?, _ events: inout [Event]) {
        guard problem != self.problem else { return }
        self.problem = problem
        events.append(.health(HealthReport(part: .volumeControl, problem: problem)))
    }

    /// Reads the controls of each output, then has the output tested. Muting controls of the alarms' first output are
    /// reported as a separate problem.
    private mutating func rehearse(_ events: inout [Event]) {
        for (place, output) in outputs.enumerated() {
            let problem = mutedPart(of: place) { mixer throws(MixerError) in try mixer.read() }
            if place == order.value.first { report(problem, &events) }
            output.rehearse(mutedPart: problem)
        }
    }

    // MARK: - Devices

    private mutating func choose(_ chosen: SoundOutputSettings) {
        settings = chosen
        let plan = OutputPlan(chosen, board: board, boardOrder: equipment.alarmOrder)
        devices.name(plan.devices)
        changes.follow()
        order.value = plan.alarmOrder
    }

    private func list() -> [SoundDevice] {
        var named: [String] = []
        let wanted = [settings.device, settings.alarm].compactMap { $0 } + settings.fallbacks
        for name in wanted + board.flatMap({ $0 }) where !named.contains(name) {
            named.append(name)
        }
        return equipment.devices?.devices(named: named).map { device in
            let playing = outputs.first { equipment.choices[$0.index]?.openDevice == device.name }
            return SoundDevice(
                id: device.name, description: device.description, isPresent: device.isPresent,
                isChosen: wanted.contains(device.name), underruns: playing?.telemetry.underruns)
        } ?? []
    }
}
