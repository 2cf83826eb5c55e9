import Foundation
import Testing

@Suite("The Debian 13 that board/test goes on in")
struct Debian13Tests {
    /// Apt's answers on a system that has everything but Debian 13, and gets its packages from `mirror`.
    private static func withoutDebian13(mirror: String) throws -> StandInCommands {
        let commands = try ScriptTests.bareSystem()
        try commands.addSystems("chmod", "flock", "head", "mv", "sha256sum")
        try commands.add("dpkg-query", "echo installed")
        try commands.add(
            "apt-get",
            "case \"$1\" in indextargets) echo \"\(mirror)\"; exit 0 ;; esac; "
                + "echo \"$*\" >>\"$STAND_IN/apt-get.log\"")
        try commands.add(
            "apt-config",
            "echo 'Acquire::http::Proxy \"http://proxy.example\";'; echo 'Acquire::Languages \"de\";'"
        )
        try commands.add("timeout", "shift 3; exec \"$@\"")
        try commands.add(
            "mmdebstrap",
            """
            echo "$*" >>"$STAND_IN/mmdebstrap.log"
            for folder; do case "$folder" in *.unfinished) mkdir "$folder" ;; esac; done
            echo "I: unpacking"
            [ ! -e "$STAND_IN/no-network" ]
            """)
        try commands.add("unshare", "echo \"$*\" >>\"$STAND_IN/unshare.log\"")
        return commands
    }

    private static let debianMirror = "Packages Debian bookworm http://mirror.example/debian/"

    @Test("Debian 13 is made once, from where this system's packages come from, and then entered")
    func debian13() throws {
        let commands = try Debian13Tests.withoutDebian13(mirror: Debian13Tests.debianMirror)
        let first = try Shell.run(
            "bash", "board/test", "--debian13", "--filter", "A B",
            environment: commands.environment)
        #expect(first.status == 0, "\(first.output)")
        #expect(first.output.contains("board/test: unpacking\n"))
        let made = commands.text(of: "mmdebstrap.log")
        #expect(made.contains("trixie \(commands.folder.path)/.cache/noiseclock/debian13/"))
        #expect(made.contains(" deb http://mirror.example/debian/ trixie main\n"))
        #expect(made.contains("Acquire::http::Proxy \"http://proxy.example\";"))
        #expect(!made.contains("Acquire::Languages \"de\""))
        let entered = commands.text(of: "unshare.log")
        #expect(entered.contains("--scratch-path /build"))
        #expect(entered.hasSuffix(" --filter A B\n"))

        let second = try Shell.run(
            "bash", "board/test", "--debian13", environment: commands.environment)
        #expect(second.status == 0, "\(second.output)")
        #expect(commands.text(of: "mmdebstrap.log") == made)
        #expect(commands.text(of: "apt-get.log") == "")
    }

    @Test("A Debian 13 that could not be made is tried again, then refused, and not taken for one")
    func debian13Fails() throws {
        let commands = try Debian13Tests.withoutDebian13(mirror: Debian13Tests.debianMirror)
        try commands.add("no-network", "")
        for attempts in [3, 6] {
            let run = try Shell.run(
                "bash", "board/test", "--debian13", environment: commands.environment)
            #expect(run.status == 1)
            #expect(
                run.output.contains("error: Debian 13 could not be made from http://mirror.example")
            )
            let calls = commands.text(of: "mmdebstrap.log").split(separator: "\n")
            #expect(calls.filter { $0.contains(" trixie ") }.count == attempts)
        }
    }

    @Test("Where apt knows no mirror of Debian, Debian 13 is refused, after the lists were fetched")
    func debian13WithoutMirror() throws {
        let commands = try Debian13Tests.withoutDebian13(
            mirror: "Packages Ubuntu noble http://mirror.example/ubuntu/")
        let run = try Shell.run(
            "bash", "board/test", "--debian13", environment: commands.environment)
        #expect(run.status == 1)
        #expect(
            run.output.hasPrefix("board/test: error: apt's sources name no mirror of Debian"),
            "\(run.output)")
        #expect(commands.text(of: "apt-get.log").hasSuffix(" update\n"))
        #expect(commands.text(of: "mmdebstrap.log") == "")
    }

    @Test("Without root and sudo, or where nothing may be mounted, Debian 13 is refused at once")
    func debian13WithoutRights() throws {
        let commands = try Debian13Tests.withoutDebian13(mirror: Debian13Tests.debianMirror)
        try commands.add("unshare", "exit 1")
        let unmounted = try Shell.run(
            "bash", "board/test", "--debian13", environment: commands.environment)
        #expect(unmounted.status == 1)
        #expect(
            unmounted.output.hasPrefix("board/test: error: this system lets not even root mount"))
        try commands.add("id", "echo 1000")
        let unprivileged = try Shell.run(
            "bash", "board/test", "--debian13", environment: commands.environment)
        #expect(unprivileged.status == 1)
        #expect(
            unprivileged.output
                == "board/test: error: this needs root: run 'board/test --debian13' as root, then this again\n"
        )
        #expect(commands.text(of: "mmdebstrap.log") == "")
    }
}
