package import ClockTime
package import HAL

/// Owns the sensors that are not on the I2C bus.
///
/// Theory of operation. A driver of the kernel blocks while it measures, so they have a thread of their own. A sensor
/// that fails is reported once and retried for ever with growing pauses; meanwhile the machine keeps the last value.
package struct SensorsHost {
    private var light: (any LightPort)?
    private var lightPace = LightPace(rest: LightPace.elsewhere)
    private var lightAt = BootTime(nanoseconds: .min)
    private var lightFailures = 0
    private var lightProblem: String?
    private var battery: (any BatteryPort)?
    private var batteryAt = BootTime(nanoseconds: .min)
    private var batteryFailures = 0
    private var batteryProblem: String?

    /// How often a battery is read: a charger that is plugged in shows soon, and the processor sleeps long.
    package static let batteryInterval = Duration.seconds(15)
    /// How often to look for one where there is none: a clock on the mains must sleep.
    package static let absentInterval = Duration.minutes(10)

    package enum Report: Equatable, Sendable {
        case light(Lux)
        /// Nil: healthy again.
        case lightProblem(String?)
        /// Nil: there is none.
        case battery(BatteryReading?)
        /// Nil: healthy again.
        case batteryProblem(String?)
    }

    package init(light: (any LightPort)?, battery: (any BatteryPort)? = nil) {
        self.light = light
        self.battery = battery
    }

    /// Measures what is due.
    package mutating func step(at now: BootTime) -> [Report] {
        var reports: [Report] = []
        measureLight(at: now, &reports)
        readBattery(at: now, &reports)
        return reports
    }

    /// When `step` has something to do.
    package var nextWake: BootTime? {
        earlier(light == nil ? nil : lightAt, battery == nil ? nil : batteryAt)
    }

    /// Gives back all lines at the end of the program.
    package mutating func shutDown() {
        light?.stop()
    }

    private mutating func measureLight(at now: BootTime, _ reports: inout [Report]) {
        guard var sensor = light, lightAt <= now else { return }
        defer { light = sensor }
        do throws(SensorError) {
            switch try sensor.step(at: now) {
            case .wait(let pause): lightAt = now + pause
            case .reading(let lux):
                let (isReported, pause) = lightPace.took(lux, at: now)
                lightAt = now + pause
                lightFailures = 0
                if isReported { reports.append(.light(lux)) }
                sayLight(nil, &reports)
            }
        } catch {
            let pause = RetryPause.inIdleAfter(failures: lightFailures)
            lightAt = now + max(pause, PanelHost.lightRetry)
            lightFailures += 1
            sayLight("the light sensor \(error.text)", &reports)
        }
    }

    private mutating func readBattery(at now: BootTime, _ reports: inout [Report]) {
        guard var port = battery, batteryAt <= now else { return }
        defer { battery = port }
        var problem: String?
        do throws(SensorError) {
            let reading = try port.read()
            reports.append(.battery(reading))
            let isThere = reading != nil
            batteryAt =
                now + (isThere ? SensorsHost.batteryInterval : SensorsHost.absentInterval)
            batteryFailures = 0
        } catch {
            batteryAt = now + RetryPause.inIdleAfter(failures: batteryFailures)
            batteryFailures += 1
            problem = "the battery \(error.textOfBattery)"
        }
        guard batteryProblem != problem else { return }
        batteryProblem = problem
        reports.append(.batteryProblem(problem))
    }

    /// Reports each change of health once, not each failure.
    private mutating func sayLight(_ problem: String?, _ reports: inout [Report]) {
        guard lightProblem != problem else { return }
        lightProblem = problem
        reports.append(.lightProblem(problem))
    }
}

extension SensorError {
    /// The same for a battery.
    fileprivate var textOfBattery: String {
        if case .absent(let name) = self {
            return "is not there: the kernel has no battery \(name)"
        }
        return text
    }

    /// Describes the error, for a sentence that begins with the part's name.
    package var text: String {
        switch self {
        case .line(.noChip(let names)):
            "can't be used: there is no GPIO chip \(names). Check the board file"
        case .line(.taken): "can't be used: another program or a kernel driver has its line"
        case .line(.gone): "can't be used: the GPIO chip of its line is gone"
        case .line(.io(let errno)): "can't be used (\(SystemError.text(errno)))"
        case .line(.chip(let error)): error.text
        case .absent(let name): "is not there: the kernel has no sensor \(name)"
        case .unreadable(let errno): "can't be read (\(SystemError.text(errno)))"
        case .implausible(let answer): "answers what cannot be: \(answer)"
        }
    }
}
