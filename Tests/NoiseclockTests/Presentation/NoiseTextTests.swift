import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

@Suite("Noise and sounds in words")
struct NoiseTextTests {
    @Test("Replies are told in a few lines")
    func replyTexts() throws {
        let sounds = NoiseSamples.catalogue
        let replies: [(Reply, String)] = [
            (
                .noise(try NoiseSamples.mixing()),
                """
                Noise: a preview of rain, else playing "Storm": Rain (Heavy) at 60 %, 30 % left \
                + Brown noise, volume 30 %.
                Not there: cat.
                Sleep timer: 0:29 left, fading out.

                """
            ),
            (
                .noise(NoiseReport(isPlaying: false, volume: Percent(clamping: 30))),
                "Noise: off (volume 30 %).\n"
            ),
            (
                .sounds(
                    SoundList(
                        noises: sounds.noises, tones: sounds.tones, categories: sounds.categories)),
                """
                Nature
                  rain     Rain (light, heavy)
                Other
                  brown    Brown noise
                  cat      Cat, your own
                Alarm tones
                  digital  Digital

                """
            ),
            (
                .sound(
                    SoundReport(
                        sound: sounds.noises[0], isTone: false, categoryName: "Nature",
                        voice: NoiseSamples.voices[0].voice)),
                """
                Sound       Rain (rain)
                            on a roof
                Kind        noise, and alarms can ring with it
                Category    Nature
                Variants    light, Light
                            heavy, Heavy
                In a mix    heavy, volume 60 %, 30 % left

                """
            ),
            (
                .fades(NoiseFades()),
                "Noise starts in 2s and ends in 5s, at equal power; the sleep timer ends it in 1m.\n"
            ),
            (
                .outputs(
                    [
                        SoundDevice(
                            id: "Headphones", description: "bcm2835", isPresent: true,
                            isChosen: true, underruns: 2),
                        SoundDevice(
                            id: "DAC", description: "USB", isPresent: false, isChosen: false),
                        SoundDevice(
                            id: "HDMI", description: "TV", isPresent: true, isChosen: false,
                            underruns: 0),
                    ],
                    SoundOutputSettings(device: "Headphones", fallbacks: ["DAC"], alarm: "Spk")),
                """
                  Headphones: bcm2835 (chosen, in use, stopped 2 times for a moment)
                  DAC: USB (not there)
                  HDMI: TV (in use)
                Sound comes out of Headphones, while it is not there of DAC; alarms first of Spk.

                """
            ),
        ]
        for (reply, expected) in replies { #expect(Presentation.text(reply) == expected) }
    }

    @Test("What is played and how long yet stands in the status")
    func status() throws {
        var status = try Samples.quietStatus()
        status.noise = try NoiseSamples.mixing()
        status.noise.preview = nil
        let text = Presentation.text(.status(status))
        #expect(
            text.contains(
                "Noise       playing \"Storm\": Rain (Heavy) at 60 %, 30 % left + Brown noise, "
                    + "volume 30 %\nSleep       0:29 left, fading out\n"))
    }

    @Test("Words that could steer the terminal are not repeated as they are")
    func hostileNames() throws {
        let name = "a\u{1b}[2Jb"
        let sound = Sound(id: SoundID(name), name: name, description: name)
        let voice = VoiceReport(NoiseVoice(sound: sound.id), name: name, variantName: name)
        let report = FavouriteReport(name: name, voices: [voice], seed: 0)
        let replies: [Reply] = [
            .favourite(report), .favouriteGone(name), .soundGone(sound.id),
            .shared(SharedCode(name: name, code: name)),
            .sounds(SoundList(noises: [sound], tones: [sound], categories: [])),
            .sound(
                SoundReport(sound: sound, isTone: false, categoryName: name, voice: voice.voice)),
            .outputs(
                [SoundDevice(id: name, description: name, isPresent: true, isChosen: false)],
                SoundOutputSettings(device: name, fallbacks: [name], alarm: name)),
        ]
        for reply in replies { #expect(!Presentation.text(reply).contains("\u{1b}"), "\(reply)") }
    }
}
