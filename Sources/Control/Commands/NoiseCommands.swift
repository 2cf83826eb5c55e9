import BoundedJSON
import ClockCore
import ClockTime

/// What can be asked of the noise.
enum NoiseCommands {
    static let all = playing + settings

    private static let sound = Parameter("sound", argument: "the sound", Form<SoundID>.sound)
    private static let previewed = Parameter(
        "sound", argument: "the sound", Form<SoundID>.sound, question: whichSound)
    static let variant = Parameter(
        "variant", option: "variant", Form<VariantID>.variant,
        "which of the sound's forms, such as heavy")
    private static let volume = Parameter(
        "volume", option: "volume", Form<Percent>.percent,
        "how loud the whole is (default: as before)")
    private static let wholeVolume = Parameter(
        "volume", argument: "the volume", Form<Percent>.percent,
        question: "how loud? Give a number from 0 to 100")

    /// Asked where words name no sound.
    static let whichSound = "which sound? Give its id, as \"noiseclock sound list\" shows it"
    private static let preview = DurationText.format(PreviewMachine.length)

    private static let playing = [
        CommandDescription(
            "noise.status", "what plays, how loud, and what is left of the sleep timer",
            "Shows the sounds that play, or would, with their volumes, and the sleep timer.",
            examples: ["noise", "noise status --json"], isAlone: true
        ) { _ in .noise(.show) },
        CommandDescription(
            "noise.play", "play a sound to fall asleep to",
            """
            Plays SOUND alone, or else what played last, until it is stopped. An unknown name is answered
            with those that there are. --volume is that of the whole; "mix set" has that of one sound.
            """,
            parameters: [sound, variant, volume],
            examples: [
                "noise play", "noise play pink --volume 50", "noise play rain --variant heavy",
            ]
        ) { given in
            .noise(.play(given[sound], variant: given[variant], volume: given[volume]))
        },
        CommandDescription(
            "noise.pause", "fade the sound out, and let the sleep timer run",
            "Fades the noise out until it is played again. A sleep timer goes on."
        ) { _ in .noise(.pause) },
        CommandDescription(
            "noise.stop", "fade the sound out",
            "Fades the noise out and ends its sleep timer. Alarms are not touched."
        ) { _ in .noise(.stop) },
        CommandDescription(
            "noise.toggle", "pause what plays, or play what played last",
            "Pauses what plays; where nothing does, plays what played last."
        ) { _ in .noise(.toggle) },
        CommandDescription(
            "noise.next", "the next favourite, else the next sound",
            """
            Plays the next favourite, as the noise button does; where there are none, the next sound of
            the catalogue. Where nothing plays, plays what played last.
            """
        ) { _ in .noise(.next) },
    ]

    private static let settings = [
        CommandDescription(
            "noise.volume", "how loud the sound is",
            """
            Sets how loud the noise is as a whole, now or the next time it plays. Alarms have their own
            volume.
            """,
            parameters: [wholeVolume], examples: ["noise volume 30"]
        ) { .noise(.setVolume(try $0.required(wholeVolume))) },
        CommandDescription(
            "noise.preview", "play \(preview) of a sound, then what played before",
            """
            Plays \(preview) of SOUND, which may be an alarm tone, as loud as the noise, and goes back to what
            was. An unknown name is answered with those that there are. Refused while an alarm rings.
            """,
            parameters: [previewed, variant],
            examples: ["noise preview white", "noise preview rain --variant heavy"]
        ) { .noise(.preview(try $0.required(previewed), variant: $0[variant])) },
        CommandDescription(
            "noise.preview-stop", "end the preview", "Goes back to what played before the preview."
        ) { _ in .noise(.endPreview) },
        CommandDescription(
            "noise.fade", "how noise starts and ends", "Sets what is named and keeps the rest.",
            parameters: [fadeIn, fadeOut, sleepFade, shape],
            examples: ["noise fade --in 2s --out 10s --shape equalPower", "noise fade --sleep 2m"],
            wantsChange: "what is to change? Give options, such as --in 2s"
        ) { given in
            .noise(
                .setFades(
                    FadeChanges(
                        fadeIn: given[fadeIn], fadeOut: given[fadeOut], shape: given[shape],
                        sleepFade: given[sleepFade])))
        },
        CommandDescription(
            "noise.sleep", "end the noise after a while, or at a time",
            """
            Ends the noise by a long fade, so that there is silence after LENGTH or at TIME. It touches
            nothing else. With "pause" it stands still, with "resume" it goes on, with "extend LENGTH" it
            gets longer, also while it fades, with "off" the noise plays on.

              LENGTH  1s to 24h, such as 45m or 1h30m
              TIME    the next 23:30 or 11:30pm
            """,
            parameters: [length, end, further, action, start], usage: "LENGTH|TIME|off",
            examples: [
                "noise sleep 45m", "noise sleep 23:30 --start", "noise sleep extend 15m",
                "noise sleep pause", "noise sleep off",
            ], words: readSleep,
            completing: [.words(["extend", "pause", "resume", "off"])]
        ) { .noise(.setSleep(try sleepChange($0))) },
    ]

    // MARK: - Fades

    private static let fade = Form<Duration>.length(
        "0s-60s", in: NoiseFades.range, example: "5s")
    private static let fadeIn = Parameter(
        "inSeconds", option: "in", fade, "how long noise takes to start")
    private static let fadeOut = Parameter(
        "outSeconds", option: "out", fade, "how long it takes to end")
    private static let sleepFade = Parameter(
        "sleepSeconds", option: "sleep",
        Form<Duration>.length("1s-30m", in: NoiseFades.sleepRange, example: "2m"),
        "how long the sleep timer's end takes")
    private static let shape = Parameter(
        "shape", option: "shape", Form<FadeShape>.choice(), "how a fade goes")

    // MARK: - The sleep timer

    private enum SleepAction: String, CaseIterable {
        case pause, resume, off
    }

    private static let sleepLength = Form<Duration>.length(
        "1s-24h", in: SleepTimer.length, example: "45m or 1h30m")
    private static let length = Parameter("seconds", unsaid: sleepLength)
    private static let end = Parameter("at", unsaid: Form<TimeOfDay>.time)
    private static let further = Parameter("extendSeconds", unsaid: sleepLength)
    private static let action = Parameter("action", unsaid: Form<SleepAction>.choice())
    private static let start = Parameter(
        "start", flag: "start", true, Form<Bool>.flag, "play what played last, where nothing does")

    private static let readSleep: CommandDescription.WordReading = { words, arguments in
        guard let word = words.next() else {
            throw words.error("how long? Give a length such as 45m, a time such as 23:30, or off")
        }
        if let said = SleepAction(rawValue: word.lowercased()) {
            arguments[action] = said
        } else if word.lowercased() == "extend" {
            guard let more = words.next() else {
                throw words.error("by how much? Give a length, such as 15m")
            }
            try further.readWord(more, zones: words.zones, into: &arguments)
        } else if (try? DurationText.parse(word.lowercased())) != nil {
            try length.readWord(word, zones: words.zones, into: &arguments)
        } else if let time = ScheduleWords.time(word) {
            arguments[end] = time
        } else {
            throw words.error(
                "the sleep timer", word,
                "a length such as 45m, a time such as 23:30, or one of pause, resume, extend, off")
        }
    }

    private static func sleepChange(_ given: Arguments) throws -> SleepChange {
        let plays = given[start] ?? false
        switch (given[length], given[end], given[further], given[action]) {
        case (let length?, nil, nil, nil): return .start(.after(length), plays: plays)
        case (nil, let time?, nil, nil): return .start(.at(time), plays: plays)
        case (nil, nil, let more?, nil): return .extend(more)
        case (nil, nil, nil, .pause?): return .pause
        case (nil, nil, nil, .resume?): return .resume
        case (nil, nil, nil, .off?): return .off
        default:
            throw FieldError(
                "seconds", "exactly one of seconds, at, extendSeconds and action must be given")
        }
    }
}
