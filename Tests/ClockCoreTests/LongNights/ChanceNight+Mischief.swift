import ClockTime

@testable import ClockCore

// Suppressors, sound outputs, and the rules of zones.
extension ChanceNight {
    // MARK: - Suppressors

    /// Sets or clears a pause, free days, or do not disturb.
    mutating func suppress() {
        settle()
        let entry = night.told.count
        switch chance(0...4) {
        case 0, 1: pause()
        case 2: chooseFreeDays()
        default: chooseDoNotDisturb()
        }
        changes.append(
            NightChange(entry: entry, wall: night.now.wall, what: .suppressors(suppressors)))
    }

    private var today: CivilDate { night.zone.civilTime(at: night.now.wall.instant).date }

    private mutating func pause() {
        guard chance(0...2) > 0 else { return endPause() }
        let first = today.adding(days: chance(-1...4))
        let length = chance(0...3)
        night.ask(
            .alarm(.pauseAll(DateRange(first: first, last: first.adding(days: length)))))
        // A pause that is over is refused.
        guard first.adding(days: length) >= today else { return }
        forgetPastPauses()
        suppressors.paused.formUnion((0...length).map(first.adding))
        figures.count(.pauses)
    }

    /// A pause that is over in every zone is dropped when another one comes, if the clock is trusted.
    private mutating func forgetPastPauses() {
        guard night.machine.trust == .trusted else { return }
        for date in suppressors.paused.sorted() where date.adding(days: 2) < today {
            let run = sequence(first: date) { $0.adding(days: 1) }
                .prefix { suppressors.paused.contains($0) || $0 == date }
            if let last = run.last, last.adding(days: 2) < today {
                suppressors.paused.remove(date)
            }
        }
    }

    /// All pauses, or the one that has a date: with it end the dates beside it, as far as they are paused.
    private mutating func endPause() {
        guard chance(0...1) == 0 else {
            night.ask(.alarm(.endPause(on: nil)))
            suppressors.paused = []
            return
        }
        let date = today.adding(days: chance(-1...4))
        night.ask(.alarm(.endPause(on: date)))
        // A date that no pause has ends none, not even one from the next day on.
        guard suppressors.paused.contains(date) else { return }
        for step in [-1, 1] {
            var next = step < 0 ? date : date.adding(days: 1)
            while suppressors.paused.remove(next) != nil { next = next.adding(days: step) }
        }
    }

    private mutating func chooseFreeDays() {
        let dates = Set((0..<chance(0...4)).map { _ in today.adding(days: chance(-1...5)) })
        night.ask(.quiet(.setFreeDays(dates.map { FreeDay(date: $0, name: "Free") })))
        suppressors.freeDays = dates
        figures.count(.freeDays, dates.count)
    }

    private mutating func chooseDoNotDisturb() {
        figures.count(.doNotDisturb)
        if chance(0...1) == 0 {
            var hours: QuietHours?
            if chance(0...3) > 0, let from = TimeOfDay(hour: chance(0...23), minute: 30),
                let to = TimeOfDay(hour: chance(0...23), minute: chance(0...1) * 30)
            {
                hours = QuietHours(from: from, to: to)
            }
            night.ask(.quiet(.setDoNotDisturb(.quietHours(hours))))
            suppressors.quietHours = hours
        } else {
            let end = (night.now.wall + duration(upTo: .hours(40)) + .seconds(2)).instant
            let choices: [DoNotDisturb.ByHand] = [.off, .on, .until(end)]
            let byHand = choices[chance(0...2)]
            night.ask(.quiet(.setDoNotDisturb(.byHand(byHand))))
            suppressors.byHand = byHand
        }
    }

    // MARK: - Outputs

    /// Stops the frames of some or all sound outputs from now on, or makes them move again.
    mutating func breakOutputs() {
        let outputs = 0..<night.equipment.soundOutputs
        night.workingOutputs = Set(outputs.filter { _ in chance(0...2) == 0 })
        night.isOnStandIn = chance(0...2) == 0
        if night.workingOutputs.count < outputs.count { figures.count(.deadOutputs) }
        settle()
        // Sometimes they recover during the ring, or fail one after the other.
        night.wait(.seconds(chance(0...9)))
        if chance(0...1) == 0 {
            night.workingOutputs = Set(outputs)
            night.isOnStandIn = false
        }
        settle()
    }

    // MARK: - Timers and naps

    /// Performs an operation on a timer or the nap, whether it is allowed or not.
    mutating func countDown() {
        settle()
        let timers = night.machine.ringing.timers.timers.map(\.id)
        guard !timers.isEmpty, chance(0...1) == 0 else {
            if chance(0...2) == 0 {
                night.ask(.nap(.operate(.countdown, number: nil)))
            } else {
                addTimer()
            }
            return
        }
        let id = timers[chance(0...(timers.count - 1))]
        let operations: [Operation] = [
            .pause, .resume, .add, .stop, .snooze, .repeat, .countdown, .cancel,
        ]
        let operation = operations[chance(0...(operations.count - 1))]
        night.ask(.timer(.operate(operation, id, run: nil)))
    }

    private mutating func addTimer() {
        let length = duration(upTo: .hours(3)) + .seconds(1)
        // The screen tells timers apart by their names.
        let name = "tea \(timers.count + 1)"
        night.room?.askedTimer = name
        let entry = night.told.count
        night.ask(.timer(.add(length, name: name, starts: true)))
        for case .timer(let id, .scheduled) in night.told[entry...].map(\.event) {
            timers[id] = (name, length)
        }
    }

    /// Another program sets the wall clock and does not tell the machine.
    mutating func stepFromOutside() {
        let delta = duration(upTo: .hours(12)) + .seconds(1)
        night.passUnevenly(wall: chance(0...1) == 0 ? delta : .zero - delta, boot: .zero)
        settle()
    }

    // MARK: - Rules of zones

    /// Newer tzdata: from some instant on, the clock's own zone, or one that an alarm is pinned to, has another
    /// offset. With a right clock that instant lies ahead, as it should; otherwise it may be past, because the
    /// newer data came late.
    mutating func changeRules() throws {
        if mischief != .rightClock, chance(0...1) == 0 {
            waitForRing(.zero - duration(upTo: .minutes(70)))
        }
        settle()
        let pinned = night.machine.ringing.alarms.book.alarms.compactMap(\.pinnedZone).sorted()
        let names = [night.zone.name] + pinned
        let old = try night.rules(of: names[chance(0...(names.count - 1))])
        let quarters = Int64(mischief == .rightClock ? chance(1...192) : chance(-96...192))
        let quarter = night.now.wall.instant.seconds / 900
        let since = Instant(seconds: (quarter + quarters) * 900)
        let shift = [-3_600, -1_800, 1_800, 3_600][chance(0...3)]
        guard let new = old.changed(since: since, by: shift) else { return }
        let entry = night.told.count
        changes.append(
            NightChange(
                entry: entry, wall: night.now.wall,
                what: .rules(new, since: since, shift: shift)))
        night.changeRules(to: new)
        figures.count(.rulesChanges)
    }
}
