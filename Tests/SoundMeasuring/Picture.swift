import ClockSound

/// What `board/spectrograms` draws: a noise as it plays when no variant is named, a variant, or an alarm tone.
package struct Picture: Sendable {
    /// For example "pink", "rain/heavy" or "tone/bell".
    package let name: String
    /// The length shown: a minute of a noise, or a few repetitions of a tone. In a minute its beats would run
    /// together.
    package let seconds: Int
    private let scene: Scene

    /// A noise with variants plays its first variant when none is named, so its variants represent it.
    package static let all: [Picture] =
        BuiltInSound.asPlayed.filter { sound in
            !BuiltInSound.variants.contains { $0.recipe.generator == sound.recipe.generator }
        }.map { Picture($0) } + BuiltInSound.variants.map { Picture($0) }
        + ToneSound.allCases.map { Picture($0) }

    private init(_ sound: BuiltInSound) {
        name = sound.name
        seconds = sound.recipe.generator == .heartbeat ? 20 : 60
        scene = Scene(voices: [sound.voice(gain: 1)], fadeInSeconds: 0.01)
    }

    /// A ring that starts at the highest level.
    private init(_ tone: ToneSound) {
        name = "tone/\(tone.name)"
        seconds = 20
        var scene = Scene()
        scene.alarm = Scene.Alarm(
            source: .tone(tone), levelDecibels: -6, startDecibels: -6, rampSeconds: 0, serial: 1)
        self.scene = scene
    }

    /// The name of its file.
    package var file: String { name.split(separator: "/").joined(separator: "-") + ".png" }

    /// The length of the close-up.
    private static let closeUpSeconds = 2

    /// What the mixer plays, at 48 kHz.
    ///
    /// - Parameter isCloseUp: two seconds from the middle instead of all, to show single drops, crackles and beats.
    package func spectrogram(isCloseUp: Bool = false, columns: Int, rows: Int) -> Spectrogram {
        let studio = Studio(rate: 48_000)
        studio.apply(scene)
        let take = studio.play(seconds: Double(seconds))
        let middle = take.frames / 2
        let part = isCloseUp ? middle..<middle + Picture.closeUpSeconds * take.rate : nil
        return Spectrogram(take, shown: part, columns: columns, rows: rows)
    }
}
