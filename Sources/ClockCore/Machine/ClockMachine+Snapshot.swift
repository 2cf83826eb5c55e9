import ClockTime

// What is shown, and when that changes by itself.
extension ClockMachine {
    package var snapshot: Snapshot {
        let next =
            trust == .unknown ? nil : alarms.nextAlarm(after: now.wall.instant, zone: zone)
        return Snapshot(
            civil: civil, isTimeConfirmed: trust == .trusted, zoneName: zone.name,
            zoneOffset: zone.offset(at: now.wall.instant).seconds, style: settings.style,
            page: face.page, isFirstHalfOfSecond: isFirstHalfOfSecond,
            brightness: alarms.session == nil ? brightness : 100, ring: ring,
            snoozedUntil: alarms.snoozed.compactMap(\.snoozeEnd).min()
                .map { now.wall + ($0 - now.boot) },
            nextAlarm: next.map { alarm, occurrence in
                Snapshot.NextAlarm(
                    id: alarm.id, label: alarm.label, time: alarm.schedule.time,
                    kind: alarm.schedule.kind, occurrence: occurrence)
            },
            missedAlarm: alarms.notices.last.map { zone.civilTime(at: $0.scheduled) },
            noise: noiseReport, problems: problems)
    }

    private var ring: Snapshot.Ring? {
        guard alarms.session != nil else { return nil }
        return Snapshot.Ring(
            labels: alarms.ringing.compactMap { alarms.book[$0.occurrence.alarm]?.label },
            snoozeLength: alarms.offeredSnooze,
            stopHold: settings.holdToStop ? Settings.holdToStopLength : nil,
            isSilentFault: health[.sound] != nil)
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
        switch settings.style.brightness {
        case .automatic:
            min(100, max(0, automaticBrightness + brightnessShift))
        case .fixed(let percent): Double(percent.value)
        }
    }

    private var isFirstHalfOfSecond: Bool {
        now.wall - WallTime(now.wall.instant) < .milliseconds(500)
    }

    /// Whether anything on the face blinks.
    private var isBlinking: Bool {
        alarms.session != nil || trust != .trusted || !alarms.notices.isEmpty
            || settings.style.colon == .blinking
    }

    /// When the face changes next by the wall clock: at the half second while something blinks, else
    /// at the minute as the zone shows it (offsets need not be whole minutes).
    var nextFaceChange: WallTime? {
        if isBlinking {
            let second = WallTime(now.wall.instant)
            return second + (isFirstHalfOfSecond ? .milliseconds(500) : .seconds(1))
        }
        guard let civil else { return nil }
        return WallTime(now.wall.instant.advanced(bySeconds: Int64(60 - civil.second)))
    }
}
