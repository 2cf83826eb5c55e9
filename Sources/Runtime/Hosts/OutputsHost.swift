package import ClockCore
package import ClockTime
package import HAL

/// The outputs for waking people that a board has besides display and sound.
package struct BoardOutputs: Sendable {
    package var motor: (any OutputLine)?
    /// The motor in its place where a chip on the I2C bus drives it. It has a thread of its own, because a bus that
    /// hangs must not hold up the others.
    package var busMotor: (any OutputLine)?
    package var buzzer: (any OutputLine)?
    package var light: (any LightOutput)?

    package init(
        motor: (any OutputLine)? = nil, busMotor: (any OutputLine)? = nil,
        buzzer: (any OutputLine)? = nil, light: (any LightOutput)? = nil
    ) {
        self.motor = motor
        self.busMotor = busMotor
        self.buzzer = buzzer
        self.light = light
    }

    /// Whether nothing is left but the motor on the bus.
    var isEmpty: Bool { motor == nil && buzzer == nil && light == nil }
}

/// Owns motor, buzzer and lamp, and makes them do what the machine wants.
///
/// Theory of operation. The newest levels win. The machine sends a pattern's edges one by one, and a missed edge is
/// of no use later. Each part is switched only when its state is not the wanted one, the first time to off. A part
/// that fails is retried with growing pauses, in the state that is wanted by then; the pauses are shorter while it
/// should be on. Its failure does not affect the others.
package struct OutputsHost {
    private var parts: [Part] = []
    private let healthPart: HealthPart
    /// The last report; nil before the first one.
    private var said: String??

    private struct Part {
        let name: String
        let device: Device
        /// 0 is off; a line is only on or off.
        let level: @Sendable (OutputLevels) -> Int
        var wanted = 0
        /// Nil: unknown.
        var shown: Int?
        var failures = 0
        var retryAt = BootTime(nanoseconds: .min)
        var error: LineError?

        mutating func step(at now: BootTime) {
            guard shown != wanted, retryAt <= now else { return }
            do throws(LineError) {
                switch device {
                case .line(let line): try line.set(wanted > 0)
                case .light(let light):
                    try light.set(wanted > 0 ? Brightness(percent: Double(wanted)) : nil)
                }
                shown = wanted
                failures = 0
                error = nil
            } catch {
                shown = nil
                retryAt =
                    now
                    + (wanted > 0
                        ? RetryPause.after(failures: failures)
                        : RetryPause.inIdleAfter(failures: failures))
                failures += 1
                self.error = error
            }
        }
    }

    private enum Device {
        case line(any OutputLine)
        case light(any LightOutput)
    }

    /// The motor on the bus alone.
    package init(busMotor: any OutputLine) {
        healthPart = .vibration
        parts = [OutputsHost.motor(busMotor)]
    }

    private static func motor(_ line: any OutputLine) -> Part {
        Part(name: "vibration", device: .line(line), level: { $0.motor ? 100 : 0 })
    }

    /// All but the motor on the bus.
    package init(_ outputs: BoardOutputs) {
        healthPart = .outputs
        if let motor = outputs.motor { parts.append(OutputsHost.motor(motor)) }
        if let buzzer = outputs.buzzer {
            parts.append(
                Part(name: "buzzer", device: .line(buzzer), level: { $0.buzzer ? 100 : 0 }))
        }
        if let light = outputs.light {
            parts.append(Part(name: "lamp", device: .light(light), level: { $0.light.value }))
        }
    }

    /// Switches what is due.
    ///
    /// - Parameter levels: the newest levels, if there are new ones.
    /// - Returns: the state of the outputs, the first time and when it changes.
    package mutating func step(levels: OutputLevels?, at now: BootTime) -> HealthReport? {
        for place in parts.indices {
            if let levels { parts[place].wanted = parts[place].level(levels) }
            parts[place].step(at: now)
        }
        let report = report
        guard said != .some(report.problem) else { return nil }
        said = report.problem
        return report
    }

    /// The state of the outputs.
    package var report: HealthReport { HealthReport(part: healthPart, problem: sentence) }

    /// When `step` has something to do without new levels.
    package var nextWake: BootTime? {
        parts.compactMap { $0.shown == $0.wanted ? nil : $0.retryAt }.min()
    }

    /// Switches everything again, because earlier switching may have been lost.
    package mutating func renew() {
        for place in parts.indices {
            parts[place].shown = nil
            parts[place].retryAt = BootTime(nanoseconds: .min)
        }
    }

    /// Leaves everything off at the end of the program.
    package mutating func shutDown() {
        for part in parts {
            switch part.device {
            case .line(let line): line.stop()
            case .light(let light): light.stop()
            }
        }
    }

    private var sentence: String? {
        var lines: [(name: String, error: LineError)] = []
        var lamp: String?
        for part in parts {
            guard let error = part.error else { continue }
            switch part.device {
            case .line: lines.append((part.name, error))
            case .light: lamp = "the lamp \(error.textOfLamp)"
            }
        }
        let sentences = [OutputsHost.sentence(lines), lamp].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }

    /// Describes the lines that failed, by the names of their parts in the board file; nil if none did.
    package static func sentence(_ failures: [(name: String, error: LineError)]) -> String? {
        var names: [LineError: [String]] = [:]
        for (name, error) in failures { names[error, default: []].append(name) }
        let sentences = names.map { error, names in
            let names = names.joined(separator: " and the ")
            if case .chip(let error) = error { return "the chip of the \(names) \(error.text)" }
            return "the GPIO lines of the \(names) \(error.text)"
        }
        return sentences.isEmpty ? nil : sentences.sorted().joined(separator: "; ")
    }
}

extension LineError {
    /// Describes the error, for a sentence that begins with the part's name.
    package var text: String {
        switch self {
        case .noChip(let names):
            "can't be used: there is no GPIO chip \(names). Check the board file"
        case .taken: "can't be used: another program or a kernel driver has them"
        case .gone: "can't be used: their GPIO chip is gone"
        case .chip(let error): error.text
        case .io(let errno): "can't be used (\(SystemError.text(errno)))"
        }
    }
}

extension LineError {
    package var textOfLamp: String {
        switch self {
        case .noChip, .gone:
            "can't be used: the kernel has no such LED or PWM channel. Check the board file"
        case .taken: "can't be used: another program or a kernel driver has it"
        case .chip(let error): error.text
        case .io(let errno): "can't be used (\(SystemError.text(errno)))"
        }
    }
}
