import BoundedJSON
import Control
import Testing

@testable import noiseclock

@Suite struct ClientHelpTests {
    private func help(_ words: String...) throws -> String { try printed(words) }

    @Test("The overview has every command once, by purpose, and how to go on")
    func overview() throws {
        let text = try help("--help")
        for words in [["help"], ["-h"], ["nonsense", "--help"]] {
            #expect(try printed(words) == text)
        }
        #expect(text.contains("\nWithout a command it shows the status.\n"))
        let lines = text.split(separator: "\n").map(String.init)
        for command in CommandBook.all {
            let rows = lines.filter { "\($0) ".hasPrefix("  \(command.usage) ") }
            #expect(rows.count == (command.isOnlyInRequests ? 0 : 1), "\(command.name)")
        }
        let titles = ClientHelp.purposes.map(\.title)
        #expect(lines.filter { titles.contains($0) } == titles)
        for line in ["Options of every command", "Examples"] { #expect(lines.contains(line)) }
        #expect(text.contains("Exit status: 0 done; 1 "))
    }

    @Test("Each family of commands has one purpose")
    func purposes() {
        let words = ClientHelp.purposes.flatMap(\.words)
        #expect(words.count == Set(words).count)
        #expect(Set(words) == Set(CommandBook.all.map { $0.words[0] }))
    }

    @Test("No line of any help is wider than the narrowest terminal")
    func narrow() throws {
        let topics =
            CommandBook.all.map(\.words) + CommandBook.groups.map { [$0] }
            + [[], ["when"], ["setup"], ["completion"], ["manual"], ["free-days", "import"]]
        for words in topics {
            for line in try printed(words + ["--help"]).split(separator: "\n") {
                #expect(line.count <= 80, "\(words): \(line)")
            }
        }
    }

    @Test("On a narrow terminal the explanations stand below the words, and nothing is wider")
    func veryNarrow() throws {
        var client = Client(environment: [:], uid: 1000)
        for width in [40, 60] {
            client.screen = Screen.none
            client.screen.columns = width
            for words in [[], ["alarm"], ["alarm", "add"], ["when"]] {
                let text = client.run(words + ["--help"]).output
                for line in text.split(separator: "\n") where !line.contains("{") {
                    let isOneWord = !line.drop { $0 == " " }.contains(" ")
                    #expect(line.count <= width || isOneWord, "\(width): \(line)")
                }
            }
            let group = client.run(["alarm", "--help"]).output
            #expect(group.contains("\n  alarm list\n      List all alarms and when each"))
        }
    }

    @Test("A group's help lists its commands, a command's help explains it")
    func levels() throws {
        #expect(
            try help("noise", "--help") == """
                Usage: noiseclock noise COMMAND [OPTIONS]

                  noise status                 Show what plays, how loud and how long
                  noise play [SOUND]           Play a sound
                  noise pause                  Fade the noise out; its sleep timer runs on
                  noise stop                   Fade the noise out
                  noise toggle                 Pause the noise, or play it again
                  noise next                   Play the next favourite, or the next sound
                  noise volume 0-100|+N|-N     Set the volume, or change it by a step
                  noise preview SOUND          Play 3 s of a sound
                  noise preview-stop           Stop the preview
                  noise fade                   Change how noise starts and ends
                  noise sleep LENGTH|TIME|off  Stop the noise after a while, or at a time

                Explain one: noiseclock noise COMMAND --help

                """)
        let add = try help("alarm", "add", "--help")
        #expect(
            add.hasPrefix(
                """
                Usage: noiseclock alarm add TIME [DAYS]

                Sets an alarm and says when it will ring.

                  TIME  07:30, 7:30, 7:30pm, 7pm, noon or midnight
                  DAYS  mon-fri, mon,wed,fri, Mondays, daily, weekdays or weekends: every week;
                        2026-03-29, 31 dec, today or tomorrow: on that date; once, or nothing:
                        the next time the clock shows TIME

                "in 20 minutes" or +20m in place of TIME and DAYS starts a timer.

                Options:
                  --label TEXT                  Name of the alarm, up to 100 characters

                """))
        #expect(try help("alarm", "add", "07:30", "--volume", "--help") == add)
        #expect(try help("--socket", "here", "alarm", "add", "--help") == add)
        #expect(try help("--json", "alarm", "add", "--volume", "30", "-h") == add)
        #expect(try help("help", "alarm", "add") == add)
        #expect(try help("help", "noise") == help("noise", "--help"))
    }

    @Test("What the client does with a file is listed in its group, and explained")
    func freeDaysImport() throws {
        let group = try help("free-days", "--help")
        #expect(group.contains("\n  free-days clear               Forget all free days\n"))
        #expect(
            group.contains(
                "\n  free-days import FILE.ics     Take the free days from a calendar file"))
        let own = try help("help", "free-days", "import")
        #expect(own.hasPrefix("Usage: noiseclock free-days import FILE.ics\n"))
        #expect(try help("free-days", "import", "a.ics", "--help") == own)
        #expect(
            try action(["free-days", "import", "a.ics", "--json"])
                == .importFreeDays(
                    file: "a.ics", choice: NameChoice(), isJSON: true, socket: nil))
    }

    @Test("What only requests have is in no list")
    func unlisted() throws {
        let group = try help("alarm", "--help")
        for command in CommandBook.all where command.isOnlyInRequests {
            #expect(!group.contains(command.words.joined(separator: " ")))
        }
        #expect(try help("alarm", "edit", "--help").contains("(\"alarm skip\")"))
    }

    @Test("The version is one line", arguments: [["--version"], ["status", "--version"]])
    func version(words: [String]) throws {
        #expect(try action(words) == .text("noiseclock \(Product.version)\n"))
    }

    @Test("Every command's help names its options, and its examples are understood")
    func everyCommand() throws {
        for command in CommandBook.typed {
            let text = try printed(command.words + ["--help"])
            #expect(text.hasPrefix("Usage: noiseclock \(command.words.joined(separator: " "))"))
            for option in command.options { #expect(text.contains("\n  \(option.name) ")) }
            #expect(command.explanation != command.summary, "\(command.name) is not explained")
            let examples = text.split(separator: "\n").filter { $0.hasPrefix("  noiseclock ") }
            #expect(!examples.isEmpty)
            for example in examples {
                let words = try ClientWords.split(String(example.dropFirst(2)))
                let typed = Array(words.dropFirst())
                let named = NamedWord.all(in: typed, of: ClientAction.vocabulary)
                let sent = typed.replacing(named, with: named.map(\.standIn))
                guard case .request(let request) = try action(sent)
                else {
                    Issue.record("\(example) is no command")
                    continue
                }
                #expect(request.outgoing.fields["command"] == .string(command.name))
            }
        }
    }
}
