package import ClockSound
import ClockTime
package import HAL
import Synchronization

/// What the engine and the thread of one sound output exchange. Neither waits for the other.
package struct SoundOutput: Sendable {
    /// In the board's order; 0 is the first, which noise plays on too.
    package let index: Int
    package let telemetry = SoundTelemetry()
    /// Own sounds on their way to the mixer.
    package let streams: SoundStreams
    let scenes = SceneMailbox()
    /// What the mixer tells; whoever takes one of them takes it from all.
    package let events = SoundEventRing()
    let rehearsal = SoundRehearsal()
    let retries = RetryRequest()
    let openWish: OpenWish
    /// What of its controls kept it from being heard when a rehearsal read them; nil: nothing.
    let mutedPart = Published<String?>(nil)
    private let waiter: (any Notifiable)?

    /// - Parameter waiter: the sound thread's, where it has one.
    package init(index: Int = 0, waking waiter: (any Notifiable)? = nil) {
        self.index = index
        self.waiter = waiter
        openWish = OpenWish(index == 0)
        // Of the first, a whole mix that leaves, another that comes, and an alarm; of the others, an
        // alarm and one that it follows.
        streams = SoundStreams(places: index == 0 ? 2 * Scene.mostVoices + 1 : 2)
    }

    /// What people know it by.
    var name: String { SoundOutput.name(of: index) }

    static func name(of index: Int) -> String {
        index == 0 ? "the sound device" : "sound output \(index + 1)"
    }

    /// - Parameter mutedPart: what of its controls keeps it from being heard; nil: nothing.
    func rehearse(mutedPart: String? = nil) {
        self.mutedPart.value = mutedPart
        rehearsal.ask()
        waiter?.notify()
    }

    /// The device that was chosen is tried now, however long the pause after the last failure was to be.
    func retry() {
        retries.ask()
        waiter?.notify()
    }

    /// What plays is closed, and nothing is tried for so long: others may want the device.
    func pause(for length: Duration) {
        retries.ask(after: length)
        waiter?.notify()
    }

    /// Whether its stream stays open in silence from now on, where the board asks for that.
    func stayOpen(_ isOpen: Bool) {
        if openWish.set(isOpen) { waiter?.notify() }
    }

    /// Hands the sound thread what should be heard from now on.
    package func publish(_ scene: Scene) {
        scenes.publish(scene)
        waiter?.notify()
    }
}

/// Word to a sound thread when to try its device next, whatever pause it had in mind; the last word counts.
final class RetryRequest: Sendable {
    /// Nanoseconds to wait with no stream open; 0: try at once; negative: nothing was asked.
    private let pause = Atomic<Int64>(-1)

    func ask(after length: Duration = .zero) {
        pause.store(length.wholeNanoseconds, ordering: .releasing)
    }

    /// The pause that was asked for since the last call, if one was.
    func take() -> Duration? {
        let taken = pause.exchange(-1, ordering: .acquiringAndReleasing)
        return taken < 0 ? nil : .nanoseconds(taken)
    }
}
