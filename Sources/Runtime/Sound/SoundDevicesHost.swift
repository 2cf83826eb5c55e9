package import ClockCore
package import ClockTime
import HAL

/// Looks after what sound outputs have beside their streams: the controls that could mute a card, which
/// devices an output tries, and which there are.
///
/// Theory of operation. All of that opens files, allocates and may wait for a daemon, so it has a thread of
/// its own; what it finds comes back as events. While an alarm rings, the controls of the outputs that it
/// plays on are switched on and raised, read back, and that again every two seconds, whoever turns them
/// down meanwhile; afterwards they are put back (product, A12). A rehearsal only reads them, before the
/// output itself is tried.
package struct SoundDevicesHost {
    /// What the engine asks.
    package enum Request: Hashable, Sendable {
        /// An alarm plays on these outputs; none: it is over.
        case hold([Int])
        case rehearse
        case list(RequestID)
        case choose(SoundOutputSettings)
    }

    private let equipment: SoundEquipment
    private let board: [[String]]
    private let order: Published<[Int]>
    /// Outputs that are asked for more than read.
    private var held: [Int] = []
    private var settings = SoundOutputSettings()
    private var problem: String?
    /// When the held controls are looked at again; nil while none are.
    package private(set) var nextWake: BootTime?

    /// Between two looks at the controls during a ring.
    static let interval = Duration.seconds(2)

    /// - Parameter order: where to put the order in which alarms take the outputs, as it is chosen.
    package init(_ equipment: SoundEquipment, order: Published<[Int]>) {
        self.equipment = equipment
        self.order = order
        board = (0..<order.value.count).map { equipment.choices[$0]?.devices ?? [] }
    }

    /// Does what was asked, and looks at the controls where it is time.
    ///
    /// - Parameter rehearse: called once a rehearsal's reading is done, with what is wrong with the first
    ///   output's controls; nil: nothing.
    package mutating func step(
        _ requests: [Request], at now: BootTime, rehearse: (String?) -> Void
    ) -> [Event] {
        var events: [Event] = []
        for request in requests {
            switch request {
            case .hold(let outputs): hold(outputs, &events, at: now)
            case .rehearse:
                rehearse(mutedPart(of: 0) { mixer throws(MixerError) in try mixer.read() })
            case .list(let id): events.append(.answered(id, .outputs(list(), settings)))
            case .choose(let chosen): choose(chosen)
            }
        }
        if let nextWake, nextWake <= now { look(&events, at: now) }
        return events
    }

    /// The end of the program: all controls as they were.
    package mutating func shutDown() {
        for output in held { release(output) }
        held = []
        nextWake = nil
    }

    // MARK: - Controls

    private mutating func hold(_ outputs: [Int], _ events: inout [Event], at now: BootTime) {
        for output in held where !outputs.contains(output) { release(output) }
        held = outputs.filter { equipment.mixers[$0] != nil }
        if held.isEmpty {
            nextWake = nil
            tell(nil, &events)
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
        tell(problems.isEmpty ? nil : problems.joined(separator: "; "), &events)
        nextWake = now + SoundDevicesHost.interval
    }

    private func release(_ output: Int) {
        // What cannot be put back is loud rather than silent, and told by the next reading.
        try? equipment.mixers[output]?.release()
    }

    /// What of an output's controls keeps it from being heard; nil: nothing, or there are none.
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
            // Nothing that could mute it; and a card that is gone is told by its stream.
            case .noControl, .gone: return nil
            case .io(let errno):
                return "the volume control of \(name) cannot be read (error \(errno))"
            }
        }
    }

    private mutating func tell(_ problem: String?, _ events: inout [Event]) {
        guard problem != self.problem else { return }
        self.problem = problem
        events.append(.health(HealthReport(part: .volumeControl, problem: problem)))
    }

    // MARK: - Devices

    private mutating func choose(_ chosen: SoundOutputSettings) {
        settings = chosen
        let plan = OutputPlan(chosen, board: board, boardOrder: equipment.alarmOrder)
        for (output, devices) in plan.devices.enumerated() {
            equipment.choices[output]?.choose(devices)
        }
        order.value = plan.alarmOrder
    }

    private func list() -> [SoundDevice] {
        var named: [String] = []
        let wanted = [settings.device, settings.alarm].compactMap { $0 } + settings.fallbacks
        for name in wanted + board.flatMap({ $0 }) where !named.contains(name) {
            named.append(name)
        }
        return equipment.devices?.devices(named: named).map { device in
            SoundDevice(
                id: device.name, description: device.description, isPresent: device.isPresent,
                isChosen: wanted.contains(device.name))
        } ?? []
    }
}

/// Which devices each output tries, and in which order alarms take the outputs, where a person's choice
/// lies over the board's.
struct OutputPlan: Equatable {
    var devices: [[String]]
    var alarmOrder: [Int]

    /// - Parameter board: for each output the devices that the board gives it; of the first, all that it
    ///   falls back on.
    init(_ chosen: SoundOutputSettings, board: [[String]], boardOrder: [Int]) {
        devices = board
        alarmOrder = boardOrder
        guard !board.isEmpty else { return }
        if let device = chosen.device {
            let rest = chosen.fallbacks.isEmpty ? board[0] : chosen.fallbacks
            devices[0] = [device] + rest.filter { $0 != device }
        } else if !chosen.fallbacks.isEmpty {
            devices[0] = board[0].prefix(1) + chosen.fallbacks.filter { $0 != board[0].first }
        }
        // The others are what the first falls back on, each by itself, as far as there are outputs.
        for (place, name) in zip(board.indices.dropFirst(), devices[0].dropFirst()) {
            devices[place] = [name]
        }
        guard let alarm = chosen.alarm else { return }
        if alarm == devices[0].first {
            alarmOrder = Array(board.indices)
        } else if let place = devices.indices.dropFirst().first(where: { devices[$0] == [alarm] }) {
            alarmOrder = [place] + board.indices.filter { $0 != place }
        } else if let last = board.indices.dropFirst().last {
            devices[last] = [alarm]
            alarmOrder = [last] + board.indices.filter { $0 != last }
        }
    }
}
