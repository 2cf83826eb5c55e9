import ClockTime

// What is shown, and when that changes by itself.
extension ClockMachine {
    package var snapshot: Snapshot {
        let next =
            trust == .unknown ? nil : alarms.nextAlarm(after: now.wall.instant, rules)
        return Snapshot(
            civil: civil, isTimeConfirmed: trust == .trusted, zoneName: zone.name,
            zoneOffset: zone.offset(at: now.wall.instant).seconds, style: style,
            page: face.page, isBlinkLit: isBlinkLit,
            brightness: isRinging ? 100 : max(brightness, Double(sunriseLevel ?? 0)),
            ring: ringReport,
            snoozedUntil: alarms.snoozed.compactMap(\.snoozeEnd).min()
                .map { now.wall + ($0 - now.boot) },
            nextAlarm: next.map(Snapshot.NextAlarm.init),
            running: runningCountdowns, countdownText: countdownText,
            playingText: face.visibleText, isQuiet: holdsQuiet,
            missedAlarm: missedInstant.map(zone.civilTime(at:)),
            noise: noiseReport, problems: problems,
            mark: mark(hasNextAlarm: next != nil))
    }

    /// How the face looks.
    private var style: ClockStyle { isSafe ? settings.style.plain : settings.style }

    private var ringReport: Snapshot.Ring? {
        guard isRinging else { return nil }
        let ids = alarms.ringing.map(\.occurrence.alarm) + (test.map { [$0.alarm] } ?? [])
        let ofAlarms = ids.compactMap {
            alarms.book[$0].map { Snapshot.Ring.Subject.alarm($0.label) }
        }
        return Snapshot.Ring(
            subjects: ofAlarms
                + countdownAlerts.map { $0.timer == nil ? .nap : .timer($0.name ?? "") },
            snoozeLength: offeredSnooze,
            stopHold: settings.holdToStop ? Settings.holdToStopLength : nil,
            isFlashing: ring.isFlashing)
    }

    /// When what nobody was woken by should have been heard; the last of them.
    var missedInstant: Instant? {
        (alarms.notices.map(\.scheduled) + timers.notices.map(\.due) + nap.notices.map(\.due)).max()
    }

    /// What a clock in the zone shows; nil while nobody knows.
    var civil: CivilTime? {
        trust == .unknown ? nil : zone.civilTime(at: now.wall.instant)
    }

    private var automaticBrightness: Double {
        dimmer.percent ?? Double(BrightnessSetting.automaticWithoutSensor.value)
    }

    /// Perceived brightness of the idle face, 0...100.
    var brightness: Double {
        holdsQuiet ? min(chosenBrightness, ClockMachine.quietBrightness) : chosenBrightness
    }

    private var chosenBrightness: Double {
        switch settings.style.brightness {
        case .automatic:
            min(100, max(0, automaticBrightness + brightnessShift))
        case .fixed(let percent): Double(percent.value)
        }
    }

    /// How what blinks on the face does it now.
    private enum Blinking {
        case none
        /// Lit in the first half of each second: it wants to be seen.
        case quickly
        /// Out in the last second of each five: all night long, perhaps. Each change wakes the engine and
        /// the display's thread, so this costs four wakes in five seconds, where a blink of 1 Hz would cost
        /// twenty. A period divides the minute, so the digits change with the colon.
        case slowly
    }

    private static let slowBlinkPeriod: Int64 = 5

    private var blinking: Blinking {
        if isRinging { return .quickly }
        // In quiet hours a notice is there, and does not call.
        if missedInstant != nil, !holdsQuiet { return .quickly }
        if trust != .trusted || isMarkDoubtful { return .slowly }
        return style.colon == .blinking ? .quickly : .none
    }

    private var isBlinkLit: Bool {
        switch blinking {
        case .none: true
        case .quickly: isFirstHalfOfSecond
        case .slowly: slowBlinkPosition < ClockMachine.slowBlinkPeriod - 1
        }
    }

    var isFirstHalfOfSecond: Bool {
        now.wall - WallTime(now.wall.instant) < .milliseconds(500)
    }

    /// The second within the slow blink's period, also before 1970.
    private var slowBlinkPosition: Int64 {
        let period = ClockMachine.slowBlinkPeriod
        let rest = now.wall.instant.seconds % period
        return rest < 0 ? rest + period : rest
    }

    /// When the face changes next by the wall clock: with what blinks, and at the minute as the zone
    /// shows it (offsets need not be whole minutes). Never without a display.
    var nextFaceChange: WallTime? {
        guard equipment.hasDisplay else { return nil }
        let second = now.wall.instant
        let minute = civil.map { WallTime(second.advanced(bySeconds: Int64(60 - $0.second))) }
        switch blinking {
        case .none:
            return minute
        case .quickly:
            return WallTime(second) + (isFirstHalfOfSecond ? .milliseconds(500) : .seconds(1))
        case .slowly:
            let last = ClockMachine.slowBlinkPeriod - 1
            let blink = WallTime(
                second.advanced(bySeconds: isBlinkLit ? last - slowBlinkPosition : 1))
            return minute.map { min($0, blink) } ?? blink
        }
    }
}
