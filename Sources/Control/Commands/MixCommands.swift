import BoundedJSON
import ClockCore

/// What can be asked of the mix and its favourites.
enum MixCommands {
    static let all = sounds + favourites

    private static let sound = Parameter(
        "sound", argument: "the sound", Form<SoundID>.sound, question: NoiseCommands.whichSound)
    private static let variant = NoiseCommands.variant
    private static let volume = Parameter(
        "volume", option: "volume", Form<Percent>.percent, "how loud it is beside the others")
    private static let pan = Parameter(
        "pan", option: "pan",
        Form<Pan>(
            "-100-100", allowed: "a number from -100 (left) to 100 (right)", json: .pan,
            write: { .integer(Int64($0.value)) }
        ) { Int($0).flatMap { Pan($0) } }, "from the left to the right; 0 is the middle")

    private static func changes(_ given: Arguments) -> VoiceChanges {
        VoiceChanges(variant: given[variant], volume: given[volume], pan: given[pan])
    }

    private static let sounds = [
        CommandDescription(
            "mix.list", "what is in the mix, and the favourites",
            "Shows the sounds of the mix and all favourites.",
            examples: ["mix", "mix list --json"], isAlone: true
        ) { _ in .mix(.list) },
        CommandDescription(
            "mix.add", "add a sound to what plays",
            """
            Adds SOUND to the mix and plays it; up to \(NoiseState.mixCapacity) sounds play at once. What is
            set of a sound is remembered with it.
            """,
            parameters: [sound, variant, volume, pan],
            examples: ["mix add rain --variant heavy --volume 60", "mix add brown --pan -30"]
        ) { .mix(.add(try $0.required(sound), changes($0))) },
        CommandDescription(
            "mix.set", "how a sound is heard in a mix",
            "Sets what is named of SOUND and keeps the rest, also while it is not in the mix.",
            parameters: [sound, variant, volume, pan],
            examples: ["mix set rain --volume 40", "mix set thunder --pan 50"],
            wantsChange: "what is to change? Give options, such as --volume 40"
        ) { .mix(.set(try $0.required(sound), changes($0))) },
        CommandDescription(
            "mix.remove", "take a sound out of the mix",
            "Takes SOUND out of the mix. With the last one it is silent.",
            parameters: [sound], examples: ["mix remove rain"]
        ) { .mix(.remove(try $0.required(sound))) },
        CommandDescription(
            "mix.clear", "take all sounds out", "Empties the mix, and it is silent."
        ) { _ in .mix(.clear) },
    ]

    private static let saved = Parameter(
        "name", argument: "the name", Form<String>.line("NAME"),
        question: "what is it to be called? Give a name")
    private static let loaded = Parameter(
        "mix", argument: "the mix",
        Form<String>.line("NAME|CODE", completion: .known(.favourites)),
        question: "which? Give a favourite's name, or a mix's code")
    private static let renamed = Parameter(
        "name", argument: "the name", known,
        question: "which? Give a favourite's name, and the new one")
    private static let newName = Parameter(
        "newName", argument: "the new name", Form<String>.line("NEW"),
        question: "what is it to be called? Give the new name")
    private static let deleted = Parameter(
        "name", argument: "the name", known, question: "which? Give a favourite's name")
    private static let shared = Parameter("name", argument: "the name", known)
    private static let known = Form<String>.line("NAME", completion: .known(.favourites))

    private static let favourites = [
        CommandDescription(
            "mix.save", "keep the mix as a favourite",
            "Keeps the mix under NAME, in the place of a favourite that is called so.",
            parameters: [saved], examples: ["mix save Storm"]
        ) { .mix(.save(try $0.required(saved))) },
        CommandDescription(
            "mix.load", "play a favourite, or a mix's code",
            """
            Plays the favourite called NAME, or the mix that CODE stands for, which "mix share" gave on this
            clock or another. A mistyped code is refused, and so is one with a sound that is not here.
            """,
            parameters: [loaded], examples: ["mix load Storm"]
        ) { .mix(.load(try $0.required(loaded))) },
        CommandDescription(
            "mix.rename", "call a favourite something else",
            "Gives the favourite NAME another name.",
            parameters: [renamed, newName], examples: ["mix rename Storm Gale"]
        ) { .mix(.rename(try $0.required(renamed), to: try $0.required(newName))) },
        CommandDescription(
            "mix.delete", "forget a favourite", "Forgets the favourite. What plays goes on.",
            parameters: [deleted], examples: ["mix delete Storm"]
        ) { .mix(.delete(try $0.required(deleted))) },
        CommandDescription(
            "mix.share", "the mix, or a favourite, as a short code",
            """
            Prints a code that stands for the mix, or for the favourite NAME: sounds, variants, volumes, places
            and seed. With "mix load CODE" another clock plays the same.
            """,
            parameters: [shared], examples: ["mix share", "mix share Storm"]
        ) { .mix(.share($0[shared])) },
    ]
}
