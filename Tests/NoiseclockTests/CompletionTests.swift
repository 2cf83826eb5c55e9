import Control
import TestKit
import Testing

@testable import noiseclock

@Suite("What a shell offers")
struct CompletionTests {
    private func words(_ typed: String...) -> [String] {
        guard case .words(let candidates) = Completions.answer(to: typed) else { return [] }
        return candidates.map(\.word)
    }

    @Test("First the commands and groups, then the group's words")
    func commands() {
        #expect(words("").contains("status") && words("").contains("alarm"))
        #expect(words("no") == ["noise"])
        #expect(words("noise", "p") == ["play", "pause", "preview", "preview-stop"])
        #expect(words("free-days", "im") == ["import"])
        #expect(words("alarm", "re") == ["remove"])
        #expect(words("nonsense", "").isEmpty)
    }

    @Test("A command's options, and the values of each")
    func options() {
        #expect(words("noise", "fade", "--s") == ["--sleep", "--shape", "--socket"])
        #expect(words("noise", "fade", "--shape", "e") == ["equal-power", "exponential"])
        #expect(words("alarm", "add", "7:30", "--vibration", "h") == ["heartbeat"])
        #expect(words("alarm", "add", "7:30", "week") == ["weekdays", "weekends"])
        #expect(words("alarm", "add", "7:30", "to") == ["today", "tomorrow"])
        #expect(words("when", "7:30", "to") == ["today", "tomorrow"])
        #expect(words("alarm", "pause", "o") == ["off"] && words("alarm", "pause", "f") == ["fri"])
        #expect(words("history", "--date", "y") == ["yesterday"])
        #expect(words("free-days", "set", "today", "tom") == ["tomorrow"])
        #expect(
            words("alarm", "add", "--label", "Work", "7:30", "--must-wake", "") == ["on", "off"])
    }

    @Test("What the clock has is asked of it, and a file of the shell")
    func known() {
        for (typed, answer) in [
            (["noise", "play", ""], Completions.Answer.known(.noises)),
            (["noise", "play", "rain", "--variant", ""], .known(.variants)),
            (["noise", "preview", ""], .known(.sounds)), (["stop", ""], .known(.alarms)),
            (["alarm", "remove", "1", ""], .known(.alarms)),
            (["alarm", "edit", ""], .known(.alarms)), (["alarm", "skip", ""], .known(.alarms)),
            (["explain", ""], .known(.alarms)), (["timer", "stop", ""], .known(.timers)),
            (["mix", "load", ""], .known(.favourites)), (["time", "zone", "Eu"], .known(.zones)),
            (["sound", "output", "set", ""], .known(.devices)),
            (["sound", "import", ""], .file), (["free-days", "import", ""], .file),
            (["noise", "play", "rain", ""], .words([])),
        ] {
            #expect(Completions.answer(to: typed) == answer, "\(typed)")
        }
    }

    @Test("Every option of every command is offered")
    func everyOption() {
        for command in CommandBook.all {
            let answer = Completions.answer(to: command.words + ["--"])
            guard case .words(let candidates) = answer else {
                Issue.record("\(command.name) offers no options")
                continue
            }
            let offered = Set(candidates.map(\.word))
            for option in command.options { #expect(offered.contains(option.name)) }
        }
    }

    @Test("The scripts are printed for the three shells, and for no other")
    func scripts() throws {
        for shell in CompletionScript.allCases {
            #expect(try action(["completion", shell.rawValue]) == .script(shell.text))
        }
        let help = try printed(["completion"])
        #expect(help.hasPrefix("Usage: noiseclock completion bash|zsh|fish"))
        let error = try thrown(UsageError.self) { try action(["completion", "tcsh"]) }
        #expect(error.message.contains("Give bash, zsh or fish."))
    }
}
