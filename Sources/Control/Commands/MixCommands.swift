import BoundedJSON
import ClockCore
import English

/// Commands about the mix and its favourites.
enum MixCommands {
    static let all = sounds + favourites

    private static let sound = Parameter(
        "sound", argument: "the sound", Form<SoundID>.sound, question: NoiseCommands.whichSound,
        isSubject: true)
    private static let variant = NoiseCommands.variant
    private static let volume = Parameter(
        "volume", option: "volume", Form<Percent>.percent, "How loud it is beside the others")
    private static let pan = Parameter(
        "pan", option: "pan",
        Form<Pan>(
            "-100-100", allowed: "a number from -100 (left) to 100 (right)", json: .pan
        ) { WholeNumber.read($0).flatMap { Pan($0) } },
        "From left (-100) to right (100); 0 is the middle")
    private static let sliders = Parameter(
        "sliders", option: "slider", Form<[SliderID: Int]>.sliders,
        "Where its sliders go, from -100 to 100; 0 is as usual")

    private static func changes(_ given: Arguments) -> VoiceChanges {
        VoiceChanges(
            variant: given[variant], volume: given[volume], pan: given[pan],
            sliders: given[sliders] ?? [:])
    }

    private static let sounds = [
        CommandDescription(
            "mix.list", "Show the mix and the favourites",
            "Shows the sounds of the mix and all favourites.",
            kind: .query, examples: ["mix", "mix list --json"], isAlone: true
        ) { _ in .mix(.list) },
        CommandDescription(
            "mix.add", "Add a sound to what plays",
            """
            Adds SOUND to the mix and plays it; up to \(NoiseState.mixCapacity) sounds play at once. The clock remembers
            the settings of each sound.

              SOUND  its id or name; "noiseclock sound list" shows both
            """,
            parameters: [sound, variant, volume, pan, sliders],
            examples: ["mix add rain --variant heavy --volume 60", "mix add brown --pan -30"]
        ) { .mix(.add(try $0.required(sound), changes($0))) },
        CommandDescription(
            "mix.set", "Change how a sound plays in a mix",
            """
            Changes what you give of SOUND and keeps the rest, also while it is not in the mix.
            "noiseclock sound show SOUND" lists its variants and its sliders.

              SOUND  its id or name; "noiseclock sound list" shows both
            """,
            parameters: [sound, variant, volume, pan, sliders],
            examples: [
                "mix set rain --volume 40", "mix set thunder --pan 50",
                "mix set pink --slider 125=40,8k=-60",
            ],
            wantsChange: "What should change? Give options, such as --volume 40."
        ) { .mix(.set(try $0.required(sound), changes($0))) },
        CommandDescription(
            "mix.remove", "Take a sound out of the mix",
            """
            Takes SOUND out of the mix. Without its last sound the mix is silent.

              SOUND  its id or name; "noiseclock sound list" shows both
            """,
            parameters: [sound], examples: ["mix remove rain"]
        ) { .mix(.remove(try $0.required(sound))) },
        CommandDescription(
            "mix.clear", "Empty the mix",
            "Takes all sounds out of the mix, which is silent then."
        ) { _ in .mix(.clear) },
    ]

    private static let saved = Parameter(
        "name", argument: "the name", Form<String>.line("NAME", Favourites.names),
        question: "What should it be called? Give a name.")
    private static let loaded = Parameter(
        "mix", argument: "the mix",
        Form<String>.name("NAME|CODE", completion: .known(.favourites)),
        question: "Which? Give the name of a favourite, or the code of a mix.")
    private static let renamed = Parameter(
        "name", argument: "the name", known,
        question: "Which? Give the name of a favourite, and the new one.", isSubject: true)
    private static let newName = Parameter(
        "newName", argument: "the new name", Form<String>.line("NEW", Favourites.names),
        question: "What should it be called? Give the new name.")
    private static let deleted = Parameter(
        "name", argument: "the name", known, question: "Which? Give the name of a favourite.",
        isSubject: true)
    /// Beside the sounds of the mix.
    private static let family = ["mix", "favourite"]
    private static let shared = Parameter("name", argument: "the name", known)
    private static let known = Form<String>.name("NAME", completion: .known(.favourites))

    private static let favourites = [
        CommandDescription(
            "mix.save", "Keep the mix as a favourite",
            "Keeps the mix under NAME. It replaces a favourite that has this name already.",
            parameters: [saved], examples: ["mix save Storm"]
        ) { .mix(.save(try $0.required(saved))) },
        CommandDescription(
            "mix.load", "Play a favourite, or a mix from a code",
            """
            Plays the favourite called NAME, or the mix that CODE stands for, which "mix share"
            gave on this clock or another. It refuses a mistyped code, and one with a sound that
            this clock does not have.
            """,
            parameters: [loaded], examples: ["mix load Storm"]
        ) { .mix(.load(try $0.required(loaded))) },
        CommandDescription(
            "mix.rename", "Rename a favourite",
            "Gives the favourite NAME another name.",
            parameters: [renamed, newName], examples: ["mix rename Storm Gale"], family: family
        ) { .mix(.rename(try $0.required(renamed), to: try $0.required(newName))) },
        CommandDescription(
            "mix.delete", "Delete a favourite",
            "Deletes the favourite. What plays goes on.",
            parameters: [deleted], examples: ["mix delete Storm"], family: family
        ) { .mix(.delete(try $0.required(deleted))) },
        CommandDescription(
            "mix.share", "Print the mix, or a favourite, as a short code",
            """
            Prints a code that stands for the mix, or for the favourite NAME: sounds, variants,
            volumes, places, sliders and seed. "mix load CODE" plays the same on another clock.
            """,
            // The code spells the names of own sounds.
            kind: .query, access: .devices, parameters: [shared],
            examples: ["mix share", "mix share Storm"]
        ) { .mix(.share($0[shared])) },
    ]
}
