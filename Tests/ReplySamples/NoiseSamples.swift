package import ClockCore
import ClockTime

/// Noise, the mix, sounds and outputs.
package enum NoiseSamples {
    package static let rain = SoundID("rain")

    package static let catalogue = SoundCatalogue(
        noises: [
            Sound(
                id: rain, name: "Rain", category: CategoryID("nature"), description: "on a roof",
                icon: "cloud",
                variants: [
                    SoundVariant(id: VariantID("light"), name: "Light"),
                    SoundVariant(id: VariantID("heavy"), name: "Heavy"),
                ],
                sliders: [
                    Slider(id: SliderID("drops"), meaning: "more and larger drops"),
                    Slider(id: SliderID("distance"), meaning: "farther away"),
                ], defaultVolume: Percent(clamping: 80)),
            Sound(id: SoundID("brown"), name: "Brown noise"),
            Sound(id: SoundID("cat"), name: "Cat", isOwn: true),
        ],
        tones: [Sound(id: SoundID("digital"), name: "Digital")],
        categories: [SoundCategory(id: CategoryID("nature"), name: "Nature", order: 2)])

    /// Commands in the client's words.
    package static func words() throws -> [(String, Command)] {
        let heavy = VariantID("heavy")
        let query = SoundQuery(words: ["big", "rain"], category: CategoryID("nature"))
        let set: [OutputChange] = [
            .set(\.device, "Headphones"), .set(\.fallbacks, ["a", "b"]), .set(\.alarm, nil),
        ]
        return [
            ("noise", .noise(.show)), ("noise status", .noise(.show)),
            ("noise pause", .noise(.pause)),
            ("noise toggle", .noise(.toggle)), ("noise next", .noise(.next)),
            ("noise play rain --variant heavy", .noise(.play(rain, variant: heavy, volume: nil))),
            ("noise preview rain --variant heavy", .noise(.preview(rain, variant: heavy))),
            ("noise preview-stop", .noise(.endPreview)),
            ("noise volume +10", .noise(.changeVolume(10))),
            ("noise volume -10%", .noise(.changeVolume(-10))),
            (
                "noise fade --in 2s --out 0s --shape EqualPower --sleep 2m",
                .noise(
                    .setFades(
                        FadeChanges(
                            fadeIn: .seconds(2), fadeOut: .zero, shape: .equalPower,
                            sleepFade: .minutes(2))))
            ),
            ("noise sleep 45m", .noise(.setSleep(.start(.after(.minutes(45)), plays: false)))),
            (
                "noise sleep --start 11:30pm",
                .noise(.setSleep(.start(.at(try time("23:30")), plays: true)))
            ),
            ("noise sleep pause", .noise(.setSleep(.pause))),
            ("noise sleep RESUME", .noise(.setSleep(.resume))),
            ("noise sleep extend 15m", .noise(.setSleep(.extend(.minutes(15))))),
            ("noise sleep off", .noise(.setSleep(.off))),
            ("sound", .sounds(.list(SoundQuery()))),
            ("sound list big rain --category nature", .sounds(.list(query))),
            ("sound list --category nature big rain", .sounds(.list(query))),
            ("sound show rain", .sounds(.show(rain))),
            ("sound rename cat 'Purring cat'", .sounds(.rename(SoundID("cat"), "Purring cat"))),
            ("sound remove cat", .sounds(.delete(SoundID("cat")))),
            ("sound outputs", .sounds(.outputs)),
            (
                "sound output set Headphones --fallback a,b --alarm default",
                .sounds(.setOutputs(set))
            ),
            (
                "sound output set --fallback "
                    + "plughw:CARD=DAC,DEV=0,hw:Device,0,bluealsa:DEV=00:11:22:33:44:55,PROFILE=a2dp,null",
                .sounds(
                    .setOutputs([
                        .set(
                            \.fallbacks,
                            [
                                "plughw:CARD=DAC,DEV=0", "hw:Device,0",
                                "bluealsa:DEV=00:11:22:33:44:55,PROFILE=a2dp", "null",
                            ])
                    ]))
            ),
            (
                "sound output set --fallback none",
                .sounds(.setOutputs([.set(\.fallbacks, [])]))
            ),
        ] + mixWords
    }

    private static let mixWords: [(String, Command)] = {
        let drops = SliderID("drops")
        let heavy = VariantID("heavy")
        let full = VoiceChanges(variant: heavy, volume: Percent(60), pan: Pan(-30))
        return [
            ("mix", .mix(.list)),
            ("mix list", .mix(.list)),
            ("mix add rain", .mix(.add(rain, VoiceChanges()))),
            ("mix add rain --variant heavy --volume 60 --pan -30", .mix(.add(rain, full))),
            ("mix set rain --pan 100", .mix(.set(rain, VoiceChanges(pan: Pan(100))))),
            (
                "mix set rain --slider Drops=30,distance=-20",
                .mix(.set(rain, VoiceChanges(sliders: [drops: 30, SliderID("distance"): -20])))
            ),
            ("mix add rain --slider drops=0", .mix(.add(rain, VoiceChanges(sliders: [drops: 0])))),
            ("mix remove rain", .mix(.remove(rain))), ("mix clear", .mix(.clear)),
            ("mix save 'Big storm'", .mix(.save("Big storm"))),
            ("mix load Storm", .mix(.load("Storm"))),
            ("mix rename Storm Gale", .mix(.rename("Storm", to: "Gale"))),
            ("mix delete Storm", .mix(.delete("Storm"))), ("mix share", .mix(.share(nil))),
            ("mix share Storm", .mix(.share("Storm"))),
        ]
    }()

    package static let voices = [
        VoiceReport(
            NoiseVoice(
                sound: rain, variant: VariantID("heavy"), volume: Percent(clamping: 60),
                pan: Pan(clamping: -30),
                sliders: SliderPositions([SliderID("drops"): 30, SliderID("distance"): -20])),
            name: "Rain", variantName: "Heavy"),
        VoiceReport(NoiseVoice(sound: SoundID("brown")), name: "Brown noise"),
    ]

    package static func mixing() throws -> NoiseReport {
        NoiseReport(
            isPlaying: true, voices: voices, missing: [SoundID("cat")],
            volume: Percent(clamping: 30), seed: 0xffff_ffff, favourite: "Storm", preview: rain,
            previewName: "Rain",
            sleep: SleepReport(
                state: .fading, left: .milliseconds(29_500), form: .minutes,
                until: try wall("2026-03-29T22:00:00Z")), hasWorkingSound: true,
            hasSoundDevice: true)
    }

    package static func replies() throws -> [Reply] {
        let favourite = FavouriteReport(name: "Storm", voices: voices, seed: 7)
        var replacing = favourite
        replacing.isInPlaceOfAnother = true
        let silence = NoiseReport(isPlaying: false, volume: Percent(clamping: 30))
        var unheard = try mixing()
        unheard.hasWorkingSound = false
        unheard.hasSoundDevice = false
        var unheardMix = unheard
        unheardMix.preview = nil
        unheardMix.previewName = nil
        let list = catalogue
        let outputs = SoundOutputSettings(device: "Headphones", fallbacks: ["a"], alarm: "Speaker")
        return [
            .noise(try mixing()), .noise(silence), .noise(unheard), .noise(unheardMix),
            .mixes(MixList(present: silence, favourites: [])),
            .mixes(MixList(present: try mixing(), favourites: [favourite])),
            .favourite(favourite), .favourite(replacing),
            .favouriteRemoved("Storm"),
            .shared(SharedCode(name: nil, code: "0ABCD")),
            .shared(SharedCode(name: "Storm", code: "0ABCD")),
            .sounds(SoundList(noises: [], tones: [], categories: [])),
            .sounds(
                SoundList(noises: list.noises, tones: list.tones, categories: list.categories)),
            .sound(
                SoundReport(
                    sound: list.noises[0], isTone: false, categoryName: "Nature",
                    voice: voices[0].voice)),
            .sound(
                SoundReport(
                    sound: list.tones[0], isTone: true, categoryName: nil,
                    voice: NoiseVoice(sound: list.tones[0].id))),
            .soundRemoved(rain), .soundRemoved(SoundID("cat"), name: "Cat"), .fades(NoiseFades()),
            .fades(
                NoiseFades(fadeIn: .zero, shape: .linear, sleepFade: .minutes(2))),
            .outputs([], SoundOutputSettings()),
            .outputs(
                [
                    SoundDevice(
                        id: "Headphones", description: "bcm2835 Headphones", isPresent: true,
                        isChosen: true, underruns: 3),
                    SoundDevice(
                        id: "gone", description: "was a DAC", isPresent: false, isChosen: false),
                ], outputs),
            .outputSettings(outputs), .outputSettings(SoundOutputSettings()),
        ]
    }
}
