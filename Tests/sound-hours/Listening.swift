import ClockSound
import Glibc
import SoundMeasuring

/// Listens to one sound for an hour, and reports what is wrong with it.
enum Listening {
    private static let rate = 48_000
    /// 175 s: the longest lag searched in the sound itself; the envelope covers longer ones.
    private static let longestLag = 1 << 23

    /// Lower than the reported level, so that the limiter does not affect the measurement.
    private static let gain: Float = 0.5
    /// The A-weighted level below full scale, in decibels, of every sound at full gain: that of
    /// pink noise of -20 dBFS; within 2 dB from the softest to the loudest.
    private static let level = -23.9
    /// Their leaves are so near that they sound as sharp as drops.
    private static let rustling: Set<String> = ["wind/breeze", "wind/trees"]
    /// The mean relative to the level.
    private static let greatestOffset = 0.01
    /// The correlation of the envelope with itself later (sound design, Q3).
    private static let greatestSwell = 0.5
    /// How far loudness may rise within 0.3 s beyond the level of the last minute, in decibels (Q9).
    private static let greatestStartle = 10.0
    /// The correlation between the channels of a colour (Q4).
    private static let colourStereo = 0.02
    /// The permitted slope error of pink noise, in decibels per octave (Q1).
    private static let slopeError = 0.01

    static let head = columns(
        [
            "sound", "dB(A)", "crest", "dBTP", "offset", "click", "break", "stereo", "rise",
            "startle", "repeats", "after s", "envelope", "after s", "swell", "ripple", "slope",
            "CPU s", "",
        ])

    /// Prints a line, and returns whether all checks passed.
    static func listen(to sound: BuiltInSound, seconds: Int) -> Bool {
        let studio = Studio(rate: rate)
        let voice = sound.voice(gain: gain)
        studio.apply(Scene(voices: [voice], fadeInSeconds: 0.01))
        // The suite checks the fade-in.
        _ = studio.play(frames: 4096)
        // Short trials, which only have to run, still need a lag to search.
        var lag = longestLag
        while lag > seconds * rate / 2, lag > 1 << 16 { lag /= 2 }
        let trial = SoundTrial(rate: rate, longestLag: lag)
        studio.play(frames: seconds * rate) { trial.add($0, $1, frames: $2) }
        let figures = trial.finish(rhythm: sound.rhythm).louder(by: 1 / gain)
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
                    text(figures.rise, 1), text(figures.startle, 1),
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
        hold(figures.peak < sound.greatestPeak, "LEANS ON THE LIMITER")
        let chance = 2 * figures.levelDeviation
        hold(abs(figures.level - level) <= sound.loudnessError + chance, "LEVEL")
        hold(figures.offset <= greatestOffset, "OFFSET")
        let isSharp = sound.isSharp || rustling.contains(sound.name)
        hold(isSharp || figures.click.strength < ClickMeter.audible, "CLICKS")
        hold(figures.grid < sound.greatestBreak, "BREAKS")
        hold(figures.startle <= greatestStartle, "STARTLES")
        hold(figures.repetition.strength <= sound.greatestRepetition, "REPEATS")
        hold(figures.envelope.strength <= RepetitionMeter.audible, "ENVELOPE REPEATS")
        hold(figures.swell.strength <= greatestSwell, "SWELLS LIKE CLOCKWORK")
        hold(figures.stereo <= (fit == nil ? sound.greatestLikeness : colourStereo), "ONE CHANNEL")
        if let (fit, bound) = fit {
            hold(fit.ripple(beyond: 3) <= bound, "RIPPLE")
            let isPink = sound.name == "pink"
            hold(!isPink || abs(fit.slope - fit.wantedSlope) <= slopeError, "SLOPE")
        }
        return faults
    }

    /// The first left-aligned, the last as it is, the others right-aligned in eight columns.
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
