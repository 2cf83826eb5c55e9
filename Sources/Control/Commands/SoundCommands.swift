import BoundedJSON
import ClockCore

/// Commands about sounds and sound outputs.
enum SoundCommands {
    static let all = catalogue + own + outputs

    // MARK: - The catalogue

    private static let words = Parameter(
        "words",
        requestOnly: Form<[String]>(
            "WORD...", allowed: FieldForm<[String]>.lines(most: SoundQuery.mostWords).allowed,
            json: .lines(most: SoundQuery.mostWords), word: { [$0] }))
    private static let category = Parameter(
        "category", option: "category", Form<CategoryID>.category,
        "Only this category, such as nature", placeholder: "NAME|none")
    private static let sound = Parameter(
        "sound", argument: "the sound", Form<SoundID>.sound, question: NoiseCommands.whichSound,
        isSubject: true)

    private static let readQuery: CommandDescription.WordReading = { line, arguments in
        var said: [String] = []
        while let word = line.next() { said.append(word) }
        guard said.count <= SoundQuery.mostWords else {
            throw line.error("Too many words. Give up to \(SoundQuery.mostWords).")
        }
        if !said.isEmpty { arguments[words] = said }
    }

    private static func query(_ given: Arguments) -> Command {
        .sounds(.list(SoundQuery(words: given[words] ?? [], category: given[category])))
    }

    private static let catalogue = [
        CommandDescription(
            "sound.list", "List all sounds",
            """
            Lists noises and alarm tones with their ids, or only those that contain each WORD in
            their name, category, description or variants. Capitals and accents do not matter.
            """,
            kind: .query, parameters: [words, category], usage: "[WORD]...",
            examples: ["sound", "sound list rain", "sound list --category nature"], isAlone: true,
            words: readQuery,
            make: query),
        CommandDescription(
            "sound.show", "Show all about a sound",
            """
            Shows a sound's description and variants, and how it plays in a mix.

              SOUND  its id or name; "noiseclock sound list" shows both
            """,
            kind: .query, parameters: [sound], examples: ["sound show rain"]
        ) { .sounds(.show(try $0.required(sound))) },
    ]

    // MARK: - Own sounds

    private static let newName = Parameter(
        "name", argument: "the name", Form<String>.line("NAME", SoundLimits.name),
        question: "What should it be called? Give a name.")
    private static let importedName = {
        var name = Parameter(
            "name", option: "name", Form<String>.line("NAME", SoundLimits.name),
            "Name of the sound (default: that of the file)")
        name.isRequired = true
        return name
    }()

    private static let own = [
        CommandDescription(
            "sound.rename", "Rename a sound of your own",
            "Gives a sound of your own another name. Built-in sounds keep theirs.",
            kind: .hostChange, parameters: [sound, newName],
            examples: ["sound rename cat \"Purring cat\""]
        ) { .sounds(.rename(try $0.required(sound), try $0.required(newName))) },
        CommandDescription(
            "sound.remove", "Delete a sound of your own",
            "Deletes a sound of your own. Alarms that have it ring with the built-in tone.",
            kind: .hostChange, parameters: [sound], examples: ["sound remove cat"]
        ) { .sounds(.delete(try $0.required(sound))) },
        CommandDescription(
            "sound.import", "Make a sound from an audio file",
            """
            Makes a sound from the audio file FILE. The sound has the name of the file, or what
            --name says. This program opens the file with your rights and passes it to the
            clock: the clock opens no file by name. Other programs can do the same. They connect
            to the socket and call sendmsg with the file's descriptor (SCM_RIGHTS, see unix(7))
            and the line

              {"id": "1", "command": "sound.import", "name": "Rain"}

            The descriptor comes with the line's first byte: one at a time, of a regular file of
            up to 4 GiB that is open for reading. The reply comes when the sound is made.
            """,
            kind: .hostChange, parameters: [importedName], usage: "FILE",
            examples: ["sound import purring.flac --name Cat"],
            words: { line, arguments in
                guard let path = line.next() else { throw line.error("Which file? Give its path.") }
                line.file = path
                arguments[importedName] = soundName(ofFile: path)
            }, completing: [.file]
        ) { .sounds(.importFile(name: try $0.required(importedName))) },
    ]

    /// Names "/home/me/Rain on the roof.flac" "Rain on the roof".
    private static func soundName(ofFile path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
        return String(last[..<dot])
    }

    // MARK: - Outputs

    private static let device = Form<String>.line("DEVICE", completion: .known(.devices))
    private static let chosen = Parameter(
        "device", argument: "the device", device.orNone("default"))
    private static let alarm = Parameter(
        "alarm", option: "alarm", device.orNone("default"),
        "Where alarms play first; default: as noise does", placeholder: "DEVICE")
    private static let fallbacks = Parameter(
        "fallbacks", option: "fallback",
        Form<[String]>(
            "DEVICE,...",
            allowed: FieldForm<[String]>.lines(most: SoundOutputSettings.mostFallbacks).allowed,
            json: .lines(most: SoundOutputSettings.mostFallbacks),
            completion: .known(.devices)
        ) { $0.lowercased() == "none" ? [] : devices($0) },
        "What to use if DEVICE is not there, in this order; or none")

    private static let outputs = [
        CommandDescription(
            "sound.outputs", "List the sound devices",
            "Lists the sound devices by name, and shows which are there and which is chosen.",
            kind: .query
        ) { _ in .sounds(.outputs) },
        CommandDescription(
            "sound.output", "Choose where sound comes out",
            """
            Changes what you give and keeps the rest. "default" is the order of the board.

              DEVICE  as "noiseclock sound outputs" shows it; a card by its id, not its number
            """,
            kind: .hostChange, parameters: [chosen, fallbacks, alarm], usage: "set DEVICE",
            examples: [
                "sound output set plughw:CARD=DAC --fallback plughw:CARD=vc4hdmi0",
                "sound output set --alarm plughw:CARD=Speaker,DEV=0",
                "sound output set default",
            ],
            wantsChange: "Which device? Give its name; \"noiseclock sound outputs\" shows all.",
            words: { line, arguments in
                guard line.consume(["set"]) else {
                    throw line.error("Say what to set: noiseclock sound output set DEVICE.")
                }
                guard let word = line.next() else { return }
                try chosen.readWord(word, zones: line.zones, into: &arguments)
            }, completing: [.words(["set"]), .known(.devices)]
        ) { given in
            var changes: [OutputChange] = []
            if let device = given[chosen] { changes.append(.set(\.device, device)) }
            if let names = given[fallbacks] { changes.append(.set(\.fallbacks, names)) }
            if let device = given[alarm] { changes.append(.set(\.alarm, device)) }
            return .sounds(.setOutputs(changes))
        },
    ]

    /// Splits names at commas. Names may contain commas, too: a part that can only be an argument, such as `DEV=0`
    /// or the 0 of `hw:Device,0`, belongs to the name before it.
    private static func devices(_ word: String) -> [String] {
        var names: [String] = []
        for piece in word.split(separator: ",") {
            let key = piece.prefix { $0 != "=" }
            let isArgument =
                key.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
                && (key.endIndex < piece.endIndex || piece.allSatisfy(\.isNumber))
            if isArgument, let name = names.popLast() {
                names.append("\(name),\(piece)")
            } else {
                names.append(String(piece))
            }
        }
        return names
    }
}
