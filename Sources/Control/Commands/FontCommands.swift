import ClockCore

/// Commands about a person's own fonts.
enum FontCommands {
    private static let family = Parameter(
        "name", argument: "the font", Form<String>.name("NAME", completion: .known(.fonts)),
        question: "Which font? \"noiseclock font list\" shows them.", isSubject: true)
    private static let newName = Parameter(
        "name", option: "name", Form<String>.line("NAME", OwnFont.names),
        "Name of the font (default: the family in the file)")

    static let all = [
        CommandDescription(
            "font.list", "List your own fonts",
            """
            Lists your own fonts, with the height of their figures. One that is too large for this
            display is shown in the built-in font instead.
            """,
            kind: .query, examples: ["font", "font list --json"], isAlone: true
        ) { _ in .font(.list) },
        CommandDescription(
            "font.import", "Add a bitmap font in BDF",
            """
            Adds the font in the BDF file FILE, for displays of pixels. It must have the figures 0
            to 9. Letters that it lacks come from the built-in font. The answer says what of the
            file was ignored. Import other heights, weights and designs under the same name: the
            clock takes the one that fits.

            The face changes when you choose the font: "noiseclock style set --family NAME". This
            program opens the file with your rights and passes it to the clock, as
            "noiseclock sound import" does.
            """,
            kind: .hostChange, parameters: [newName], usage: "FILE",
            examples: ["font import ter-u32b.bdf", "font import 10x20.bdf --name Misc"],
            words: { line, _ in
                guard let path = line.next() else { throw line.error("Which file? Give its path.") }
                line.file = path
            }, completing: [.file]
        ) { .font(.importFile(name: $0[newName])) },
        CommandDescription(
            "font.remove", "Delete a font of your own",
            """
            Deletes all heights, weights and designs of one of your own fonts. A style that has it
            shows the built-in font.
            """,
            kind: .hostChange, parameters: [family], examples: ["font remove Terminus"]
        ) { .font(.delete(try $0.required(family))) },
    ]
}
