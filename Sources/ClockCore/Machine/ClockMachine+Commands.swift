import ClockTime

// What each command does, and what it answers.
extension ClockMachine {
    mutating func perform(_ command: Command, _ request: RequestID, _ step: inout Step) {
        do throws(CommandError) {
            try answer(command, request, &step)
        } catch {
            step.reply(to: request, with: .refused(error))
        }
    }

    private mutating func answer(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) {
        switch command {
        case .status:
            step.reply(to: request, with: .status(statusReport))
        case .listAlarms:
            let context = context()
            step.reply(
                to: request, with: .alarms(alarms.book.alarms.map { alarms.report($0, context) }))
        case .history(let query):
            step.reply(to: request, with: .history(history.report(query)))
        case .addAlarm(let schedule, let changes):
            let report = try alarms.add(schedule, changes, context(), &step.alarms)
            step.reply(to: request, with: .alarm(report, .saved), awaitsSave: true)
        case .editAlarm(let id, let changes):
            let report = try alarms.edit(id, changes, context(), &step.alarms)
            step.reply(to: request, with: .alarm(report, .saved), awaitsSave: true)
        case .setAlarmEnabled(let id, let isEnabled):
            let report = try alarms.setEnabled(id, isEnabled, context(), &step.alarms)
            step.reply(
                to: request, with: .alarm(report, .saved), awaitsSave: step.alarms.mustSave)
        case .skipNext(let id, let count):
            let report = try alarms.skipNext(id, count, context(), &step.alarms)
            step.reply(to: request, with: .alarm(report, .saved), awaitsSave: true)
        case .removeAlarm(let id):
            try alarms.remove(id, &step.alarms)
            step.reply(to: request, with: .removed(id, .saved), awaitsSave: true)
        case .snooze(let target):
            let context = context()
            let until = try alarms.snooze(target, context, &step.alarms)
            step.reply(to: request, with: .snoozed(until: until, civil: context.civil(until)))
        case .stop(let target):
            try alarms.stop(target, by: .command, &step.alarms)
            step.reply(to: request, with: .stopped)
        case .playNoise, .stopNoise, .setNoiseVolume, .previewNoise:
            try answerNoise(command, request, &step)
        case .setHourFormat(let format):
            settings.style.hourFormat = format
            step.mustSave = true
            step.reply(to: request, with: .style(settings.style, .saved), awaitsSave: true)
        case .setHoldToStop(let isOn):
            settings.holdToStop = isOn
            step.mustSave = true
            step.reply(to: request, with: .holdToStop(isOn, .saved), awaitsSave: true)
        }
    }

    private mutating func answerNoise(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) {
        switch command {
        case .playNoise(let sound, let volume):
            try noise.play(sound, volume: volume, catalogue: catalogue)
            preview.giveWay()
            step.mustSave = true
        case .stopNoise:
            noise.stop()
            preview.giveWay()
            step.mustSave = true
        case .setNoiseVolume(let volume):
            noise.volume = volume
            step.mustSave = true
        case .previewNoise(let sound):
            guard alarms.session == nil else { throw .wrongState("an alarm rings; stop it first") }
            try preview.play(sound, catalogue: catalogue, at: now.boot)
        case .status, .addAlarm, .listAlarms, .history, .editAlarm, .removeAlarm, .setAlarmEnabled,
            .skipNext,
            .snooze, .stop, .setHourFormat, .setHoldToStop:
            return
        }
        step.reply(to: request, with: .noise(noiseReport))
    }

    private var statusReport: StatusReport {
        let context = context()
        let next = trust == .unknown ? nil : alarms.nextAlarm(after: now.wall.instant, zone: zone)
        return StatusReport(
            wall: now.wall, zone: zone.name, civil: civil, trust: trust, style: settings.style,
            nextAlarm: next.map { alarms.report($0.alarm, context) },
            ringing: alarms.ringing.map { alarms.report($0, context) },
            snoozed: alarms.snoozed.map { alarms.report($0, context) },
            missed: alarms.notices, noise: noiseReport, holdToStop: settings.holdToStop,
            problems: problems)
    }

    var noiseReport: NoiseReport { noise.report(preview: preview.sound) }

    /// What is wrong, in the order of the parts' names.
    var problems: [HealthReport] {
        health.map { HealthReport(part: $0.key, problem: $0.value) }
            .sorted { $0.part < $1.part }
    }
}

extension Reply {
    /// The same reply, saying how durable what it tells is.
    func marked(_ durability: Durability) -> Reply {
        switch self {
        case .alarm(let report, _): .alarm(report, durability)
        case .removed(let id, _): .removed(id, durability)
        case .style(let style, _): .style(style, durability)
        case .holdToStop(let isOn, _): .holdToStop(isOn, durability)
        case .status, .alarms, .history, .snoozed, .stopped, .noise, .refused: self
        }
    }
}
