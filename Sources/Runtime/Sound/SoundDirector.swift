package import ClockCore
import ClockSound
package import ClockTime

/// The engine's side of sound: turns what the machine wants heard into one scene per output, and what the sound
/// threads did into reports.
///
/// Theory of operation. A ring counts only while the device plays its frames (law, 6.8). Each sound thread notes when
/// it last saw frames move, and the director checks these notes. So it detects a thread that is stuck in its device as
/// well as a device that lies. While a ring's frames move, it checks at the first moment when they could have stood
/// still for too long. While they do not, it checks every half second, and when a thread wakes the engine.
package struct SoundDirector {
    var outputs: [Output]
    private let equipment: SoundEquipment
    let shelf: Published<SoundShelf>
    /// The order in which a person wants alarms to use the outputs.
    private let wantedOrder: Published<[Int]>
    /// Indices into `outputs` in the order in which the present ring uses them.
    private var alarmOrder: [Int]
    let seed: UInt64
    var tags = SoundTags()
    /// Nil in silence.
    private var ring: AlarmIntent?
    private var lookedAt = BootTime(nanoseconds: .min)
    /// When the present outputs were first asked for the present ring, as seen by a check.
    private var askedSince: BootTime?
    private var isAllStill = false

    struct Output {
        let shared: SoundOutput
        var scene = Scene.silence
        /// As last reported, and for which place in the alarms' order.
        var problem: OutputProblem?
        var reportedRung: Int?
        /// Since when there has been an unreported problem.
        var failsSince: BootTime?
        var errorChanges = 0
        fileprivate var motion = Motion.still
        /// As reported with the last frames that moved.
        var isOnStandIn = false
        var places: StreamPlaces
    }

    fileprivate enum Motion {
        case still
        /// Counts as still from then on if nothing moves before.
        case moving(until: BootTime)
    }

    /// How far an alarm ducks the noise (sound design, 6).
    static let duck: Float = -18
    static let reportsAtOnce = 64
    /// A volume change by key or command is heard at once, but without a step.
    static let volumeRamp = Duration.milliseconds(100)
    /// The fade-in of what rises from silence before a ring, up to its first, inaudible step.
    static let firstRise = Duration.seconds(2)
    /// The level of noises at gain 1, dBFS. Tones are brought to it beside noises, and own sounds that nobody
    /// measured are assumed to have it, as most recordings do.
    static let typicalLevel: Float = -20
    /// An own sound below this level, in dBFS, wakes nobody at any volume: the built-in tone replaces it.
    static let faintestAlarm: Float = -50
    /// How long frames may stand still (law, 6.8).
    package static let longestStandstill = Duration.seconds(2)
    /// Between checks of frames that do not move. A check that comes later than this proves nothing: if the machine
    /// slept meanwhile, so did the sound thread.
    package static let lookInterval = Duration.milliseconds(500)

    /// - Parameters:
    /// - shelf: read again for each scene, so that own sounds may come and go.
    /// - alarmOrder: indices into `outputs` in the order in which alarms use them; read when a ring begins.
    /// - orders: takes orders to read own sounds; nil if there are none.
    /// - seed: for noise whose mix has no seed of its own.
    package init(
        _ outputs: [SoundOutput], _ equipment: SoundEquipment? = nil,
        shelf: Published<SoundShelf> = Published(.least), alarmOrder: Published<[Int]>? = nil,
        orders: Inbox<FeedOrder>? = nil, seed: UInt64 = 0
    ) {
        let equipment = equipment ?? SoundEquipment(outputs: outputs.count)
        self.outputs = outputs.map { shared in
            Output(
                shared: shared,
                places: StreamPlaces(output: shared.index, shared.streams, orders))
        }
        self.equipment = equipment
        self.shelf = shelf
        wantedOrder = alarmOrder ?? Published(equipment.alarmOrder)
        self.alarmOrder = wantedOrder.value
        self.seed = seed
    }

    /// Something that happened to a scene.
    package enum Report: Equatable, Sendable {
        case started(String, output: Int)
        /// An alarm's own sound gave no samples, and the built-in tone plays.
        case fellBack(String)
        case stopped(SoundGroup, output: Int)
        /// A device failed or recovered, and another one may have been opened.
        case deviceChanged
        /// An output's problem, once it lasts `longestStandstill`, indexed in the alarms' order; nil: healthy again.
        case problem(output: Int, OutputProblem?)
        case frames(AlarmFrames)
        /// Whether a ring has all outputs and none of them plays it.
        case standstill(Bool)
        /// Frames of a sound without a ring began to move on an output, indexed in the alarms' order.
        case soundMoved(output: Int)
        /// The result for an output, indexed in the alarms' order: whether frames moved (nil if that could not be
        /// tested), and what is wrong.
        case rehearsed(output: Int, areMoving: Bool?, problem: String?)
    }

    package enum SoundGroup: String, Sendable {
        case noise, alarm
    }

    /// Builds the tones among these sounds of alarms, so that no ring waits for it.
    package func prepare(_ sounds: some Sequence<SoundID>) {
        let shelf = shelf.value
        // A thousand alarms mostly share a sound, and this follows each change of one.
        var last: SoundID?
        for sound in sounds where sound != last {
            last = sound
            if case .tone(let tone) = shelf.making(of: sound) { tone.prepare() }
        }
    }

    /// Sends the sound threads their new scenes; a thread whose scene is unchanged is not woken.
    package mutating func publish(_ intent: SoundIntent) {
        if intent.alarm?.serial != ring?.serial {
            for place in outputs.indices { outputs[place].motion = .still }
            alarmOrder = equipment.alarmOrderNow(wantedOrder.value)
        }
        if intent.alarm?.serial != ring?.serial || intent.alarm?.outputs != ring?.outputs {
            askedSince = nil
        }
        ring = intent.alarm
        for place in outputs.indices {
            let scene = scene(for: intent, output: place)
            guard place == 0 || scene != outputs[place].scene else { continue }
            outputs[place].scene = scene
            outputs[place].shared.publish(scene)
        }
    }

    /// The outputs that the present ring plays on.
    package var ringing: [Int] {
        guard let ring else { return [] }
        return Array(alarmOrder.prefix(max(0, ring.outputs)))
    }

    /// Returns what happened since the last call.
    package mutating func takeReports(at now: BootTime) -> [Report] {
        lookedAt = now
        var reports: [Report] = []
        for place in outputs.indices {
            outputs[place].places.settle(isSceneTaken: outputs[place].shared.scenes.isTaken)
            takeEvents(of: outputs[place].shared, &reports)
            lookAtFrames(of: place, at: now, &reports)
        }
        lookAtAllFrames(at: now, &reports)
        takeProblems(at: now, &reports)
        takeTrials(&reports)
        return reports
    }

    /// When `takeReports` must come next even if nobody wakes the engine.
    package var nextLook: BootTime? {
        let reporting = outputs.compactMap(\.failsSince).min().map {
            $0 + SoundDirector.longestStandstill
        }
        return earlier(reporting, nextLookAtFrames)
    }

    private var nextLookAtFrames: BootTime? {
        guard let ring else { return nil }
        return alarmOrder.prefix(max(0, ring.outputs)).map { place in
            switch outputs[place].motion {
            case .still: lookedAt + SoundDirector.lookInterval
            case .moving(let until): until
            }
        }.min()
    }

    private func takeEvents(of output: SoundOutput, _ reports: inout [Report]) {
        // Bounded, so that a runaway mixer cannot hold up the engine: the rest waits for the next call.
        for _ in 0..<SoundDirector.reportsAtOnce {
            guard let event = output.events.pop() else { break }
            switch event {
            case .noiseStarted(let tag, _), .alarmStarted(let tag, _):
                reports.append(.started(tags.name(of: tag), output: output.index))
            case .alarmFellBack(let tag, _):
                reports.append(.fellBack(tags.name(of: tag)))
            case .noiseSilent: reports.append(.stopped(.noise, output: output.index))
            case .alarmSilent: reports.append(.stopped(.alarm, output: output.index))
            }
        }
    }

    private mutating func lookAtFrames(
        of place: Int, at now: BootTime, _ reports: inout [Report]
    ) {
        guard let ring, rung(of: place) < ring.outputs else { return }
        let moved = outputs[place].shared.telemetry.lastMovement(ofRing: ring.serial)
        let provedUntil = moved.map { $0 + SoundDirector.longestStandstill }
        switch outputs[place].motion {
        case .still:
            guard let provedUntil, now < provedUntil else { return }
            outputs[place].motion = .moving(until: provedUntil)
            reports.append(frames(of: place, ring, areMoving: true))
        case .moving(let until):
            if let provedUntil, now < provedUntil {
                outputs[place].motion = .moving(until: provedUntil)
                if outputs[place].isOnStandIn != outputs[place].shared.telemetry.playsOnStandIn {
                    reports.append(frames(of: place, ring, areMoving: true))
                }
            } else if now > until + SoundDirector.lookInterval {
                outputs[place].motion = .moving(until: now + SoundDirector.lookInterval)
            } else if now >= until {
                outputs[place].motion = .still
                reports.append(frames(of: place, ring, areMoving: false))
            }
        }
    }

    /// Checks whether none of a ring's outputs plays it after the time that an output is allowed.
    private mutating func lookAtAllFrames(at now: BootTime, _ reports: inout [Report]) {
        var isStill = false
        if let ring, ring.outputs >= outputs.count {
            let since = askedSince ?? now
            askedSince = since
            isStill =
                now >= since + SoundDirector.longestStandstill
                && outputs.allSatisfy { if case .still = $0.motion { true } else { false } }
        }
        guard isStill != isAllStill else { return }
        isAllStill = isStill
        reports.append(.standstill(isStill))
    }

    private mutating func frames(
        of place: Int, _ ring: AlarmIntent, areMoving: Bool
    ) -> Report {
        let isOnStandIn = outputs[place].shared.telemetry.playsOnStandIn
        outputs[place].isOnStandIn = isOnStandIn
        return .frames(
            AlarmFrames(
                serial: ring.serial, output: rung(of: place), areMoving: areMoving,
                isStandIn: isOnStandIn))
    }

    /// The output's position in the alarms' order, counted from 0.
    func rung(of place: Int) -> Int {
        alarmOrder.firstIndex(of: place) ?? place
    }

    /// Takes what rehearsals and sounds without a ring found.
    private func takeTrials(_ reports: inout [Report]) {
        let order = wantedOrder.value
        for (place, output) in outputs.enumerated() {
            let rung = order.firstIndex(of: place) ?? place
            let shared = output.shared
            if shared.telemetry.takeSoundMoved() { reports.append(.soundMoved(output: rung)) }
            switch shared.rehearsal.takeAnswer() {
            case .pending: break
            case .moved:
                reports.append(
                    .rehearsed(output: rung, areMoving: true, problem: shared.mutedPart.value))
            case .stood:
                let fault = shared.telemetry.problem(of: shared.name)
                let problem = fault ?? "\(shared.name) plays nothing"
                reports.append(.rehearsed(output: rung, areMoving: false, problem: problem))
            case .taken:
                reports.append(.rehearsed(output: rung, areMoving: nil, problem: nil))
            }
        }
    }

    /// A failure that the next try repairs is at most counted with the underruns: a problem is reported only after as
    /// long as frames may stand still.
    private mutating func takeProblems(at now: BootTime, _ reports: inout [Report]) {
        let order = wantedOrder.value
        for place in outputs.indices {
            let rung = order.firstIndex(of: place) ?? place
            moveProblem(of: place, to: rung, &reports)
            let shared = outputs[place].shared
            if shared.telemetry.errorChanges != outputs[place].errorChanges {
                outputs[place].errorChanges = shared.telemetry.errorChanges
                reports.append(.deviceChanged)
            }
            let problem = shared.telemetry.fault(of: shared.name)
            guard problem != outputs[place].problem else {
                outputs[place].failsSince = nil
                continue
            }
            if problem != nil, outputs[place].problem == nil {
                let since = outputs[place].failsSince ?? now
                outputs[place].failsSince = since
                guard now >= since + SoundDirector.longestStandstill else { continue }
            }
            outputs[place].failsSince = nil
            outputs[place].problem = problem
            outputs[place].reportedRung = rung
            reports.append(.problem(output: rung, problem))
        }
    }

    /// A person chose another order for alarms: a known problem is one of another output in that order.
    private mutating func moveProblem(of place: Int, to rung: Int, _ reports: inout [Report]) {
        guard let problem = outputs[place].problem, let old = outputs[place].reportedRung,
            old != rung
        else { return }
        outputs[place].reportedRung = rung
        // Another output's problem may have taken the old place already.
        if !outputs.contains(where: { $0.problem != nil && $0.reportedRung == old }) {
            reports.append(.problem(output: old, nil))
        }
        reports.append(.problem(output: rung, problem))
    }
}
