/// All measurements of a sound that comes in pieces: 20 seconds in the suite, an hour in the long
/// run.
package final class SoundTrial {
    package struct Figures {
        package var seconds = 0.0
        /// A-weighted, in decibels below full scale, with its random deviation.
        package var level = 0.0
        package var levelDeviation = 0.0
        package var peak: Float = 0
        package var truePeak: Float = 0
        package var clipped = 0
        /// The mean of the samples relative to their root mean square.
        package var offset = 0.0
        package var crest = 0.0
        /// Right relative to left, in decibels.
        package var balance = 0.0
        package var click = ClickMeter.Click()
        /// Breaks at the end of a slice or a block of the mixer, in deviations.
        package var grid = 0.0
        package var stereo = 0.0
        /// As `StartleMeter` has them, in decibels.
        package var rise = 0.0
        package var startle = 0.0
        package var repetition = RepetitionMeter.Finding()
        package var envelope = RepetitionMeter.Finding()
        package var swell = RepetitionMeter.Finding()

        /// The figures of a sound louder by `factor`; the other figures are unchanged.
        package func louder(by factor: Float) -> Figures {
            var figures = self
            figures.level += decibels(amplitude: Double(factor))
            figures.peak *= factor
            figures.truePeak *= factor
            return figures
        }
    }

    package let spectrum: PowerSpectrum
    private var levels = LevelMeter()
    private var truePeak = TruePeakMeter()
    private var clicks = ClickMeter(beginsInSilence: false)
    private var grid = GridMeter(period: Studio.blockFrames)
    private var startle: StartleMeter
    private let stereo: StereoMeter
    private let repetition: RepetitionMeter
    private let rate: Int

    /// - Parameter longestLag: of a repetition, in frames; a power of two. Nothing is found before
    ///   that much sound.
    package init(rate: Int, longestLag: Int) {
        self.rate = rate
        spectrum = PowerSpectrum(rate: rate)
        startle = StartleMeter(rate: rate)
        stereo = StereoMeter(rate: rate)
        repetition = RepetitionMeter(rate: rate, longestLag: longestLag)
    }

    package func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int
    ) {
        levels.add(left, right, frames: frames)
        truePeak.add(left, right, frames: frames)
        clicks.add(left, right, frames: frames)
        grid.add(left, right, frames: frames)
        spectrum.add(left, right, frames: frames)
        startle.add(left, right, frames: frames)
        stereo.add(left, right, frames: frames)
        repetition.add(left, right, frames: frames)
    }

    package func add(_ take: Take) {
        add(take.left.base, take.right.base, frames: take.frames)
    }

    /// Call it only once, at the end.
    ///
    /// - Parameter rhythm: the seconds within which the sound repeats itself naturally.
    package func finish(rhythm: Double = RepetitionMeter.shortestLag) -> Figures {
        let (sharpest, swell) = repetition.envelopeRepetition()
        return Figures(
            seconds: Double(levels.frames) / Double(rate), level: spectrum.weightedLevel,
            levelDeviation: spectrum.weightedDeviation, peak: levels.peak,
            truePeak: truePeak.peak, clipped: levels.clipped,
            offset: levels.offset / max(levels.rootMeanSquare, 1e-12), crest: levels.crest,
            balance: levels.balance, click: clicks.strongest, grid: grid.strongest,
            stereo: stereo.correlation(), rise: startle.rise, startle: startle.startle,
            repetition: repetition.soundRepetition(from: rhythm),
            envelope: sharpest, swell: swell)
    }
}
