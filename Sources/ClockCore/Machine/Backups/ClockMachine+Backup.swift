import ClockTime

// Everything that a person chose, kept in a file and taken up again (product, X6).
//
// A host reads the file and checks it whole; here it is taken up in one step, with one save at its end. Nothing that is
// in progress changes: timers that run, the nap and the noise go on. While something rings or is snoozed, nothing is
// taken up, so that no ring gets lost.
extension ClockMachine {
    mutating func answer(
        _ command: BackupCommand, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .make(let hasOwnFiles):
            let madeAt = trust == .unknown ? nil : now.wall.instant
            let backup = Backup(of: persistentState, madeAt: madeAt)
            guard hasOwnFiles else { return .now(.backup(backup)) }
            step.questions.append((request, .files(.backup(.write(backup)))))
            return .hosts
        case .restore:
            try refuseRestoring()
            step.questions.append((request, .files(.backup(.read(isDryRun: false)))))
            return .hosts
        case .diagnose: return .now(.diagnosis(diagnosis))
        }
    }

    /// A trial of a restore reads the file, too.
    mutating func tryRestoring(_ request: RequestID, _ step: inout Step) {
        do throws(CommandError) {
            try refuseRestoring()
            step.questions.append((request, .files(.backup(.read(isDryRun: true)))))
        } catch {
            step.reply(to: request, with: .refused(error))
        }
    }

    private func refuseRestoring() throws(CommandError) {
        guard !isRinging else { throw .wrongState(.somethingRings) }
        guard !ringing.hasSnooze else { throw .wrongState(.somethingSnoozed) }
    }

    /// The host has read the file of a request.
    mutating func backupRead(
        _ backup: Backup, isDryRun: Bool, _ request: RequestID, _ step: inout Step
    ) {
        do throws(CommandError) {
            // Something may have begun to ring meanwhile.
            try refuseRestoring()
            if isDryRun {
                var (copy, trial) = (self, Step())
                let report = copy.takeUp(backup, &trial)
                step.answers.append(
                    (request, Answer(.restored(report), .dryRun), awaitsSave: false))
            } else {
                let before = chosen
                let report = takeUp(backup, &step)
                noteChange(from: before, request)
                step.reply(to: request, with: .restored(report), awaitsSave: true)
            }
        } catch {
            step.reply(to: request, with: .refused(error))
        }
    }

    private mutating func takeUp(_ backup: Backup, _ step: inout Step) -> RestoreReport {
        let chosen = backup.state
        for zone in backup.zones { ringing.rules.pinned[zone.name] = zone }
        if let zone = backup.zones.first(where: { $0.name == chosen.zone }), zone != self.zone {
            changeZone(to: zone, by: zone.name == self.zone.name ? .synchronised : .user, &step)
        }
        ringing.rules.pauses = chosen.pauses
        ringing.rules.freeDays = chosen.freeDays
        take(chosen.settings, &step)
        let off = ringing.alarms.replaceAll(
            with: chosen.alarms, nextNumber: chosen.nextAlarmNumber, madeAt: backup.madeAt,
            alarmContext, &step.ringing.alarms)
        var taken = backup.counts
        taken.timers = ringing.timers.replaceScheduled(
            with: chosen.countdowns.timers, nextNumber: chosen.countdowns.nextTimerNumber,
            &step.ringing.countdowns)
        ringing.prunePinnedZones(settings.worldClocks)
        take(chosen.noise, &step)
        var report = RestoreReport(
            madeAt: backup.madeAt, madeLocal: backup.madeAt.map(zone.civilTime(at:)), taken: taken)
        report.taken.sounds = backup.files.count { $0.kind == .sound && $0.fate == .taken }
        report.taken.fonts = backup.files.count { $0.kind == .font && $0.fate == .taken }
        report.filesThere = backup.files(.alreadyThere)
        report.filesLeftOut = backup.files(.leftOut)
        report.switchedOff = off
        // In a trial, what would be taken is not there yet.
        let coming = backup.files.filter { $0.fate == .taken }
        let (ids, families) = (coming.map { SoundID($0.id) }, coming.map(\.name))
        report.soundsGone = soundsGone.filter { !ids.contains($0) }
        report.fontsGone = fontsGone.filter { !families.contains($0) }
        report.unknown = backup.unknown
        report.nextAlarm = nextAlarmReport
        return report
    }

    /// Takes over settings; who is paired stays so.
    mutating func take(_ new: Settings, _ step: inout Step) {
        var new = new
        new.pairing.devices = settings.pairing.devices
        new.pairing.nextNumber = settings.pairing.nextNumber
        new.pairing.foreign = settings.pairing.foreign
        new.foreign = settings.foreign
        settings = new
        ringing.rules.doNotDisturb = new.doNotDisturb
        ringing.alarms.rulesChanged(alarmContext)
        noticeQuiet(&step)
        endForbiddenNoise(&step)
        planRehearsal()
        step.changesAdmission = true
    }

    /// Takes over volume, mix and favourites. What plays goes on with them, as long as there is something to play.
    private mutating func take(_ new: NoiseState, _ step: inout Step) {
        let former = playing.noise
        playing.noise = new
        playing.noise.foreign = former.foreign
        playing.noise.isPlaying = former.isPlaying
        if former.isPlaying, !playing.noise.isHeard(playing.catalogue) { stopNoise(&step) }
    }

    /// The sounds that alarms, the mix and favourites name, and that are not there.
    private var soundsGone: [SoundID] {
        var named = Set(playing.noise.mix)
        for favourite in playing.noise.favourites.all {
            named.formUnion(favourite.voices.map(\.sound))
        }
        for alarm in ringing.alarms.book.alarms { named.formUnion(alarm.sounds) }
        return named.filter { $0 != .silence && playing.catalogue[$0] == nil }.sorted()
    }

    /// The same for the fonts that styles name.
    private var fontsGone: [String] {
        let styles = [settings.style] + settings.presets.map(\.style)
        let known = Set(showing.fonts.map(\.family))
        return Set(styles.compactMap(\.fontFamily)).subtracting(known).sorted()
    }
}
