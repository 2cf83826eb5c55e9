import ClockTime

/// How far a device has come with what it was handed: with the frames of a ring, which count only once they
/// have come out (law, 6.8), and with the silence of a rehearsal.
struct SoundProgress {
    // Frames are counted since the device was opened.
    private var written = 0
    /// The ring that is heard; nil while none is.
    private var serial: UInt32?
    /// Handed over before the first frame of that ring, or played since.
    private var reached = 0
    private var trial: Trial?

    /// A rehearsal that is on.
    private struct Trial {
        /// When frames that have not moved count as standing still.
        var until: BootTime
        /// Frames that the device had played, or taken where it cannot tell, when it was first looked at.
        var baseline: Int?
    }

    var isRehearsing: Bool { trial != nil }

    mutating func deviceOpened() {
        written = 0
        serial = nil
        reached = 0
    }

    mutating func beginRehearsal(at now: BootTime) {
        trial = Trial(until: now + SoundDesk.longestStandstill, baseline: nil)
    }

    mutating func endRehearsal(_ answer: SoundRehearsal.Answer, telling output: SoundOutput) {
        guard trial != nil else { return }
        trial = nil
        output.rehearsal.give(answer)
        output.telemetry.report()
    }

    /// Frames were handed over; tells of what came out since the last time.
    ///
    /// - Parameters:
    ///   - played: what the device says has come out; nil: it cannot tell, and what it took has to do.
    ///   - ring: the ring that is heard, nil in none.
    mutating func note(
        frames: Int, played: Int?, ring: UInt32?, telling output: SoundOutput, at now: BootTime
    ) {
        let before = written
        written += frames
        let played = played ?? written
        lookAtRehearsal(played: played, telling: output, at: now)
        guard let ring else { return serial = nil }
        if serial != ring {
            serial = ring
            reached = before
        }
        guard played > reached else { return }
        reached = played
        output.telemetry.ringMoved(ring, at: now)
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
