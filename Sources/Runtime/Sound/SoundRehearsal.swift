import Synchronization

/// A rehearsal of a sound output, between the engine and the output's thread (product, H1a): it tests whether frames
/// of silence move, as those of a ring would have to.
final class SoundRehearsal: Sendable {
    private let isAsked = Atomic<Bool>(false)
    private let answer = Atomic<Int>(Answer.pending.rawValue)

    enum Answer: Int {
        case pending, moved, stood
        /// Not tested: the device is taken, perhaps by another of our outputs.
        case taken
    }

    // MARK: - The engine's side

    func ask() {
        _ = answer.exchange(Answer.pending.rawValue, ordering: .acquiringAndReleasing)
        isAsked.store(true, ordering: .releasing)
    }

    /// Returns the answer once.
    func takeAnswer() -> Answer {
        let taken = answer.exchange(Answer.pending.rawValue, ordering: .acquiringAndReleasing)
        return Answer(rawValue: taken) ?? .pending
    }

    // MARK: - The sound thread's side

    func takeRequest() -> Bool { isAsked.exchange(false, ordering: .acquiringAndReleasing) }

    func give(_ answer: Answer) {
        self.answer.store(answer.rawValue, ordering: .releasing)
    }
}
