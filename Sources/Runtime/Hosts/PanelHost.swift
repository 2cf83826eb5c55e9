package import ClockTime
package import HAL

/// Owns one I2C bus and every chip on it.
///
/// Theory of operation. Nobody else touches the bus. The newest frame wins; what an older one would
/// have shown does not matter. A failed call is tried once more from a fresh bring-up, because a chip
/// that missed a byte may have been unplugged; if that fails too the display is down: it is said once,
/// and the bring-up is tried again with growing pauses, for ever, showing the newest frame when it
/// succeeds. Once a minute a frame is followed by a refresh, because a chip that lost its power for a moment
/// acknowledges everything and stays dark. The light sensor shares the bus and the thread, is begun and collected and never waited
/// for, and fails by itself.
package struct PanelHost {
    private let bus: any I2CBus
    private var panel: any Panel
    private var light: (any LightSensor)?

    private var display = DisplayState.down(retryAt: BootTime(nanoseconds: .min), failures: 0)
    private var lightState = LightState.idle(next: BootTime(nanoseconds: .min))
    private var lightFailures = 0
    /// What should be shown; nil until the first frame came.
    private var wanted: Frame?
    /// When the chip was last told all that it should hold.
    private var refreshedAt = BootTime(nanoseconds: 0)
    private var problems: [HealthSource: String] = [:]

    private enum DisplayState: Equatable {
        case up
        case down(retryAt: BootTime, failures: Int)
    }

    private enum LightState: Equatable {
        case idle(next: BootTime)
        case integrating(until: BootTime)
    }

    package enum HealthSource: Hashable, Sendable {
        case display, light
    }

    package enum Report: Equatable, Sendable {
        case light(Lux)
        /// Nil: well again.
        case problem(HealthSource, String?)
        /// What came of a rehearsal; nil: the display acknowledged all that it should hold.
        case rehearsed(String?)
    }

    /// How often light is measured: often enough for a lamp switched on at night to be answered within
    /// the dimmer's dwell, seldom enough to keep the processor asleep.
    static let lightInterval = Duration.seconds(2)
    /// What the transfers of one step may take, a frame to a slow panel among them. A step's time is read
    /// before them, and a sensor counts from when it was told to begin; asked too early, it answers with
    /// the measurement before, which at the start is darkness.
    static let longestTransfers = Duration.milliseconds(20)
    /// How long a chip may be dark without anybody noticing. It costs no wake, as it goes with a frame.
    static let refreshInterval = Duration.seconds(60)

    package init(bus: any I2CBus, panel: any Panel, light: (any LightSensor)?) {
        self.bus = bus
        self.panel = panel
        self.light = light
    }

    /// Does what is due: shows `frame` if there is a new one, retries, measures.
    ///
    /// - Parameter rehearses: whether the display is to be tried too.
    package mutating func step(
        frame: Frame?, rehearses: Bool = false, at now: BootTime
    ) -> [Report] {
        var reports: [Report] = []
        if let frame { wanted = frame }
        showWanted(isNew: frame != nil, at: now, &reports)
        if rehearses { rehearse(at: now, &reports) }
        measureLight(at: now, &reports)
        return reports
    }

    /// Whether `step` has something to do with a new frame at once.
    package var needsFrames: Bool { wanted == nil || display == .up }

    /// When `step` has something to do although no frame came.
    package var nextWake: BootTime? {
        var wake: BootTime?
        if case .down(let retryAt, _) = display, wanted != nil { wake = retryAt }
        guard light != nil else { return wake }
        switch lightState {
        case .idle(let next): return earlier(wake, next)
        case .integrating(let until): return earlier(wake, until)
        }
    }

    /// Leaves the panel dark, at the end of the program. What a dead panel says no longer matters.
    package mutating func shutDown() {
        do throws(DeviceError) {
            try panel.shutDown(on: bus)
        } catch {
            display = .down(retryAt: BootTime(nanoseconds: .max), failures: 0)
        }
    }

    // MARK: - Display

    private mutating func showWanted(isNew: Bool, at now: BootTime, _ reports: inout [Report]) {
        guard let wanted else { return }
        switch display {
        case .up:
            guard isNew else { return }
            do throws(DeviceError) {
                try panel.show(wanted, on: bus)
                if now - refreshedAt >= PanelHost.refreshInterval {
                    try panel.refresh(on: bus)
                    refreshedAt = now
                }
            } catch {
                bringUp(wanted, failures: 0, at: now, &reports)
            }
        case .down(let retryAt, let failures):
            guard retryAt <= now else { return }
            bringUp(wanted, failures: failures, at: now, &reports)
        }
    }

    private mutating func bringUp(
        _ frame: Frame, failures: Int, at now: BootTime, _ reports: inout [Report]
    ) {
        do throws(DeviceError) {
            try panel.bringUp(on: bus)
            try panel.show(frame, on: bus)
            display = .up
            refreshedAt = now
            say(.display, nil, &reports)
        } catch {
            display = .down(
                retryAt: now + RetryPause.inIdleAfter(failures: failures), failures: failures + 1)
            say(.display, "the display \(error.text)", &reports)
        }
    }

    /// Writes all that the display should hold once more, and hears it acknowledged.
    private mutating func rehearse(at now: BootTime, _ reports: inout [Report]) {
        guard let wanted else {
            reports.append(.rehearsed("the display has nothing to show yet"))
            return
        }
        switch display {
        case .up:
            do throws(DeviceError) {
                try panel.refresh(on: bus)
                refreshedAt = now
            } catch {
                bringUp(wanted, failures: 0, at: now, &reports)
            }
        case .down(_, let failures): bringUp(wanted, failures: failures, at: now, &reports)
        }
        reports.append(.rehearsed(problems[.display]))
    }

    // MARK: - Light

    private mutating func measureLight(at now: BootTime, _ reports: inout [Report]) {
        guard var sensor = light else { return }
        defer { light = sensor }
        do throws(DeviceError) {
            switch lightState {
            case .idle(let next) where next <= now:
                let delay = try sensor.begin(on: bus)
                lightState = .integrating(until: now + delay + PanelHost.longestTransfers)
            case .integrating(let until) where until <= now:
                let lux = try sensor.collect(on: bus)
                lightState = .idle(next: now + PanelHost.lightInterval)
                lightFailures = 0
                reports.append(.light(lux))
                say(.light, nil, &reports)
            case .idle, .integrating:
                return
            }
        } catch {
            let pause = RetryPause.inIdleAfter(failures: lightFailures)
            lightState = .idle(next: now + max(pause, PanelHost.lightInterval))
            lightFailures += 1
            say(.light, "the light sensor \(error.text)", &reports)
        }
    }

    /// A change of health is said once, not each failure.
    private mutating func say(
        _ source: HealthSource, _ problem: String?, _ reports: inout [Report]
    ) {
        guard problems[source] != problem else { return }
        problems[source] = problem
        reports.append(.problem(source, problem))
    }
}

extension DeviceError {
    /// What it did, for a sentence that begins with the part's name.
    var text: String {
        switch self {
        case .bus(.nack): "does not answer"
        case .bus(.timedOut): "is on a bus that hangs"
        case .bus(.taken(let driver)):
            driver.map { "is taken by the kernel's driver \($0)" } ?? "is taken by a kernel driver"
        case .bus(.busGone): "is on a bus that is gone"
        case .bus(.io(let errno)): "cannot be reached (\(SystemError.text(errno)))"
        case .implausible(let answer): "answers what cannot be: \(answer)"
        }
    }
}
