package import ClockTime

/// Ends the noise after some time, or at a time of day, with a long fade (product, N7). It affects only noise.
///
/// Theory of operation. It is a countdown on the boottime clock, saved and restored like a timer (`Countdown`),
/// so it survives a restart and a power cut. A time of day is converted to a length when it is set. The fade
/// begins before the end, so that silence is reached at the end. It is as long as the setting, but at most half
/// of the time left when the timer was last set, resumed or extended. During the fade the machine asks for
/// silence with that fade; the sound host can reverse a fade midway.
///
/// | state   | start   | pause   | resume  | extend  | off     | time passes | noise stopped | noise chosen |
/// | ------- | ------- | ------- | ------- | ------- | ------- | ----------- | ------------- | ------------ |
/// | idle    | running | refused | refused | refused | refused | -           | -             | -            |
/// | running | running | paused  | refused | running | idle    | fading      | idle          | -            |
/// | fading  | running | paused  | refused | running | idle    | idle ¹      | idle          | idle         |
/// | paused  | running | refused | running | paused  | idle    | -           | idle          | -            |
///
/// ¹ and the noise is off. Pausing the noise leaves the timer running. Playing it again during the fade means
/// that the user wants it back, so the timer ends.
package struct SleepTimer: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case idle
        case running(Countdown)
        case paused(PausedCountdown)
    }

    private(set) var state = State.idle
    /// Whether the fade has begun and been reported.
    private(set) var isFading = false

    package static let length: ClosedRange<Duration> = .seconds(1) ... .hours(24)

    /// Nil: none runs.
    var countdown: Countdown? { if case .running(let countdown) = state { countdown } else { nil } }

    var isCounting: Bool { countdown != nil }

    /// When the fade begins, or the end.
    func nextWake(fade: Duration) -> BootTime? {
        guard let countdown else { return nil }
        return isFading ? countdown.end : countdown.end - fadeLength(countdown, fade)
    }

    /// The length of the final fade, given the setting.
    func fadeLength(fade: Duration) -> Duration {
        guard let countdown else { return fade }
        return fadeLength(countdown, fade)
    }

    private func fadeLength(_ countdown: Countdown, _ fade: Duration) -> Duration {
        min(fade, countdown.length / 2)
    }

    // MARK: - Requests

    mutating func start(_ length: Duration, _ context: CountdownContext) throws(CommandError) {
        guard SleepTimer.length.contains(length) else {
            throw .invalid(field: "length", .length(allowed: SleepTimer.length))
        }
        begin(.running(Countdown(length, from: context.now.boot)))
    }

    mutating func pause(_ context: CountdownContext) throws(CommandError) {
        switch state {
        case .idle: throw .noSleepTimer
        case .paused: throw .wrongState(.sleepTimerPaused)
        case .running(let countdown): begin(.paused(countdown.paused(at: context.now.boot)))
        }
    }

    mutating func resume(_ context: CountdownContext) throws(CommandError) {
        switch state {
        case .idle: throw .noSleepTimer
        case .running: throw .wrongState(.sleepTimerRuns)
        case .paused(let paused): begin(.running(Countdown(paused, from: context.now.boot)))
        }
    }

    mutating func extend(
        by more: Duration, _ context: CountdownContext
    ) throws(CommandError) {
        let left: Duration
        switch state {
        case .idle: throw .noSleepTimer
        case .running(let countdown): left = countdown.left(at: context.now.boot)
        case .paused(let paused): left = paused.left
        }
        guard more > .zero, left + more <= SleepTimer.length.upperBound else {
            throw .invalid(field: "extend", .sum(most: SleepTimer.length.upperBound))
        }
        switch state {
        case .idle: break
        case .running(var countdown):
            countdown.extend(by: more)
            begin(.running(countdown.begunAnew(at: context.now.boot)))
        case .paused(var paused):
            paused.left += more
            paused.total = min(paused.total + more, SleepTimer.length.upperBound)
            begin(.paused(paused))
        }
    }

    mutating func cancel() throws(CommandError) {
        guard state != .idle else { throw .noSleepTimer }
        end()
    }

    mutating func end() { begin(.idle) }

    private mutating func begin(_ new: State) {
        state = new
        isFading = false
    }

    // MARK: - Time

    enum Change: Hashable, Sendable {
        case fades, ends
    }

    /// Applies the next due change; call it until it returns nil.
    mutating func advance(fade: Duration, to now: BootTime) -> Change? {
        guard let countdown else { return nil }
        if countdown.isOver(at: now) {
            end()
            return .ends
        }
        guard !isFading, countdown.end - fadeLength(countdown, fade) <= now else { return nil }
        isFading = true
        return .fades
    }

    mutating func becameTrusted(_ context: CountdownContext) {
        guard var countdown else { return }
        countdown.settle(at: context.now)
        state = .running(countdown)
    }

    // MARK: - Storage and reports

    func record(_ context: CountdownContext) -> SleepRecord? {
        switch state {
        case .idle: nil
        case .running(let countdown):
            SleepRecord(running: countdown.record(context))
        case .paused(let paused): SleepRecord(paused: paused.record)
        }
    }

    mutating func restart(
        from record: SleepRecord?, _ saved: SavedMoment,
        _ context: CountdownContext
    ) {
        if let running = record?.running {
            begin(.running(Countdown(restoring: running, from: saved, context)))
        } else if let paused = record?.paused {
            begin(.paused(PausedCountdown(restoring: paused)))
        }
    }

    func report(_ context: CountdownContext) -> SleepReport? {
        switch state {
        case .idle: nil
        case .running(let countdown):
            SleepReport(
                state: isFading ? .fading : .running, left: countdown.left(at: context.now.boot),
                form: CountdownForm(of: countdown.total), until: context.wall(at: countdown.end))
        case .paused(let paused):
            SleepReport(
                state: .paused, left: paused.left, form: CountdownForm(of: paused.total),
                until: nil)
        }
    }
}

/// What to do with the sleep timer.
package enum SleepChange: Hashable, Sendable {
    /// - Parameter plays: also start the noise if it is off.
    case start(SleepEnd, plays: Bool)
    case pause
    case resume
    case extend(Duration)
    case off
}

package enum SleepEnd: Hashable, Sendable {
    case after(Duration)
    /// When the clock next shows this time.
    case at(TimeOfDay)
}
