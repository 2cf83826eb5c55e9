import ClockTime

/// How far a device has got with its frames: those of a ring, which count only once they were played (law, 6.8), those
/// of any other sound, whose first ones are a trial of the output, and the silence of a rehearsal.
struct SoundProgress {
    // Frames are counted since the device was opened.
    private var written = 0
    /// The audible ring; nil if there is none.
    private var serial: UInt32?
    /// Frames written before the ring's first one, or played since.
    private var reached = 0
    private var trial: Trial?
    private var sound = Sound.none

    /// What plays without a ring.
    private enum Sound {
        case none
        /// The frames written before it, and how long somebody waits for its first ones.
        case awaited(from: Int, until: BootTime)
        case moved
    }

    /// A running rehearsal.
    private struct Trial {
        /// When frames that have not moved count as standing still.
        var until: BootTime
        /// Frames played at the first check, or taken if the device cannot tell.
        var baseline: Int?
    }

    var isRehearsing: Bool { trial != nil }

    /// Whether a sound's first frames may still move soon.
    func awaitsSound(at now: BootTime) -> Bool {
        guard case .awaited(_, let until) = sound else { return false }
        return now < until
    }

    mutating func deviceOpened() {
        written = 0
        serial = nil
        reached = 0
        sound = .none
    }

    mutating func beginRehearsal(at now: BootTime) {
        trial = Trial(until: now + SoundDirector.longestStandstill, baseline: nil)
    }

    mutating func endRehearsal(_ answer: SoundRehearsal.Answer, telling output: SoundOutput) {
        guard trial != nil else { return }
        trial = nil
        output.rehearsal.give(answer)
        output.telemetry.report()
    }

    /// Records written frames, and reports what was played since the last call.
    ///
    /// - Parameters:
    ///   - played: the frames that the device says were played; nil: it cannot tell, and the frames it took are used.
    ///   - ring: the audible ring; nil if there is none.
    ///   - isSilent: whether nothing plays.
    mutating func note(
        frames: Int, played: Int?, ring: UInt32?, isSilent: Bool, telling output: SoundOutput,
        at now: BootTime
    ) {
        let before = written
        written += frames
        let played = played ?? written
        lookAtRehearsal(played: played, telling: output, at: now)
        lookAtSound(
            isThere: !isSilent && ring == nil, before: before, played: played, telling: output,
            at: now)
        guard let ring else { return serial = nil }
        if serial != ring {
            serial = ring
            reached = before
        }
        guard played > reached else { return }
        reached = played
        output.telemetry.ringMoved(ring, at: now)
    }

    private mutating func lookAtSound(
        isThere: Bool, before: Int, played: Int, telling output: SoundOutput, at now: BootTime
    ) {
        guard isThere else { return sound = .none }
        if case .none = sound {
            sound = .awaited(from: before, until: now + SoundDirector.longestStandstill)
        }
        guard case .awaited(let start, _) = sound, played > start, output.telemetry.soundMoved()
        else { return }
        sound = .moved
    }

    private mutating func lookAtRehearsal(
        played: Int, telling output: SoundOutput, at now: BootTime
    ) {
        guard let running = trial else { return }
        guard let baseline = running.baseline else {
            trial?.baseline = played
            return
        }
        if played > baseline {
            endRehearsal(.moved, telling: output)
        } else if now >= running.until {
            endRehearsal(.stood, telling: output)
        }
    }
}
