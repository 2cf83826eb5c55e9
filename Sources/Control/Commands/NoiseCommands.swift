import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about the noise.
enum NoiseCommands {
    static let all = playing + settings

    private static let sound = Parameter("sound", argument: "the sound", Form<SoundID>.noise)
    private static let previewed = Parameter(
        "sound", argument: "the sound", Form<SoundID>.sound, question: whichSound)
    static let variant = Parameter(
        "variant", option: "variant", Form<VariantID>.variant,
        "Which form of the sound, such as heavy")
    private static let volume = Parameter(
        "volume", option: "volume", Form<Percent>.percent,
        "How loud the whole is (default: as before)")
    private static let wholeVolume = Parameter(
        "volume", argument: "the volume", Form<Percent>.percent)
    /// A volume change relative to the current volume.
    private static let volumeStep = Parameter("by", requestOnly: Form<Int>.count(in: -100...100))

    private static let readVolume: CommandDescription.WordReading = { words, arguments in
        guard let word = words.next() else {
            throw words.error(
                "How loud? Give a number from 0 to 100, or a step such as +10 or -10.")
        }
        if let step = ["up": 10, "down": -10][word.lowercased()] {
            arguments[volumeStep] = step
        } else if let sign = word.first, sign == "+" || sign == "-" {
            let size = WholeNumber.readPercent(word.dropFirst())
            guard let size, (0...100).contains(size) else {
                throw words.error(
                    "The step can't be \(Spelling.quoted(word)). Give one such as +10 or -10.")
            }
            arguments[volumeStep] = sign == "+" ? size : -size
        } else {
            try wholeVolume.readWord(word, zones: words.zones, into: &arguments)
        }
    }

    /// The question to ask when no sound is named.
    static let whichSound =
        "Which sound? Give its id or name; \"noiseclock sound list\" shows both."
    private static let preview = TimeText.length(PreviewMachine.length)

    private static let playing = [
        CommandDescription(
            "noise.status", "Show what plays, how loud and how long",
            "Shows the sounds that play, or would play, with their volumes, and the sleep timer.",
            kind: .query, examples: ["noise", "noise status --json"], isAlone: true
        ) { _ in .noise(.show) },
        CommandDescription(
            "noise.play", "Play a sound",
            """
            Plays SOUND alone, or what played last, until you stop it. --volume is the volume
            of the whole; "mix set" changes that of one sound.

              SOUND  its id or name, such as pink or "Pink noise"
            """,
            parameters: [sound, variant, volume],
            examples: [
                "noise play", "noise play pink --volume 50", "noise play rain --variant heavy",
            ]
        ) { given in
            .noise(.play(given[sound], variant: given[variant], volume: given[volume]))
        },
        CommandDescription(
            "noise.pause", "Fade the noise out; its sleep timer runs on",
            """
            Fades the noise out until you play it again. A sleep timer goes on. "noise mute" and
            "noise unmute" are other words for "noise pause" and "noise play".
            """
        ) { _ in .noise(.pause) },
        CommandDescription(
            "noise.stop", "Fade the noise out",
            "Fades the noise out and ends its sleep timer. Alarms are not touched."
        ) { _ in .noise(.stop) },
        CommandDescription(
            "noise.toggle", "Pause the noise, or play it again",
            "Pauses what plays; if nothing plays, plays what played last."
        ) { _ in .noise(.toggle) },
        CommandDescription(
            "noise.next", "Play the next favourite, or the next sound",
            """
            Plays the next favourite, as the noise button does; without favourites, the next
            sound of the catalogue. If nothing plays, plays what played last.
            """
        ) { _ in .noise(.next) },
    ]

    private static let settings = [
        CommandDescription(
            "noise.volume", "Set the volume, or change it by a step",
            """
            Sets the volume of the noise, now or for the next time it plays; +10 or up is louder
            by 10, -10 or down quieter. Alarms have their own volume.
            """,
            parameters: [wholeVolume, volumeStep], usage: "0-100|+N|-N",
            examples: ["noise volume 30", "noise volume +10", "noise volume down"],
            words: readVolume, completing: [.words(["up", "down"])],
            relation: .exactlyOne([[wholeVolume], [volumeStep]])
        ) { given in
            if let step = given[volumeStep] { return .noise(.changeVolume(step)) }
            return .noise(.setVolume(try given.required(wholeVolume)))
        },
        CommandDescription(
            "noise.preview", "Play \(preview) of a sound",
            """
            Plays \(preview) of SOUND as loud as the noise, and goes back to what played before. SOUND may
            be an alarm tone. Refused while an alarm rings.

              SOUND  its id or name; "noiseclock sound list" shows both
            """,
            parameters: [previewed, variant],
            examples: ["noise preview white", "noise preview rain --variant heavy"]
        ) { .noise(.preview(try $0.required(previewed), variant: $0[variant])) },
        CommandDescription(
            "noise.preview-stop", "Stop the preview",
            "Goes back to what played before the preview."
        ) { _ in .noise(.endPreview) },
        CommandDescription(
            "noise.fade", "Change how noise starts and ends",
            "Changes what you give, keeps the rest, and shows all. Without options, it only shows.",
            parameters: [fadeIn, fadeOut, sleepFade, shape],
            examples: ["noise fade --in 2s --out 10s --shape equal-power", "noise fade"]
        ) { given in
            .noise(
                .setFades(
                    FadeChanges(
                        fadeIn: given[fadeIn], fadeOut: given[fadeOut], shape: given[shape],
                        sleepFade: given[sleepFade])))
        },
        CommandDescription(
            "noise.sleep", "Stop the noise after a while, or at a time",
            """
            Fades the noise out slowly, so that it is silent after LENGTH or at TIME. Nothing
            else changes. "pause" halts the sleep timer, "resume" lets it go on, "extend
            LENGTH" makes it longer, also during the fade, and "off" lets the noise play on.

              LENGTH  1s to 24h, such as 45m or 1h30m
              TIME    the next 23:30 or 11:30pm
            """,
            parameters: [length, end, further, action, start], usage: "LENGTH|TIME|off",
            examples: [
                "noise sleep 45m", "noise sleep 23:30 --start", "noise sleep extend 15m",
                "noise sleep pause", "noise sleep off",
            ], words: readSleep,
            completing: [.words(["extend", "pause", "resume", "off"])],
            relation: .exactlyOne([[length], [end], [further], [action]])
        ) { .noise(.setSleep(sleepChange($0))) },
    ]

    // MARK: - Fades

    private static let fade = Form<Duration>.length(
        "0s-60s", in: NoiseFades.range, example: "5s")
    private static let fadeIn = Parameter(
        "inSeconds", option: "in", fade, "How long the noise takes to start")
    private static let fadeOut = Parameter(
        "outSeconds", option: "out", fade, "How long it takes to end")
    private static let sleepFade = Parameter(
        "sleepSeconds", option: "sleep",
        Form<Duration>.length("1s-30m", in: NoiseFades.sleepRange, example: "2m"),
        "How long the end of the sleep timer takes")
    private static let shape = Parameter(
        "shape", option: "shape", Form<FadeShape>.choice(), "Shape of a fade")

    // MARK: - The sleep timer

    private enum SleepAction: String, CaseIterable {
        case pause, resume, off
    }

    private static let sleepLength = Form<Duration>.length(
        "1s-24h", in: SleepTimer.length, example: "45m or 1h30m")
    private static let length = Parameter("seconds", requestOnly: sleepLength)
    private static let end = Parameter("at", requestOnly: Form<TimeOfDay>.time)
    private static let further = Parameter("extendSeconds", requestOnly: sleepLength)
    private static let action = Parameter("action", requestOnly: Form<SleepAction>.choice())
    private static let start = Parameter(
        "start", flag: "start", true, Form<Bool>.flag, "If nothing plays, play what played last")

    private static let readSleep: CommandDescription.WordReading = { words, arguments in
        guard let word = words.next() else {
            throw words.error("How long? Give a length such as 45m, a time such as 23:30, or off.")
        }
        if let said = SleepAction(rawValue: word.lowercased()) {
            arguments[action] = said
        } else if word.lowercased() == "extend" {
            guard let more = words.next() else {
                throw words.error("By how much? Give a length, such as 15m.")
            }
            try further.readWord(more, zones: words.zones, into: &arguments)
        } else if (try? DurationText.parse(word.lowercased())) != nil {
            try length.readWord(word, zones: words.zones, into: &arguments)
        } else if let time = ScheduleWords.time(word) {
            arguments[end] = time
        } else if let meant = words.taken(after: word) ?? LengthWords.meant(by: word) {
            throw words.error(
                "The sleep timer can't be \(Spelling.quoted(word)). Did you mean noise sleep \(meant)?"
            )
        } else {
            throw words.error(
                "The sleep timer", word,
                "a length such as 45m, a time such as 23:30, or pause, resume, extend or off")
        }
    }

    private static func sleepChange(_ given: Arguments) -> SleepChange {
        let plays = given[start] ?? false
        if let length = given[length] { return .start(.after(length), plays: plays) }
        if let time = given[end] { return .start(.at(time), plays: plays) }
        if let more = given[further] { return .extend(more) }
        switch given[action] {
        case .pause: return .pause
        case .resume: return .resume
        case .off, nil: return .off
        }
    }
}
