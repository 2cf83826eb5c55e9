import ClockSound
import Glibc
import SoundMeasuring

/// One sound for an hour, and what is wrong with it.
enum Listening {
    private static let rate = 48_000
    /// 175 s: the longest repetition that the sound itself is searched for; its envelope is for longer
    /// ones.
    private static let longestLag = 1 << 23

    /// Softer than what is told of, so that the limiter leaves alone what is to be measured.
    private static let gain: Float = 0.5
    /// A-weighted decibels under full scale of every sound at full gain: the level of pink noise of
    /// -20 dBFS; within 2 dB from the softest to the loudest.
    private static let level = -23.9
    /// How high a sound may peak within an hour, at full gain and alone. The limiter begins at 0.8413; the
    /// greatest of a sound's own events, seldom as great, may have it take up to 2 dB for a moment.
    private static func greatestPeak(of sound: BuiltInSound) -> Float {
        switch sound.recipe.generator {
        case .brown, .ocean, .wind, .fire, .train, .cabin, .heartbeat: 1.06
        case .rain, .stream: sound.isVariant ? 1.06 : 0.8413
        default: 0.8413
        }
    }
    /// A great tit sings its two notes every 0.3 s, and the last coos of a pigeon are half a second apart.
    private static func rhythm(of sound: BuiltInSound) -> Double {
        sound.recipe.generator == .birds ? 1 : RepetitionMeter.shortestLag
    }
    /// Their leaves are so near that they are as sharp as drops.
    private static let rustling: Set<String> = ["wind/breeze", "wind/trees"]
    /// The mean against the level.
    private static let greatestOffset = 0.01
    private static let greatestBreak = 8.0
    /// Of the envelope with itself later on (sound design, Q3).
    private static let greatestSwell = 0.5
    /// Of the channels of a colour (Q4), and of any sound: more would be one channel.
    private static let colourStereo = 0.02
    private static let greatestStereo = 0.9
    /// Decibels per octave that pink noise may be off (Q1).
    private static let slopeError = 0.01

    static let head = columns(
        [
            "sound", "dB(A)", "crest", "dBTP", "offset", "click", "break", "stereo", "repeats",
            "after s", "envelope", "after s", "swell", "ripple", "slope", "CPU s", "",
        ])

    /// Prints a line, and says whether all is well.
    static func listen(to sound: BuiltInSound, seconds: Int) -> Bool {
        let studio = Studio(rate: rate)
        let voice = sound.voice(gain: gain)
        studio.apply(Scene(voices: [voice], fadeInSeconds: 0.01))
        // The fade-in is judged by the suite.
        _ = studio.play(frames: 4096)
        // Short trials, of which nothing is asked but to run, still search for something.
        var lag = longestLag
        while lag > seconds * rate / 2, lag > 1 << 16 { lag /= 2 }
        let trial = SoundTrial(rate: rate, longestLag: lag)
        studio.play(frames: seconds * rate) { trial.add($0, $1, frames: $2) }
        let figures = trial.finish(rhythm: rhythm(of: sound)).louder(by: 1 / gain)
        let fit = Colour.all.first { $0.sound.name == sound.name }.map {
            (ColourFit(trial.spectrum, exponent: $0.exponent, range: $0.range), $0.bound)
        }
        let faults = faults(of: figures, sound, fit: fit)
        let colour = fit.map { [text($0.0.ripple, 3), text($0.0.slope, 3)] } ?? ["", ""]
        let time = Double(clock()) / Double(CLOCKS_PER_SEC)
        print(
            columns(
                [
                    sound.name, text(figures.level, 1), text(figures.crest, 1),
                    text(decibels(amplitude: Double(figures.truePeak)), 1),
                    text(figures.offset, 4), text(figures.click.strength, 1),
                    text(figures.grid, 1), text(figures.stereo, 3),
                    text(figures.repetition.strength, 1), text(figures.repetition.lag, 1),
                    text(figures.envelope.strength, 1), text(figures.envelope.lag, 0),
                    text(figures.swell.strength, 2),
                ] + colour + [
                    text(time, 0), faults.isEmpty ? "ok" : faults.joined(separator: ", "),
                ]))
        return faults.isEmpty
    }

    private static func faults(
        of figures: SoundTrial.Figures, _ sound: BuiltInSound, fit: (ColourFit, Double)?
    ) -> [String] {
        var faults: [String] = []
        func hold(_ isHeld: Bool, _ fault: String) { if !isHeld { faults.append(fault) } }
        hold(figures.peak < greatestPeak(of: sound), "LEANS ON THE LIMITER")
        let chance = 2 * figures.levelDeviation
        hold(abs(figures.level - level) <= sound.loudnessError + chance, "LEVEL")
        hold(figures.offset <= greatestOffset, "OFFSET")
        let isSharp = sound.isSharp || rustling.contains(sound.name)
        hold(isSharp || figures.click.strength < ClickMeter.audible, "CLICKS")
        hold(figures.grid < greatestBreak, "BREAKS")
        hold(figures.repetition.strength <= RepetitionMeter.audible, "REPEATS")
        hold(figures.envelope.strength <= RepetitionMeter.audible, "ENVELOPE REPEATS")
        hold(figures.swell.strength <= greatestSwell, "SWELLS LIKE CLOCKWORK")
        hold(figures.stereo <= (fit == nil ? greatestStereo : colourStereo), "ONE CHANNEL")
        if let (fit, bound) = fit {
            hold(fit.ripple(beyond: 3) <= bound, "RIPPLE")
            let isPink = sound.name == "pink"
            hold(!isPink || abs(fit.slope - fit.wantedSlope) <= slopeError, "SLOPE")
        }
        return faults
    }

    /// The first on the left, the last as it is, the others on the right of eight places.
    private static func columns(_ cells: [String]) -> String {
        cells.enumerated().map { place, cell in
            let width = place == 0 ? 16 : 8
            let space = String(repeating: " ", count: max(0, width - cell.count))
            return place == 0
                ? cell + space : (place == cells.count - 1 ? " " + cell : space + cell)
        }.joined(separator: " ")
    }

    private static func text(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return "\(value)" }
        let scale = pow(10, Double(digits))
        let rounded = (abs(value) * scale).rounded()
        let whole = Int(min(rounded, 1e15))
        let (high, low) = whole.quotientAndRemainder(dividingBy: Int(scale))
        let sign = value < 0 && whole != 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(high)" }
        let rest = String(low)
        return "\(sign)\(high).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }
}
