import BoundedJSON
import Control
import Testing

@testable import noiseclock

@Suite struct ClientHelpTests {
    private func help(_ words: String...) throws -> String { try printed(words) }

    @Test("The overview says what there is, and how to go on")
    func overview() throws {
        let expected = """
            noiseclock: talk to the NoiseClock beside the bed, or to its simulator.

            Usage: noiseclock COMMAND [OPTIONS]

              status                        time, next alarm, what rings or runs, noise, problems
              alarm add TIME [DAYS]         set an alarm
              alarm list                    all alarms, and when each rings next
              alarm show ID                 all about one alarm
              alarm edit ID [TIME] [DAYS]   change an alarm; what is not named stays
              alarm remove ID               delete an alarm
              alarm enable [ID]             switch an alarm, or a category of alarms, on
              alarm disable [ID]            switch it off, and keep it
              alarm duplicate ID            duplicate an alarm
              alarm test ID                 let an alarm ring now, as it will
              alarm skip ID [COUNT|off]     leave out the next ring of a weekly alarm, or several
              alarm pause FIRST LAST|off    let no alarm ring on some dates
              alarm schedule ID             switch on an alarm that is off
              alarm cancel ID               switch an alarm off, whatever it does just now
              alarm countdown ID            let a ringing alarm count down its snooze
              alarm snooze [ID]             silence what rings, for a while
              alarm stop [ID]               end what rings; with its number, a snooze too
              alarm acknowledge             take away the notices of missed rings
              alarm hold-to-stop on|off     whether stop must be held for 2s to stop a ring
              free-days list                the days on which alarms with --free-days do not ring
              free-days set DATE[=NAME]...  name those days, instead of those known before
              free-days clear               forget them all
              dnd status                    whether the clock keeps quiet, and when
              dnd on                        keep quiet from now on
              dnd off                       keep quiet in the quiet hours only
              dnd hours FROM TO|off         when the clock keeps quiet each day
              dnd noise on|off              whether noise may play meanwhile
              noise status                  what plays, how loud, and what is left of the sleep timer
              noise play [SOUND]            play a sound to fall asleep to
              noise pause                   fade the sound out, and let the sleep timer run
              noise stop                    fade the sound out
              noise toggle                  pause what plays, or play what played last
              noise next                    the next favourite, else the next sound
              noise volume 0-100            how loud the sound is
              noise preview SOUND           play 3s of a sound, then what played before
              noise preview-stop            end the preview
              noise fade                    how noise starts and ends
              noise sleep LENGTH|TIME|off   end the noise after a while, or at a time
              mix list                      what is in the mix, and the favourites
              mix add SOUND                 add a sound to what plays
              mix set SOUND                 how a sound is heard in a mix
              mix remove SOUND              take a sound out of the mix
              mix clear                     take all sounds out
              mix save NAME                 keep the mix as a favourite
              mix load NAME|CODE            play a favourite, or a mix's code
              mix rename NAME NEW           call a favourite something else
              mix delete NAME               forget a favourite
              mix share [NAME]              the mix, or a favourite, as a short code
              sound list [WORD]...          the sounds that there are
              sound search WORD...          sounds by name, category and description
              sound show SOUND              all about one sound
              sound rename SOUND NAME       call a sound of your own something else
              sound delete SOUND            delete a sound of your own
              sound import FILE             make a sound of an audio file
              sound outputs                 the sound devices that there are
              sound output set DEVICE       where sound comes out
              display format 12|24          show 12-hour or 24-hour time
              time status                   what time it is, and how far that is believed
              time set TIME                 set the clock by hand, where no network does
              time zone ZONE                choose the time zone that the clock stands in
              timer list                    all timers, and what is left of each
              timer add LENGTH [NAME]       count down, and ring at the end
              timer start ID                start a timer that has a name again
              timer pause ID                let a timer stand still
              timer resume ID               let it go on
              timer add-minute ID           a minute more
              timer repeat ID               start a ringing timer over, with its full length
              timer snooze ID               silence a ringing timer, for a while
              timer stop ID                 end a timer, before its end or when it rings
              timer remove ID               delete a timer
              nap status                    the nap and what is left of it, and its three times
              nap start                     begin a nap, as if the snooze bar were held and let go
              nap pause                     let the nap stand still
              nap resume                    let it go on
              nap snooze                    silence the end of the nap, for a while
              nap stop                      end the nap, before its end or when it rings
              nap set                       how long release, nap and max are, and the pulse
              ring status                   how late a ring may be, and how timers and naps ring
              ring set                      set how late, how long and how often
              health status                 will it ring? what was checked, and what to do
              health rehearse               try sound, display and storage now, unheard
              health evening TIME|off       when that is done each evening
              update check                  whether an update may begin now, and why not
              update ready                  whether the clock is armed, draws, sounds and has its state
              explain [ID]                  why a ring is when it is, or a past one was not
              history                       what rang, was snoozed, missed or skipped, and why
              update status                 which version runs, and what became of the last update
              update FILE                   install an update, and restart; refused so near a ring
              free-days import FILE.ics     name the days of a calendar file, instead of those before
              when TIME [DAYS]              when an alarm would ring, without asking the clock
              setup check FILE              say what is wrong with a noiseclock.json, before it goes into the clock

            Options of every command:
              --json         print the clock's reply as one line of JSON, and errors too
              --socket PATH  the clock's socket; else NOISECLOCK_SOCKET, else the usual places
              --help         explain a command: noiseclock alarm add --help
              --version      print the version

            Examples:
              noiseclock status
              noiseclock alarm add 07:30 mon-fri --label Work
              noiseclock noise play pink --volume 30

            Exit status: 0 done; 1 the clock refused; 64 wrong words; 65 a file that makes no sense; 66 no input;
            69 no clock found; 70 a fault of this program; 74 output failed; 75 no answer in time; 76 the answer
            makes no sense; 77 not permitted.

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

                  noise status                 what plays, how loud, and what is left of the sleep timer
                  noise play [SOUND]           play a sound to fall asleep to
                  noise pause                  fade the sound out, and let the sleep timer run
                  noise stop                   fade the sound out
                  noise toggle                 pause what plays, or play what played last
                  noise next                   the next favourite, else the next sound
                  noise volume 0-100           how loud the sound is
                  noise preview SOUND          play 3s of a sound, then what played before
                  noise preview-stop           end the preview
                  noise fade                   how noise starts and ends
                  noise sleep LENGTH|TIME|off  end the noise after a while, or at a time

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
              --sound SOUND              what it rings with, or silence (default: digital)
              --volume 0-100             how loud (default: 60)
              --ramp 0s-60s              how long it grows to its volume (default: 30s)
              --snooze 1m-60m|on|off     how long a snooze lasts, or whether there is one (default: 9m)
              --snooze-limit 1-100|none  how often it can be snoozed (default: none)
              --must-wake on|off         louder, and every output, while nobody answers (default: off)
              --ring 1m-60m              how long it rings unanswered (default: 10m)
              --rings 0-10               how often again after that (default: 2)
              --vibration PATTERN|none   steady, pulse, heartbeat[:40-120], growing (default: none)
              --pre-alert 0m-60m         how long before it the clock counts down (default: 0m)
              --sunrise 0m-60m           how long before it the light rises (default: 0m)
              --free-days on|off         whether free days silence it (default: off)
              --quiet on|off             whether do not disturb silences it (default: off)
              --zone ZONE                such as Europe/Berlin, or local: the clock's own (default: local)
              --category NAME|none       the group that it is switched with, such as work
              --message TEXT             more words; up to 200 characters
              --icon NAME|none           a picture's name, for faces that show one
              --tint #RRGGBB|none        a colour, for faces that show one, such as '#ff8800'
              --json                     print the clock's reply as one line of JSON

            Examples:
              noiseclock alarm add 07:30 mon-fri --label Work --sound digital --volume 60
              noiseclock alarm add 9am weekends --ramp 60s --snooze 5m --snooze-limit 3
              noiseclock alarm add 6:00 2026-03-29 --label "Early train" --must-wake on --snooze off
              noiseclock alarm add 7:00 weekdays --category work --sunrise 30m --free-days on

            """
        #expect(try help("alarm", "add", "--help") == add)
        #expect(try help("alarm", "add", "07:30", "--volume", "--help") == add)
        #expect(try help("help", "alarm", "add") == add)
        #expect(try help("help", "noise") == help("noise", "--help"))
    }

    @Test("What the client does with a file is listed in its group, and explained")
    func freeDaysImport() throws {
        let group = try help("free-days", "--help")
        #expect(group.contains("\n  free-days clear               forget them all\n"))
        #expect(
            group.contains("\n  free-days import FILE.ics     name the days of a calendar file"))
        let own = try help("help", "free-days", "import")
        #expect(own.hasPrefix("Usage: noiseclock free-days import FILE.ics\n"))
        #expect(try help("free-days", "import", "a.ics", "--help") == own)
        #expect(
            try action(["free-days", "import", "a.ics", "--json"])
                == .importFreeDays(file: "a.ics", isJSON: true, socket: nil))
    }

    @Test("What is there only to be refused is explained, and in no list")
    func unlisted() throws {
        let group = try help("alarm", "--help")
        for word in ["resume", "repeat", "add-minute"] {
            #expect(!group.contains("alarm \(word)"))
            #expect(try help("alarm", word, "--help").contains("Refused for alarms"))
        }
        #expect(try help("alarm", "edit", "--help").contains("so do its skips"))
    }

    @Test("The version is one line", arguments: [["--version"], ["status", "--version"]])
    func version(words: [String]) throws {
        #expect(try action(words) == .text("noiseclock \(Product.version)\n"))
    }

    @Test("Every command's help names its options, and its examples are understood")
    func everyCommand() throws {
        for command in CommandBook.all {
            let text = try printed(command.words + ["--help"])
            #expect(text.hasPrefix("Usage: noiseclock \(command.words.joined(separator: " "))"))
            for option in command.options { #expect(text.contains("\n  \(option.name) ")) }
            #expect(command.explanation != command.summary, "\(command.name) is not explained")
            let examples = text.split(separator: "\n").filter { $0.hasPrefix("  noiseclock ") }
            #expect(!examples.isEmpty)
            for example in examples {
                let words = try ClientWords.split(String(example.dropFirst(2)))
                guard case .request(let request) = try action(Array(words.dropFirst()))
                else {
                    Issue.record("\(example) is no command")
                    continue
                }
                #expect(request.outgoing.fields["command"] == .string(command.name))
            }
            for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        }
    }
}
