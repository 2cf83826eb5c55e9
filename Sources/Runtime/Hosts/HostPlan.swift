import ClockCore
import ClockTime
import HAL

/// The hosts that wait for mailboxes and for their own timers.
enum HostName: String, CaseIterable {
    case panel, outputs, vibration, library, devices, store, files, sensors
}

/// One such host: `ThreadedClock` gives it a thread, and `SteppedClock` a turn in each round.
struct HostPlan: Sendable {
    var name: HostName
    /// Set if a driver can block the host for ever.
    var watched: WatchedStep?
    /// Makes the host, on the thread that it will run on.
    var begin: @Sendable () -> HostSteps
}

/// What a host does when it wakes.
struct HostSteps {
    /// The result of a step.
    struct Outcome {
        var events: [Event] = []
        /// Whether there is more to do right away.
        var hasMore = false
    }

    /// Empties the mailboxes and does what is due. The second argument tells whether the time that the host asked for
    /// has come: in virtual time it may get a turn earlier.
    var step: (Moment, () -> Bool) -> Outcome
    var nextWake: () -> BootTime? = { nil }
    /// Called at the end of the program.
    var finish: () -> Void = {}
}

extension HostPlan {
    /// The hosts that this board needs, in the order of their turns in virtual time.
    static func list(
        _ parts: ClockParts, _ outputs: EngineOutputs, files: PassedFiles, store: StoreHost
    ) -> [HostPlan] {
        var plans = [panel(parts, outputs)]
        if !parts.outputs.isEmpty { plans.append(switches(parts, outputs)) }
        if let motor = parts.outputs.busMotor {
            plans.append(shaking(motor, outputs.motorLevels, parts.time))
        }
        if parts.lightPort != nil || parts.battery != nil { plans.append(sensors(parts)) }
        if let own = parts.ownSounds, let orders = outputs.feed {
            plans.append(
                HostPlan(name: .files) {
                    feeding(SoundFeeder(outputs: outputs.sound, orders: orders, files: own.files))
                })
        }
        if let questions = outputs.library {
            plans.append(
                HostPlan(name: .library) {
                    answering(questions, by: library(parts, outputs, files: files))
                })
        }
        if !parts.sinks.isEmpty { plans.append(devices(parts, outputs)) }
        plans.append(HostPlan(name: .store) { storing(store, outputs, parts.time) })
        return plans
    }

    private static func panel(_ parts: ClockParts, _ outputs: EngineOutputs) -> HostPlan {
        let watched = WatchedStep(
            .bus, "the I2C bus is stuck, so the display may show an old time", reportsItsEnd: true)
        return HostPlan(name: .panel, watched: watched) {
            var host = PanelHost(
                bus: parts.bus, panel: parts.panel, light: parts.light, gauge: parts.gauge)
            return HostSteps(
                step: { now, isDue in
                    let picture = outputs.pictures.take()
                    let rehearses = outputs.rehearsal.take() ?? false
                    guard picture != nil || rehearses || isDue() else { return HostSteps.Outcome() }
                    let before = host.shown
                    let reports = host.step(picture: picture, rehearses: rehearses, at: now.boot)
                    if host.shown != before {
                        outputs.shown.value = host.shown
                        outputs.changes.picture.post(())
                    }
                    // A display that is down is brought up with the newest picture, so earlier ones need not wake the
                    // thread.
                    return HostSteps.Outcome(
                        events: reports.map { Event($0) },
                        hasMore: outputs.pictures.setAwaited(host.needsPictures))
                },
                nextWake: { host.nextWake }, finish: { host.shutDown() })
        }
    }

    private static func switches(_ parts: ClockParts, _ outputs: EngineOutputs) -> HostPlan {
        // When the hang ends, the host itself reports the state of the outputs.
        let watched = WatchedStep(
            .outputs, "the switch of the motor, buzzer or lamp is stuck, so they stay as they were",
            reportsItsEnd: false)
        return HostPlan(name: .outputs, watched: watched) {
            switching(
                OutputsHost(parts.outputs), by: outputs.levels, renewal: outputs.renewal, parts.time
            )
        }
    }

    private static func shaking(
        _ motor: any OutputLine, _ levels: Mailbox<OutputLevels>, _ time: any TimeSource
    ) -> HostPlan {
        let watched = WatchedStep(
            .vibration, "the I2C bus is stuck, so the vibration motor stays as it was",
            reportsItsEnd: false)
        return HostPlan(name: .vibration, watched: watched) {
            switching(OutputsHost(busMotor: motor), by: levels, renewal: nil, time)
        }
    }

    private static func switching(
        _ outputs: OutputsHost, by newest: Mailbox<OutputLevels>, renewal: Mailbox<Void>?,
        _ time: any TimeSource
    ) -> HostSteps {
        var host = outputs
        return HostSteps(
            step: { now, isDue in
                if renewal?.take() != nil { host.renew() }
                let levels = newest.take()
                guard levels != nil || isDue() else { return HostSteps.Outcome() }
                let changed = host.step(levels: levels, at: now.boot)
                // If the hang was reported, the state after it is reported too, changed or not.
                let isHeardOf = WatchedStep.isTooLong(time.now().boot - now.boot)
                let report = isHeardOf ? host.report : changed
                return HostSteps.Outcome(events: report.map { [.health($0)] } ?? [])
            },
            nextWake: { host.nextWake }, finish: { host.shutDown() })
    }

    private static func sensors(_ parts: ClockParts) -> HostPlan {
        HostPlan(name: .sensors) {
            var host = SensorsHost(light: parts.lightPort, battery: parts.battery)
            return HostSteps(
                step: { now, isDue in
                    guard isDue() else { return HostSteps.Outcome() }
                    return HostSteps.Outcome(events: host.step(at: now.boot).map { Event($0) })
                },
                nextWake: { host.nextWake }, finish: { host.shutDown() })
        }
    }

    private static func devices(_ parts: ClockParts, _ outputs: EngineOutputs) -> HostPlan {
        HostPlan(name: .devices) {
            var host = SoundDevicesHost(
                parts.sound, of: outputs.sound, order: outputs.alarmOrder,
                keepsOpen: parts.sound.keepsOpen)
            return HostSteps(
                step: { now, _ in
                    HostSteps.Outcome(events: host.step(outputs.devices.drain(), at: now.boot))
                },
                nextWake: { host.nextWake }, finish: { host.shutDown() })
        }
    }

    private static func feeding(_ feeder: consuming SoundFeeder) -> HostSteps {
        var feeder = feeder
        return HostSteps(
            step: { now, _ in
                let failures = feeder.step(at: now.boot)
                return HostSteps.Outcome(events: failures.map { .health($0.report) })
            },
            nextWake: { feeder.nextWake })
    }

    private static func library(
        _ parts: ClockParts, _ outputs: EngineOutputs, files: PassedFiles
    ) -> OwnFilesHost {
        OwnFilesHost(
            sounds: parts.ownSounds.map {
                SoundLibraryHost(
                    $0.library, over: parts.sounds, shelf: outputs.shelf, files: files)
            },
            fonts: parts.ownFonts.map {
                FontLibraryHost(
                    $0, for: parts.panel.geometry, fonts: outputs.fonts, files: files)
            },
            backups: parts.passedFiles.map {
                BackupHost(access: $0, zones: parts.zones, files: files)
            })
    }

    /// Answers one question per step, because an answer can take minutes.
    private static func answering(
        _ questions: Inbox<OwnFilesHost.Request>, by files: OwnFilesHost
    ) -> HostSteps {
        var host = files
        var waiting: [OwnFilesHost.Request] = []
        return HostSteps(step: { now, _ in
            let first = host.begin()
            waiting += questions.drain()
            guard !waiting.isEmpty else { return HostSteps.Outcome(events: first) }
            return HostSteps.Outcome(
                events: first + host.answer(waiting.removeFirst(), at: now.wall), hasMore: true)
        })
    }

    private static func storing(
        _ loaded: StoreHost, _ outputs: EngineOutputs, _ time: any TimeSource
    ) -> HostSteps {
        var store = loaded
        return HostSteps(
            step: { now, _ in
                let events = store.step(outputs, at: now.boot)
                return HostSteps.Outcome(events: events ?? [], hasMore: events != nil)
            },
            nextWake: { store.nextWake },
            finish: {
                // Saves that the engine posted before it was told to stop are still written.
                while store.step(outputs, at: time.now().boot) != nil {}
                store.finish(outputs.records, at: time.now().boot)
            })
    }
}

extension Event {
    /// Translates a report of the panel host for the machine.
    init(_ report: PanelHost.Report) {
        switch report {
        case .light(let lux): self = .lightMeasured(lux: lux.value)
        case .battery(let reading): self = .batteryRead(BatteryState(reading))
        case .problem(.battery, let problem):
            self = .health(HealthReport(part: .battery, problem: problem))
        case .problem(.display, let problem):
            self = .health(HealthReport(part: .display, problem: problem))
        case .problem(.light, let problem):
            self = .health(HealthReport(part: .light, problem: problem))
        case .rehearsed(let problem): self = .rehearsed(.display, problem: problem)
        }
    }
}

extension Event {
    /// Translates a report of the sensors host for the machine.
    init(_ report: SensorsHost.Report) {
        switch report {
        case .light(let lux): self = .lightMeasured(lux: lux.value)
        case .lightProblem(let problem):
            self = .health(HealthReport(part: .light, problem: problem))
        case .battery(let reading): self = .batteryRead(reading.map { BatteryState($0) })
        case .batteryProblem(let problem):
            self = .health(HealthReport(part: .battery, problem: problem))
        }
    }
}

extension BatteryState {
    init(_ reading: BatteryReading) {
        let flow: Flow =
            switch reading.flow {
            case .charging: .charging
            case .discharging: .discharging
            case .full: .full
            case .unknown: .unknown
            }
        self.init(
            charge: Percent(clamping: reading.charge), flow: flow, isOnMains: reading.isOnMains)
    }
}
