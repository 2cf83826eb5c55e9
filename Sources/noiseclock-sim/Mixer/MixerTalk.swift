import ClockCore
import Control
import Runtime
import SimulatedBoard

/// The mixer between the terminal and the clock: hands it keys and answers while it is open, and the clock what
/// it asks. Closed, it still asks what its last keys wanted.
struct MixerTalk {
    private var panel = MixerPanel()
    private var isOpen = false
    /// Why nobody hears what plays; nil: they can.
    var silence: String?
    /// The request that is with the clock.
    private var awaited: RequestID?

    /// Shows at once what the clock shows, so that keys typed right behind have something to act on.
    mutating func open(before clock: some RunningClock) {
        isOpen = true
        show(clock)
        panel.open()
    }

    private mutating func show(_ clock: some RunningClock) {
        guard let snapshot = clock.snapshot else { return }
        panel.show(snapshot.noise, isRinging: snapshot.ring != nil)
    }

    /// Returns whether the key was the mixer's.
    ///
    /// - Parameter isHelpShown: then all keys are the help's.
    mutating func take(_ key: TerminalKey, isHelpShown: Bool) -> Bool {
        guard isOpen, !isHelpShown else { return false }
        switch panel.take(key) {
        case .used: return true
        case .passed: return false
        case .closed:
            isOpen = false
            return true
        }
    }

    /// Returns whether the answer was the mixer's.
    mutating func take(_ answer: AnsweredRequest) -> Bool {
        guard answer.request == awaited else { return false }
        awaited = nil
        panel.answered(answer.answer.reply)
        return true
    }

    /// Shows what the clock shows, and asks what comes next.
    ///
    /// - Parameters:
    ///   - hasAnswers: some were taken just now. They are newer than what the clock shows may be, which it
    ///     puts up a moment later.
    ///   - record: takes the words of each change.
    mutating func step(
        with clock: some RunningClock, hasAnswers: Bool, record: (String) -> Void
    ) {
        if !hasAnswers { show(clock) }
        guard let request = panel.nextRequest() else { return }
        if request.isChange { record(request.words) }
        do {
            awaited = try clock.request(request.words)
        } catch {
            panel.failed(error.message)
        }
    }

    /// The clock begins anew and answers nothing of what the one before it was asked.
    mutating func clockIsNew() {
        panel = MixerPanel()
        awaited = nil
        if isOpen { panel.open() }
    }

    /// Nil while it is closed.
    var screen: SimulatorScreen.Mixer? { isOpen ? panel.screen(silence: silence) : nil }
}
