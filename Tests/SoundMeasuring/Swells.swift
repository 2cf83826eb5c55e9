/// How what comes and goes does so: waves, rolls and knocks.
package struct Swells {
    /// From the tenth to the ninetieth percentile of the level in 100 ms, in the octaves of `Texture.octaves`, in dB.
    package let swings: [Double]
    /// How steeply waves of 6 dB rise and fall between 1 and 4 kHz, from a quarter to three quarters of their height:
    /// the medians, in dB a second; 0 without waves.
    package let waveRise: Double
    package let waveFall: Double
    /// How far the loudest two hundredth of 10 ms stands over the median, in dB: 100-400 Hz, 400-1000 Hz, 1-2, 2-4 and
    /// 4-8 kHz.
    package let knocks: [Double]
    /// The loudest roll: seconds from 20 dB under its peak to the peak.
    package let rollRise: Double
    /// Seconds from the peak until its octaves at 113, 226, … 3620 Hz are 10 dB and 20 dB down.
    package let rollFalls: [(ten: Double, twenty: Double)]

    package init(_ take: Take, _ ear: Texture.Ear) {
        let samples = Texture.samples(take, ear)
        let slow = BandLevels(samples, rate: take.rate, window: 0.1, step: 0.02)
        let fast = BandLevels(samples, rate: take.rate, window: 0.01, step: 0.005)
        let half = 2.0.squareRoot()
        swings = Texture.octaves.map { octave in
            let levels = slow.level(octave / half, octave * half)
            return Levels.percentile(levels, 0.9) - Levels.percentile(levels, 0.1)
        }
        knocks = [(100.0, 400.0), (400, 1000), (1000, 2000), (2000, 4000), (4000, 8000)].map {
            let levels = fast.level($0.0, $0.1)
            return Levels.percentile(levels, 0.995) - Levels.percentile(levels, 0.5)
        }
        let surf = Levels.smoothed(slow.level(1000, 4000), step: slow.step, seconds: 0.1)
        let slopes = Swells.slopes(surf, step: slow.step)
        waveRise = Levels.percentile(slopes.filter { $0 > 0 }, 0.5)
        waveFall = -Levels.percentile(slopes.filter { $0 < 0 }, 0.5)
        let whole = Levels.smoothed(slow.level(40, 5000), step: slow.step, seconds: 0.1)
        let peak = whole.indices.max { whole[$0] < whole[$1] } ?? 0
        let before = whole[..<peak].lastIndex { $0 < (whole[peak] - 20) } ?? 0
        rollRise = Double(peak - before) * slow.step
        rollFalls = [113.0, 226, 453, 905, 1810, 3620].map { octave in
            let levels = Levels.smoothed(
                slow.level(octave / half, octave * half), step: slow.step, seconds: 0.3)
            let near = max(0, peak - 25)..<min(levels.count, peak + 100)
            let top = near.max { levels[$0] < levels[$1] } ?? 0
            func fall(_ depth: Double) -> Double {
                let under = levels[top...].firstIndex { $0 < (levels[top] - depth) }
                return Double((under ?? levels.count) - top) * slow.step
            }
            return levels.isEmpty ? (0, 0) : (fall(10), fall(20))
        }
    }

    /// The slope of each rise and fall of at least 6 dB, over its middle half.
    private static func slopes(_ levels: [Double], step: Double) -> [Double] {
        guard var extreme = levels.indices.first else { return [] }
        var (turns, isUp) = ([extreme], true)
        for index in levels.indices {
            let level = levels[index]
            if isUp ? level > levels[extreme] : level < levels[extreme] {
                extreme = index
            } else if abs(level - levels[extreme]) > 6 {
                turns.append(extreme)
                (isUp, extreme) = (!isUp, index)
            }
        }
        return zip(turns, turns.dropFirst()).compactMap { first, last in
            let (from, to) = (levels[first], levels[last])
            guard last > first, abs(to - from) >= 6 else { return nil }
            func place(_ share: Double) -> Int {
                let level = from + share * (to - from)
                return levels[first...last].firstIndex { to > from ? $0 >= level : $0 <= level }
                    ?? last
            }
            let seconds = Double(max(1, place(0.75) - place(0.25))) * step
            return (to - from) / 2 / seconds
        }
    }
}
