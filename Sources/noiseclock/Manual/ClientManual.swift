import ClockTime
import Control
import English

/// The manual page noiseclock(1). It is generated from the same data as help, so that both agree.
enum ClientManual {
    static let words = "manual"

    static let command = OwnCommand(
        usages: ["manual"], usage: "manual", summary: "Print the manual page noiseclock(1)",
        explanation: """
            Prints the manual page of this program, noiseclock(1), in roff. The Debian package installs it.
            """,
        examples: ["noiseclock manual > ~/.local/share/man/man1/noiseclock.1"])

    /// The output of `noiseclock manual`.
    static func text(_ arguments: ArraySlice<String>) throws(UsageError) -> String {
        guard let word = arguments.first else { return page.text }
        guard word == "--help" || word == "-h" else {
            throw UsageError(
                message: "\(Spelling.quoted(word)) is one word too many.", topic: [words])
        }
        return command.text(to: ClientHelp.standardWidth)
    }

    static var page: ManualPage {
        var page = ManualPage(
            "noiseclock", section: 1,
            summary: "talk to the NoiseClock beside the bed, or to its simulator",
            version: "NoiseClock \(Product.version)")
        page.section("SYNOPSIS")
        page.synopsis(["noiseclock COMMAND [OPTIONS]", "noiseclock COMMAND --help"])
        page.section("DESCRIPTION")
        page.paragraph(description)
        page.section("COMMANDS")
        commands(&page)
        page.section("OPTIONS")
        page.paragraph("These go with every command. What else a command takes stands below it.")
        for (option, meaning) in ClientHelp.commonOptions {
            page.entry(option, meaning)
        }
        page.section("EXIT STATUS")
        for status in Client.Status.allCases { page.entry("\(status.rawValue)", status.meaning) }
        page.section("ENVIRONMENT")
        for (name, meaning) in environment { page.entry(name, meaning) }
        page.section("FILES")
        for (path, meaning) in files { page.entry(path, meaning) }
        page.section("EXAMPLES")
        page.examples(ClientHelp.examples + examples)
        page.references([("noiseclock-sim", 1), ("noiseclockd", 8), ("noiseclock-web", 8)])
        return page
    }

    // MARK: - Commands

    /// Single-word commands first, then each group under its own word, then the commands that ask no clock.
    private static func commands(_ page: inout ManualPage) {
        page.part("The clock as a whole")
        for command in CommandBook.all where command.words.count == 1 { add(command, to: &page) }
        for group in CommandBook.groups {
            page.part("noiseclock \(group)")
            for command in CommandBook.typed where command.words.count == 2 {
                if command.words[0] == group { add(command, to: &page) }
            }
            if group == ClientHelp.freeDaysImport[0] { add(ClientHelp.importCommand, to: &page) }
            if group == ClientHelp.update {
                for (usage, meaning) in ClientHelp.updateRows { page.command([usage], meaning) }
                page.paragraph(ClientHelp.updateRemark)
            }
        }
        page.part("Without a clock")
        let own = [
            ClientHelp.whenCommand, ClientHelp.setupCommand, CompletionScript.command, command,
        ]
        for command in own { add(command, to: &page) }
    }

    private static func add(_ command: CommandDescription, to page: inout ManualPage) {
        page.command([command.usage], command.explanation)
        let plain = command.words.joined(separator: " ")
        let examples = command.examples.filter { $0 != plain && $0 != "\(plain) --json" }
        add(
            command.options.map { ($0.optionUsage, $0.help) }, "",
            examples.map { "noiseclock \($0)" }, to: &page)
    }

    private static func add(_ command: OwnCommand, to page: inout ManualPage) {
        page.command(command.usages, command.explanation)
        let options = command.parameters.map { ($0.optionUsage, $0.help) }
        add(options, command.remark, command.examples, to: &page)
    }

    private static func add(
        _ options: [(String, String)], _ remark: String, _ examples: [String],
        to page: inout ManualPage
    ) {
        guard !options.isEmpty || !remark.isEmpty || !examples.isEmpty else { return }
        page.indented { page in
            for (option, meaning) in options { page.entry(option, meaning) }
            if !remark.isEmpty { page.paragraph(remark) }
            if !examples.isEmpty { page.examples(examples) }
        }
    }

    // MARK: - Texts

    private static let description = """
        noiseclock is the command line of NoiseClock, a bedside clock. One run is one command: it goes to the \
        clock through a socket of this machine, and what the clock answers is printed.

        A command is one or two words, then what it is about, then options in any place. An option and its value \
        may be joined: --volume=40. After -- no word is an option. Capitals below stand for what you put there, \
        [ ] for what may be left out, | for a choice. Where a group's word alone means something, as in \
        "noiseclock timer", it shows the group's state.

        Lengths are such as 90s, 10m or 1h30m; volumes and other shares are percent. Numbers of alarms and timers \
        are those that "noiseclock alarm list" and "noiseclock timer list" show.

        What is wrong with a command is said on standard error, in one line, with what is allowed.
        """

    private static let environment = [
        (ControlSocketPath.variable, "the clock's socket, where --socket names none"),
        (
            "XDG_RUNTIME_DIR",
            "where the socket of a simulator is looked for; without it, a folder of yours under TMPDIR, else /tmp"
        ),
        (ZoneDatabase.variable, "the folder of the time zones' rules, in place of the system's"),
    ]

    private static let files = [
        (
            ControlSocketPath.device,
            "the clock's socket; whoever is in the group noiseclock may use it"
        ),
        ("$XDG_RUNTIME_DIR/noiseclock/control.sock", "the socket of a simulator"),
        (
            "\(Updater.defaultPath)",
            "the updater of a system that was flashed as an image; \"noiseclock update FILE\" runs it"
        ),
    ]

    private static let examples = [
        "noiseclock alarm skip 1", "noiseclock timer add 12m30s Pizza",
        "noiseclock noise sleep 45m",
        "noiseclock when 02:30 sun --zone Europe/Berlin",
    ]
}
