import ClockTime

/// Some seconds of another noise, and then back to what was (product, N6).
///
/// Theory of operation. A preview lies over the noise and leaves it alone: what plays, and is saved, stays
/// the same beneath it. Both ways, there and back, take a short fade, or most of the preview would be
/// fades; the way back keeps it until somebody asks for something else.
///
/// | state   | preview | its time is over | noise chosen or stopped | ring |
/// | ------- | ------- | ---------------- | ----------------------- | ---- |
/// | none    | playing | -                | -                       | -    |
/// | playing | -       | over             | none                    | over |
/// | over    | playing | -                | none                    | -    |
package struct PreviewMachine: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case none
        case playing(SoundID, until: BootTime)
        case over
    }

    package static let length = Duration.seconds(3)
    static let fade = Duration.milliseconds(300)

    private(set) var state = State.none

    /// What is heard of it; nil where none is.
    package var sound: SoundID? {
        switch state {
        case .none, .over: nil
        case .playing(let sound, _): sound
        }
    }

    var nextWake: BootTime? {
        switch state {
        case .none, .over: nil
        case .playing(_, let until): until
        }
    }

    mutating func play(
        _ sound: SoundID, catalogue: SoundCatalogue, at now: BootTime
    ) throws(CommandError) {
        guard catalogue.noises.contains(sound) else {
            throw .unknownSound(sound, among: catalogue.noises)
        }
        state = .playing(sound, until: now + PreviewMachine.length)
    }

    mutating func advance(to now: BootTime) {
        if let end = nextWake, end <= now { state = .over }
    }

    /// Goes back to what was.
    mutating func end() {
        switch state {
        case .playing: state = .over
        case .none, .over: break
        }
    }

    /// Somebody wants something else of the noise.
    mutating func giveWay() {
        state = .none
    }

    /// The noise as it is heard.
    func heard(over noise: NoiseState) -> NoiseState {
        guard let sound else { return noise }
        var heard = noise
        heard.sound = sound
        heard.isPlaying = true
        return heard
    }

    func fades(_ settings: NoiseSettings) -> NoiseSettings {
        switch state {
        case .none: return settings
        case .playing, .over:
            var short = settings
            short.fadeIn = PreviewMachine.fade
            short.fadeOut = PreviewMachine.fade
            return short
        }
    }
}
