import ClockTime

// What the clock shows, and when that changes by itself.
extension ClockMachine {
    package var snapshot: Snapshot {
        let next = nextAlarm
        let context = showingContext
        return Snapshot(
            civil: civil, isTimeConfirmed: trust == .trusted, zoneName: zone.name,
            zoneOffset: zone.offset(at: now.wall.instant).seconds, style: style,
            isNight: showing.isNight(context), mode: settings.displayMode,
            isAsleep: showing.isAsleep(context),
            test: showing.face.test.map { Snapshot.Test(picture: $0.picture, step: $0.step) },
            page: showing.face.page, pageSince: showing.face.since,
            isBlinkLit: blink.isLit(at: now.wall) || isMenuJustUsed,
            brightness: showing.shownBrightness(context),
            ring: ringReport,
            snoozed: snoozedReport, snoozedCountdown: snoozedCountdown,
            nextAlarm: next.map(Snapshot.NextAlarm.init),
            running: runningCountdowns, countdownText: countdownText,
            playing: showing.face.playing, message: showing.face.message,
            code: shownCode,
            isQuiet: holdsQuiet,
            missedAlarm: missedInstant.map(zone.civilTime(at:)),
            noise: noiseReport, problems: problems,
            mark: mark, menu: showing.menu?.page(menuChoices),
            battery: showing.battery.state, worldTimes: worldTimes, warnings: warnings)
    }

    /// The style that holds; lent, not copied.
    var style: ClockStyle { _read { yield settings[styleIfSafe: isSafe] } }

    private var ringReport: Snapshot.Ring? {
        guard isRinging, !ringing.ring.isHushed else { return nil }
        let ids =
            ringing.alarms.ringing.map(\.occurrence.alarm) + (ringing.test.map { [$0.alarm] } ?? [])
        let alarms = ids.compactMap { ringing.alarms.book[$0] }
        return Snapshot.Ring(
            subjects: alarms.map { .alarm($0.label) }
                + ringing.countdownAlerts.map { $0.timer == nil ? .nap : .timer($0.name ?? "") },
            messages: alarms.map(\.message).filter { !$0.isEmpty },
            tint: alarms.compactMap(\.tint).first, icon: alarms.compactMap(\.icon).first,
            began: ringing.ring.session?.began ?? now.boot, stopAskedAt: showing.stopAskedAt,
            snoozeLength: ringing.offeredSnooze(ringingContext),
            stops: waysToStop,
            isFlashing: ringing.ring.isFlashing)
    }

    private var snoozedReport: Snapshot.Snoozed? {
        let ends = ringing.alarms.snoozed.compactMap { member in
            member.snoozeEnd.map { (time: $0, alarm: member.occurrence.alarm) }
        }
        return ends.min { $0.time < $1.time }.map { end in
            let until = now.wallTime(at: end.time)
            return Snapshot.Snoozed(
                until: until, civil: zone.civilTime(at: until.instant),
                label: ringing.alarms.book[end.alarm]?.label ?? "")
        }
    }

    private var snoozedCountdown: CivilTime? {
        let context = countdownContext
        return earlier(ringing.timers.nextRingAgain(context), ringing.nap.nextRingAgain(context))
            .map { end in
                zone.civilTime(at: now.wallTime(at: end).instant)
            }
    }

    /// When the last missed alarm should have rung.
    var missedInstant: Instant? {
        // Asked several times a step, and there is almost never one.
        if ringing.alarms.notices.isEmpty, ringing.timers.notices.isEmpty,
            ringing.nap.notices.isEmpty
        {
            return nil
        }
        return
            (ringing.alarms.notices.map(\.scheduled) + ringing.timers.notices.map(\.due)
            + ringing.nap.notices.map(\.due))
            .max()
    }

    /// The zone's local time; nil while the time is unknown.
    var civil: CivilTime? {
        trust == .unknown ? nil : zone.civilTime(at: now.wall.instant)
    }

    /// How blinking elements of the face blink now.
    private var blink: Blink {
        if isRinging || showing.menu != nil { return .quick }
        // In quiet hours a notice is shown, but does not call for attention.
        if missedInstant != nil, !holdsQuiet { return .quick }
        if trust != .trusted || isMarkDoubtful { return .slow }
        return style.colon == .blinking ? .quick : .steady
    }

    /// When the face next changes by the wall clock: by blinking, or at the zone's next minute (offsets need not be
    /// whole minutes). Never without a display.
    func nextFaceChange(_ context: ShowingMachine.Context) -> WallTime? {
        guard equipment.hasDisplay else { return nil }
        let unit = style.showsSeconds && !showing.isAsleep(context) ? 1 : 60
        let minute = civil.map {
            WallTime(now.wall.instant.advanced(bySeconds: Int64(unit - $0.second % unit)))
        }
        return earlier(
            earlier(minute, blink.nextChange(after: now.wall)),
            showing.nextNightChange(context))
    }
}
