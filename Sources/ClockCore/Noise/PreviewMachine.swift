import ClockTime

/// Some seconds of another sound, and then back to what was (product, N6).
///
/// Theory of operation. A preview lies over the noise and leaves it alone: what plays, and is saved, stays
/// the same beneath it. Both ways, there and back, take a short fade, or most of the preview would be
/// fades; the way back keeps it until somebody asks for something else.
///
/// | state   | preview | its time is over | stopped | noise chosen or stopped | ring |
/// | ------- | ------- | ---------------- | ------- | ----------------------- | ---- |
/// | idle    | playing | -                | -       | -                       | -    |
/// | playing | -       | over             | over    | idle                    | over |
/// | over    | playing | -                | -       | idle                    | -    |
package struct PreviewMachine: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case idle
        case playing(NoiseVoice, until: BootTime)
        case over
    }

    package static let length = Duration.seconds(3)
    static let fade = Duration.milliseconds(300)

    private(set) var state = State.idle

    /// What is heard of it; nil where none is.
    var voice: NoiseVoice? {
        switch state {
        case .idle, .over: nil
        case .playing(let voice, _): voice
        }
    }

    package var sound: SoundID? { voice?.sound }

    var nextWake: BootTime? {
        switch state {
        case .idle, .over: nil
        case .playing(_, let until): until
        }
    }

    /// - Parameter voice: a noise as it would be heard, or a tone.
    mutating func play(_ voice: NoiseVoice, at now: BootTime) {
        state = .playing(voice, until: now + PreviewMachine.length)
    }

    mutating func advance(to now: BootTime) {
        if let end = nextWake, end <= now { state = .over }
    }

    /// Goes back to what was.
    mutating func end() {
        switch state {
        case .playing: state = .over
        case .idle, .over: break
        }
    }

    /// Somebody wants something else of the noise.
    mutating func giveWay() {
        state = .idle
    }

    /// The fade there and back; nil where the noise's own holds.
    var shortFade: Duration? {
        switch state {
        case .idle: nil
        case .playing, .over: PreviewMachine.fade
        }
    }
}
