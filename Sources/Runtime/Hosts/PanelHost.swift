package import ClockFace
package import ClockTime
package import HAL

/// Owns one I2C bus and every chip on it.
///
/// Theory of operation. Nobody else touches the bus. The newest picture wins; older ones do not matter. As long as
/// something moves in it, the host asks it for the next frame, some 30 times a second. Each frame is that of the moment
/// in which it is sent, so a slow bus shows fewer of them and never falls behind. A failed call
/// is retried once after a fresh bring-up, because a chip that missed a byte may have been unplugged. If that fails
/// too, the display is down. This is reported once, and the bring-up is retried for ever with growing pauses; when it
/// succeeds it shows the newest picture. Once a minute a refresh follows a frame, because a chip that briefly lost
/// power acknowledges everything and stays dark. The light sensor shares the bus and the thread. Its measurement is
/// begun and collected but never waited for, and its failures do not affect the display. The same holds for a battery
/// gauge, which answers at once.
package struct PanelHost {
    private let bus: any I2CBus
    private var panel: any Panel
    private var light: (any LightSensor)?
    private var gauge: (any BatteryGauge)?

    private var display = DisplayState.down(retryAt: BootTime(nanoseconds: .min), failures: 0)
    private var lightState = LightState.idle(next: BootTime(nanoseconds: .min))
    private var lightPace = LightPace(rest: LightPace.onBus)
    private var lightFailures = 0
    private var gaugeAt = BootTime(nanoseconds: .min)
    private var gaugeFailures = 0
    /// What should be shown; nil until the first picture comes.
    private var wanted: FacePicture?
    /// When the next frame of what moves in it is due; nil if nothing moves.
    private var nextFrame: BootTime?
    /// What the panel shows; nil before the first picture, and while the display does not answer.
    package private(set) var shown: Frame?
    /// When the chip was last sent its full contents.
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
        case display, light, battery
    }

    package enum Report: Equatable, Sendable {
        case light(Lux)
        case battery(BatteryReading)
        /// Nil: healthy again.
        case problem(HealthSource, String?)
        /// The result of a rehearsal; nil if the display acknowledged its full contents.
        case rehearsed(String?)
    }

    /// How long at least a light sensor that does not answer is left alone.
    static let lightRetry = Duration.seconds(2)
    /// The time that the transfers of one step may take, including a whole frame of 128 x 64 pixels on a bus of
    /// 100 kHz. A step reads the time before its transfers, but a sensor counts from its begin command. Asked too
    /// early, it answers with the previous measurement, which at the start is darkness.
    static let longestTransfers = Duration.milliseconds(150)
    /// How long a chip may stay dark unnoticed. The refresh costs no wake, because it follows a frame.
    static let refreshInterval = Duration.seconds(60)

    package init(
        bus: any I2CBus, panel: any Panel, light: (any LightSensor)?,
        gauge: (any BatteryGauge)? = nil
    ) {
        self.bus = bus
        self.panel = panel
        self.light = light
        self.gauge = gauge
    }

    /// Does what is due: shows a new picture or the next frame of the old one, retries, measures light.
    ///
    /// - Parameter rehearses: whether to test the display too.
    package mutating func step(
        picture: FacePicture?, rehearses: Bool = false, at now: BootTime
    ) -> [Report] {
        var reports: [Report] = []
        if let picture { wanted = picture }
        let isDue = nextFrame.map { $0 <= now } ?? false
        showWanted(isNew: picture != nil || isDue, at: now, &reports)
        if rehearses { rehearse(at: now, &reports) }
        measureLight(at: now, &reports)
        readGauge(at: now, &reports)
        return reports
    }

    /// Whether `step` can use a new picture at once.
    package var needsPictures: Bool { wanted == nil || display == .up }

    /// When `step` has something to do without a new picture.
    package var nextWake: BootTime? {
        var wake = nextFrame
        if case .down(let retryAt, _) = display, wanted != nil { wake = retryAt }
        if gauge != nil { wake = earlier(wake, gaugeAt) }
        guard light != nil else { return wake }
        switch lightState {
        case .idle(let next): return earlier(wake, next)
        case .integrating(let until): return earlier(wake, until)
        }
    }

    /// Leaves the panel dark at the end of the program. Errors of a dead panel no longer matter.
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
            nextFrame = wanted.nextFrame(after: now)
            do throws(DeviceError) {
                try show(wanted, at: now)
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

    private mutating func show(_ picture: FacePicture, at now: BootTime) throws(DeviceError) {
        let frame = picture.frame(at: now)
        try panel.show(frame, on: bus)
        shown = frame
    }

    private mutating func bringUp(
        _ picture: FacePicture, failures: Int, at now: BootTime, _ reports: inout [Report]
    ) {
        do throws(DeviceError) {
            try panel.bringUp(on: bus)
            try show(picture, at: now)
            display = .up
            nextFrame = picture.nextFrame(after: now)
            refreshedAt = now
            say(.display, nil, &reports)
        } catch {
            nextFrame = nil
            shown = nil
            display = .down(
                retryAt: now + RetryPause.inIdleAfter(failures: failures), failures: failures + 1)
            say(.display, "the display \(error.text)", &reports)
        }
    }

    /// Writes the display's full contents again and checks that it acknowledges them.
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
                let (isReported, pause) = lightPace.took(lux, at: now)
                lightState = .idle(next: now + pause)
                lightFailures = 0
                if isReported { reports.append(.light(lux)) }
                say(.light, nil, &reports)
            case .idle, .integrating:
                return
            }
        } catch {
            let pause = RetryPause.inIdleAfter(failures: lightFailures)
            lightState = .idle(next: now + max(pause, PanelHost.lightRetry))
            lightFailures += 1
            say(.light, "the light sensor \(error.text)", &reports)
        }
    }

    private mutating func readGauge(at now: BootTime, _ reports: inout [Report]) {
        guard var chip = gauge, gaugeAt <= now else { return }
        defer { gauge = chip }
        do throws(DeviceError) {
            reports.append(.battery(try chip.read(on: bus)))
            gaugeAt = now + SensorsHost.batteryInterval
            gaugeFailures = 0
            say(.battery, nil, &reports)
        } catch {
            let pause = RetryPause.inIdleAfter(failures: gaugeFailures)
            gaugeAt = now + pause
            gaugeFailures += 1
            say(.battery, "the battery gauge \(error.text)", &reports)
        }
    }

    /// Reports each change of health once, not each failure.
    private mutating func say(
        _ source: HealthSource, _ problem: String?, _ reports: inout [Report]
    ) {
        guard problems[source] != problem else { return }
        problems[source] = problem
        reports.append(.problem(source, problem))
    }
}

extension DeviceError {
    /// Describes the error, for a sentence that begins with the part's name.
    package var text: String {
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
