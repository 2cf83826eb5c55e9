import ClockTime

/// Plays some seconds of another sound, then returns to the previous one (product, N6).
///
/// Theory of operation. A preview overlays the noise and does not change it: the playing and saved noise stays the same
/// underneath. The fades in both directions are short; otherwise most of the preview would be fades. The fade back
/// stays short until the user asks for something else.
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

    /// The previewed voice; nil if none.
    var voice: NoiseVoice? {
        if case .playing(let voice, _) = state { voice } else { nil }
    }

    package var sound: SoundID? { voice?.sound }

    var nextWake: BootTime? {
        if case .playing(_, let until) = state { until } else { nil }
    }

    /// - Parameter voice: a noise with its settings, or a tone.
    mutating func play(_ voice: NoiseVoice, at now: BootTime) {
        state = .playing(voice, until: now + PreviewMachine.length)
    }

    mutating func advance(to now: BootTime) {
        if let end = nextWake, end <= now { state = .over }
    }

    /// Returns to the noise.
    mutating func end() {
        if case .playing = state { state = .over }
    }

    /// The user chose something else.
    mutating func giveWay() {
        state = .idle
    }

    /// The fade in both directions; nil if the noise's own applies.
    var shortFade: Duration? { state == .idle ? nil : PreviewMachine.fade }
}
