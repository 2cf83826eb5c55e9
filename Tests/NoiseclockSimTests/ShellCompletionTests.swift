import Foundation
import TestKit
import Testing

@Suite("Completion in a shell on a terminal")
struct ShellCompletionTests {
    /// How to start a shell without personal settings, and how to load the completion.
    struct Shell: CustomTestStringConvertible, Sendable {
        var name: String
        var options: String
        var setUp: String

        var path: String? {
            ["/usr/bin/\(name)", "/bin/\(name)"].first {
                FileManager.default.isExecutableFile(atPath: $0)
            }
        }
        var testDescription: String { "\(name): \(setUp)" }
    }

    /// The shells that this machine has; `.ci/run` installs all three.
    private static let shells = [
        Shell(name: "bash", options: "--norc -i", setUp: "source <(noiseclock completion bash)"),
        Shell(
            name: "zsh", options: "-f -i",
            setUp: "autoload -U compinit; compinit -u -D; source <(noiseclock completion zsh)"),
        Shell(
            name: "zsh", options: "-f -i",
            setUp: "mkdir f; noiseclock completion zsh > f/_noiseclock; fpath=($PWD/f $fpath); "
                + "autoload -U compinit; compinit -u -D"),
        Shell(
            name: "fish", options: "--no-config -i", setUp: "noiseclock completion fish | source"),
    ].filter { $0.path != nil }

    @Test("The rest of a word comes with the tabulator, in each shell", arguments: shells)
    func completes(shell: Shell) throws {
        let workspace = try Workspace()
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 100, rows: 40)
        let path = try #require(shell.path)
        let program = try RunningProgram(
            "/bin/sh",
            [
                "-c",
                "PATH=\(BuiltPrograms.folder):$PATH TERM=dumb exec \(path) \(shell.options) 2>&1",
            ], in: workspace, terminal: terminal.path)
        /// Types a line, and waits for the file that it writes.
        func type(_ line: String, until wanted: String, in file: String) throws {
            terminal.type(line + " > \(file)\r")
            var screen = ""
            let isThere = eventually {
                screen += terminal.output()
                let text = try? String(contentsOfFile: workspace.file(file), encoding: .utf8)
                return (text ?? "").hasPrefix(wanted) || !program.isRunning
            }
            try #require(isThere && program.isRunning, "\(line): \(screen)\(program.error)")
        }
        try type(shell.setUp + "; echo ready", until: "ready", in: "ready")
        try type(
            "noiseclock noise vo\t --help", until: "Usage: noiseclock noise volume", in: "word")
        try type(
            "noiseclock noise fade --sh\t equal-p\t --help", until: "Usage: noiseclock noise fade",
            in: "option")
        terminal.type("exit\r")
        #expect(
            eventually {
                _ = terminal.output()
                return !program.isRunning
            })
    }
}
