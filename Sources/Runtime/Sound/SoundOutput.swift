package import ClockSound
import ClockTime
package import HAL
import Synchronization

/// The data that the engine and the thread of one sound output exchange. Neither waits for the other.
package struct SoundOutput: Sendable {
    /// The index in the board's order; noise plays on output 0 too.
    package let index: Int
    package let telemetry = SoundTelemetry()
    /// Own sounds on their way to the mixer.
    package let streams: SoundStreams
    let scenes = SceneMailbox()
    /// The mixer's events. Taking one removes it for all readers.
    package let events = SoundEventRing()
    let rehearsal = SoundRehearsal()
    let retries = RetryRequest()
    let openWish: OpenWish
    /// The controls that made it inaudible when a rehearsal read them; nil: none.
    let mutedPart = Published<String?>(nil)
    private let waiter: (any Notifiable)?

    /// - Parameter waiter: the sound thread's waiter, if it has a thread.
    package init(index: Int = 0, waking waiter: (any Notifiable)? = nil) {
        self.index = index
        self.waiter = waiter
        openWish = OpenWish(index == 0)
        // The first output holds an outgoing mix, an incoming one, and an alarm; each other output holds an alarm and
        // the one before it.
        streams = SoundStreams(places: index == 0 ? 2 * Scene.mostVoices + 1 : 2)
    }

    /// The name that people know it by.
    var name: String { SoundOutput.name(of: index) }

    static func name(of index: Int) -> String {
        index == 0 ? "the sound device" : "sound output \(index + 1)"
    }

    /// - Parameter mutedPart: the controls that make it inaudible; nil: none.
    func rehearse(mutedPart: String? = nil) {
        self.mutedPart.value = mutedPart
        rehearsal.ask()
        waiter?.notify()
    }

    /// Tries the chosen device now, however long the pause after the last failure.
    func retry() {
        retries.ask()
        waiter?.notify()
    }

    /// Closes the stream, and opens nothing for this long: others may want the device.
    func pause(for length: Duration) {
        retries.ask(after: length)
        waiter?.notify()
    }

    /// Sets whether its stream stays open in silence, if the board asks for that.
    func stayOpen(_ isOpen: Bool) {
        if openWish.set(isOpen) { waiter?.notify() }
    }

    /// Sends the sound thread the scene to play from now on.
    package func publish(_ scene: Scene) {
        scenes.publish(scene)
        waiter?.notify()
    }
}

/// Tells a sound thread when to try its device next, overriding its own pause; the last request counts.
final class RetryRequest: Sendable {
    /// Nanoseconds to wait with no stream open; 0: try at once; negative: no request.
    private let pause = Atomic<Int64>(-1)

    func ask(after length: Duration = .zero) {
        pause.store(length.wholeNanoseconds, ordering: .releasing)
    }

    /// The pause requested since the last call, if any.
    func take() -> Duration? {
        let taken = pause.exchange(-1, ordering: .acquiringAndReleasing)
        return taken < 0 ? nil : .nanoseconds(taken)
    }
}
