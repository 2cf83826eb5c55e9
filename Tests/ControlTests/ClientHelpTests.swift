import Testing

@testable import Control

@Suite struct ClientHelpTests {
    private func help(_ words: String...) throws -> String {
        guard case .text(let text) = try ClientWords.parse(words) else {
            Issue.record("\(words) is no question for help")
            return ""
        }
        return text
    }

    @Test("The overview says what there is, and how to go on")
    func overview() throws {
        let expected = """
            noiseclock: talk to the NoiseClock beside the bed, or to its simulator.

            Usage: noiseclock COMMAND [OPTIONS]

              status                       time, next alarm, what rings, noise and problems
              alarm add TIME [DAYS]        set an alarm
              alarm list                   all alarms, and when each rings next
              alarm edit ID [TIME] [DAYS]  change an alarm; what is not named stays
              alarm remove ID              delete an alarm
              alarm enable ID              switch an alarm on
              alarm disable ID             switch an alarm off, and keep it
              alarm skip ID [COUNT|off]    leave out the next ring of a weekly alarm, or several
              alarm snooze [ID]            silence what rings, for a while
              alarm stop [ID]              end what rings, or else what is snoozed
              alarm hold-to-stop on|off    whether stop must be held for 2s to stop a ring
              noise play [SOUND]           play a sound to fall asleep to
              noise preview SOUND          play 3s of a sound, then what played before
              noise stop                   fade the sound out
              noise volume 0-100           how loud the sound is
              display format 12|24         show 12-hour or 24-hour time
              history                      what rang, was snoozed, missed or skipped, and why
              when TIME [DAYS]             when an alarm would ring, without asking the clock

            Options of every command:
              --json         print the clock's reply as one line of JSON
              --socket PATH  the clock's socket; else NOISECLOCK_SOCKET, else the usual places
              --help         explain a command: noiseclock alarm add --help
              --version      print the version

            Examples:
              noiseclock status
              noiseclock alarm add 07:30 mon-fri --label Work
              noiseclock noise play pink --volume 30

            Exit status: 0 done; 1 the clock refused; 64 wrong words; 66 no input; 69 no clock found; 70 a fault
            of this program; 74 output failed; 75 no answer in time; 76 the answer makes no sense; 77 not
            permitted.

            """
        #expect(try help("--help") == expected)
        #expect(try help("help") == expected)
        #expect(try help("-h") == expected)
        #expect(try help() == expected)
        #expect(try help("nonsense", "--help") == expected)
    }

    @Test("A group's help lists its commands, a command's help explains it")
    func levels() throws {
        #expect(
            try help("noise", "--help") == """
                Usage: noiseclock noise COMMAND [OPTIONS]

                  noise play [SOUND]   play a sound to fall asleep to
                  noise preview SOUND  play 3s of a sound, then what played before
                  noise stop           fade the sound out
                  noise volume 0-100   how loud the sound is

                Explain one: noiseclock noise COMMAND --help

                """)
        let add = """
            Usage: noiseclock alarm add TIME [DAYS]

            Sets an alarm and says when it will ring.

              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends: each week on these days;
                    2026-03-29: on this date; once, or nothing: the next time the clock shows TIME

            Options:
              --label TEXT               what it is for; up to 100 characters
              --sound SOUND              what it rings with (default: digital)
              --volume 0-100             how loud (default: 60)
              --ramp 0s-60s              how long it grows to its volume (default: 30s)
              --snooze 1m-60m|on|off     how long a snooze lasts, or whether there is one (default: 9m)
              --snooze-limit 1-100|none  how often it can be snoozed (default: none)
              --json                     print the clock's reply as one line of JSON

            Examples:
              noiseclock alarm add 07:30 mon-fri --label Work --sound digital --volume 60
              noiseclock alarm add 9am weekends --ramp 60s --snooze 5m --snooze-limit 3
              noiseclock alarm add 6:00 2026-03-29 --label "Early train" --snooze off

            """
        #expect(try help("alarm", "add", "--help") == add)
        #expect(try help("alarm", "add", "07:30", "--volume", "--help") == add)
        #expect(try help("help", "alarm", "add") == add)
        #expect(try help("help", "noise") == help("noise", "--help"))
    }

    @Test("The version is one line", arguments: [["--version"], ["status", "--version"]])
    func version(words: [String]) throws {
        #expect(try ClientWords.parse(words) == .text("noiseclock \(Product.version)\n"))
    }

    @Test("Every command's help names its options, and its examples are understood")
    func everyCommand() throws {
        for name in CommandName.allCases {
            guard case .text(let text) = try ClientWords.parse(name.words + ["--help"]) else {
                Issue.record("\(name) has no help")
                continue
            }
            #expect(text.hasPrefix("Usage: noiseclock \(name.words.joined(separator: " "))"))
            for option in name.options { #expect(text.contains("\n  \(option.word) ")) }
            let examples = text.split(separator: "\n").filter { $0.hasPrefix("  noiseclock ") }
            #expect(!examples.isEmpty)
            for example in examples {
                let words = try ClientWords.split(String(example.dropFirst(2)))
                guard case .request(let request) = try ClientWords.parse(Array(words.dropFirst()))
                else {
                    Issue.record("\(example) is no command")
                    continue
                }
                #expect(request.command.name == name)
            }
            for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        }
    }
}
