import ClockCore
import Control
import Runtime

/// Connects the mixer with the terminal and the clock: while it is open, passes it keys and answers, and sends its
/// requests. After it is closed, still sends the requests of its last keys.
struct MixerTalk {
    private var panel = MixerPanel()
    private var isOpen = false
    /// Why nothing is audible; nil if it is.
    var silence: String?
    /// The request that the clock is handling.
    private var awaited: RequestID?

    /// Shows the clock's state at once, so that keys typed right afterwards have something to act on.
    mutating func open(before clock: some RunningClock) {
        isOpen = true
        show(clock)
        panel.open()
    }

    private mutating func show(_ clock: some RunningClock) {
        guard let snapshot = clock.snapshot else { return }
        panel.show(snapshot.noise, isRinging: snapshot.ring != nil)
    }

    /// Returns whether the mixer consumed the key.
    ///
    /// - Parameter isHelpShown: the help is shown and gets all keys.
    mutating func handle(_ key: TerminalKey, isHelpShown: Bool) -> Bool {
        guard isOpen, !isHelpShown else { return false }
        switch panel.handle(key) {
        case .used: return true
        case .passed: return false
        case .closed:
            isOpen = false
            return true
        }
    }

    /// Returns whether the answer was for the mixer.
    mutating func handle(_ answer: AnsweredRequest) -> Bool {
        guard answer.request == awaited else { return false }
        awaited = nil
        panel.answered(answer.answer.reply)
        return true
    }

    /// Updates the panel with the clock's state, and sends the next request.
    ///
    /// - Parameters:
    ///   - hasAnswers: answers just arrived. They may be newer than the clock's displayed state, which
    ///     follows a moment later.
    ///   - record: receives the words of each change.
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

    /// The clock restarts, and will not answer earlier requests.
    mutating func clockIsNew() {
        panel = MixerPanel()
        awaited = nil
        if isOpen { panel.open() }
    }

    /// Nil while the mixer is closed.
    var screen: SimulatorScreen.Mixer? { isOpen ? panel.screen(silence: silence) : nil }
}
