import Foundation
import Testing

@Suite("Scripts and commands")
struct ScriptTests {
    static let scripts = ["board", ".ci", "systemd", "image"].flatMap {
        Repository.files(below: $0)
    }.filter { path in
        guard let text = try? Repository.text(path), let first = text.split(separator: "\n").first
        else { return false }
        return first.hasPrefix("#!") && first.hasSuffix("sh") || path.hasSuffix(".sh")
    }

    /// Continues despite errors, because the clock must start with whatever works (its first lines say so).
    static let goesOn: Set = ["image/boot/init"]

    @Test("There are the scripts that people run", arguments: commands + [".ci/run"])
    func scriptsAreThere(path: String) {
        #expect(ScriptTests.scripts.contains(path))
    }

    @Test(
        "Every script is executable, ends at its first error, and is sound shell",
        arguments: scripts)
    func scriptIsSound(path: String) throws {
        let text = try Repository.text(path)
        let isExecutable = FileManager.default.isExecutableFile(
            atPath: Repository.root.appending(path: path).path)
        if path.hasSuffix(".sh") {
            #expect(!isExecutable, "\(path): is sourced, never run, so it must not be executable")
        } else {
            #expect(isExecutable, "\(path): is not executable; chmod +x")
            #expect(
                text.contains("\nset -e") || ScriptTests.goesOn.contains(path),
                "\(path): has no `set -euo pipefail`")
        }
        let check = try Shell.run("bash", "-n", path)
        #expect(check.status == 0, "\(path): \(check.output)")
    }

    @Test("Each command says what it does", arguments: commands)
    func help(path: String) throws {
        let run = try Shell.run(path, "--help")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("Usage: \(path) "))
        #expect(run.output.contains("--help"))
    }

    @Test("Without Swift, one line says so and others how to get it, and nothing is installed")
    func withoutSwift() throws {
        let commands = try ScriptTests.bareSystem()
        let run = try Shell.run("bash", "board/test", environment: commands.environment)
        #expect(run.status == 1)
        #expect(
            run.output.hasPrefix("board/test: error: Swift 6.0 or newer is needed, and there is no")
        )
        #expect(run.output.contains("swift.org"))
        #expect(commands.text(of: "apt-get.log") == "")
    }

    @Test("Where the system's own packages have Swift, the one command for it is named")
    func swiftFromThePackages() throws {
        let commands = try ScriptTests.bareSystem()
        try commands.add("apt-cache", "echo swiftlang:; echo '  Candidate: 6.0.3-2'")
        let run = try Shell.run("bash", "board/simulate", environment: commands.environment)
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("  Get it with: sudo apt install swiftlang\n"))
    }

    @Test(
        "A Swift that is too old, or another command of that name, is refused",
        arguments: [
            ("echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'", "is 5.10"),
            ("echo 'swift 4.1.0'", "is not the Swift compiler"),
            ("echo 'cannot load a library' >&2; exit 127", "--version' fails"),
        ])
    func otherSwift(script: String, complaint: String) throws {
        let commands = try ScriptTests.bareSystem()
        try commands.add("swift", script)
        try commands.add("dpkg-query", "echo installed")
        let run = try Shell.run("bash", "board/test", environment: commands.environment)
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").first?.contains(complaint) == true)
    }

    @Test(
        "Only what is missing is installed, after saying what and why, and a failed download is tried again"
    )
    func installsWhatIsMissing() throws {
        let commands = try ScriptTests.bareSystem()
        try commands.add(
            "swift", "echo 'Swift version 6.3.1'; echo \"$@\" >>\"$STAND_IN/swift.log\"")
        try commands.add(
            "dpkg-query",
            """
            case "$1 $*" in
            "-S "*) exit 0 ;;
            *tzdata* | *libasound2-dev*) exit 1 ;;
            *) echo installed ;;
            esac
            """)
        // The first update fails, as a mirror does occasionally.
        try commands.add(
            "apt-get",
            """
            echo "$*" >>"$STAND_IN/apt-get.log"
            case "$*" in *update*) mkdir "$STAND_IN/updated" 2>&1 || exit 0; exit 100 ;; esac
            """)
        let run = try Shell.run("bash", "board/test", environment: commands.environment)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("  libasound2-dev: sound output (ALSA)\n"))
        #expect(run.output.contains("  tzdata: the rules of the time zones\n"))
        #expect(!run.output.contains("libc6-dev"))
        let calls = commands.text(of: "apt-get.log").split(separator: "\n")
        try #require(calls.count == 3)
        #expect(calls[0].hasSuffix("update") && calls[1].hasSuffix("update"))
        #expect(calls[2].hasSuffix("install --no-install-recommends libasound2-dev tzdata"))
        let builds = commands.text(of: "swift.log").split(separator: "\n")
        #expect(builds.contains { $0.hasPrefix("build ") && $0.contains("--build-tests") })
        #expect(builds.last?.hasPrefix("test ") == true)
    }

    @Test("Without root, sudo is used, and without a terminal it is not made to ask")
    func usesSudo() throws {
        let commands = try ScriptTests.bareSystem()
        try commands.add("swift", "echo 'Swift version 6.3.1'")
        try commands.add("id", "echo 1000")
        try commands.add(
            "dpkg-query",
            "case \"$1 $*\" in '-S '*) exit 0 ;; *tzdata*) exit 1 ;; esac; echo installed")
        try commands.add("sudo", "echo \"$*\" >>\"$STAND_IN/sudo.log\"; exit 1")
        let run = try Shell.run("bash", "board/simulate", environment: commands.environment)
        #expect(run.status == 1)
        #expect(commands.text(of: "sudo.log") == "-n true\n")
        #expect(
            run.output.contains(
                "error: sudo was refused: run 'sudo apt-get install tzdata' yourself"))
        #expect(commands.text(of: "apt-get.log") == "")
    }

    @Test(
        "Where everything is there, neither apt nor sudo is called; a sanitizer gets what it must know",
        arguments: [["--sanitize", "thread"], ["--sanitize=thread"], ["--sanitize", "address"]])
    func everythingIsThere(sanitizer: [String]) throws {
        let commands = try ScriptTests.bareSystem()
        try commands.add(
            "swift",
            "echo 'Swift version 6.3.1'; "
                + "echo \"$* [${LD_PRELOAD:-} ${ASAN_OPTIONS:-}]\" >>\"$STAND_IN/swift.log\"")
        try commands.add("swiftc", "")
        try commands.add("clang", "echo \"$*\" >>\"$STAND_IN/clang.log\"")
        try commands.add("dpkg-query", "echo installed")
        let build = "\(commands.folder.path)/build"
        let words = sanitizer.joined(separator: " ")
        let run = try Shell.run(
            "bash", "-c", "exec board/test --scratch-path '\(build)' \(words) --filter A",
            environment: commands.environment)
        #expect(run.status == 0, "\(run.output)")
        #expect(commands.text(of: "apt-get.log") == "")
        let calls = commands.text(of: "swift.log").split(separator: "\n")
        #expect(calls.contains { $0.hasPrefix("build ") && $0.contains(" \(words) [") })
        if words.hasSuffix("thread") {
            let library = "\(build)/thread-sanitizer-locks.so"
            #expect(commands.text(of: "clang.log").contains(" -o \(library) "))
            #expect(calls.last?.hasSuffix(" \(words) --filter A [\(library) ]") == true)
        } else {
            #expect(calls.last?.hasSuffix(" \(words) --filter A [ detect_leaks=0]") == true)
        }
    }

    /// Apt's answers on a Debian 12 that has everything but libgpiod. It offers the second version only after the
    /// backports are added.
    private static func withoutGPIO(mirror: String) throws -> StandInCommands {
        let commands = try ScriptTests.bareSystem()
        try commands.addSystems("head")
        try commands.add(
            "swift",
            "echo 'Swift version 6.3.1'; echo \"${NOISECLOCK_PORTABLE:-whole} $*\" >>\"$STAND_IN/swift.log\""
        )
        try commands.add(
            "dpkg-query",
            "case \"$1 $*\" in '-S '*) exit 0 ;; *libgpiod*) exit 1 ;; esac; echo installed")
        try commands.add(
            "apt-cache",
            """
            if [ -e "$STAND_IN/noiseclock-backports.sources" ]; then version=2.1.3; else version=1.6.3; fi
            echo "libgpiod-dev:"; echo "  Candidate: $version-1"
            """)
        try commands.add(
            "apt-get",
            """
            case "$1" in indextargets) echo "\(mirror)"; exit 0 ;; esac
            echo "$*" >>"$STAND_IN/apt-get.log"
            """)
        try commands.add("tee", "cat >\"$STAND_IN/$(basename \"$1\")\"")
        return commands
    }

    @Test(
        "Debian 12's backports are added for libgpiod alone, from where Debian 12 comes from itself"
    )
    func backports() throws {
        let commands = try ScriptTests.withoutGPIO(
            mirror: "Packages Debian bookworm http://mirror.example/debian/")
        let run = try Shell.run("bash", "board/test", environment: commands.environment)
        #expect(run.status == 0, "\(run.output)")
        let source = commands.text(of: "noiseclock-backports.sources")
        #expect(
            source.contains("\nURIs: http://mirror.example/debian/\nSuites: bookworm-backports\n"))
        let pins = commands.text(of: "noiseclock").split(separator: "\n")
        #expect(
            pins == [
                "Package: src:libgpiod", "Pin: release n=bookworm-backports", "Pin-Priority: 500",
                "Package: *", "Pin: release n=bookworm-backports", "Pin-Priority: 50",
            ])
        let calls = commands.text(of: "apt-get.log").split(separator: "\n")
        #expect(calls.last?.hasSuffix("install --no-install-recommends libgpiod-dev") == true)
        let builds = commands.text(of: "swift.log").split(separator: "\n")
        #expect(builds.last?.hasPrefix("whole test ") == true)
    }

    @Test("Where there is no libgpiod 2, the portable part is tested, and nothing is added")
    func noSecondGPIOLibrary() throws {
        let commands = try ScriptTests.withoutGPIO(
            mirror: "Packages Ubuntu noble http://mirror.example/ubuntu/")
        let run = try Shell.run("bash", "board/test", environment: commands.environment)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("it needs libgpiod 2, which this system does not have"))
        #expect(commands.text(of: "noiseclock-backports.sources") == "")
        #expect(!commands.text(of: "apt-get.log").contains("install"))
        let builds = commands.text(of: "swift.log").split(separator: "\n").dropFirst()
        #expect(!builds.isEmpty)
        #expect(
            builds.filter { $0.contains("build ") || $0.contains("test ") }
                .allSatisfy { $0.hasPrefix("1 ") }, "\(builds)")
    }

    @Test("The simulator asks for no library of wires")
    func simulatorWithoutGPIO() throws {
        let commands = try ScriptTests.withoutGPIO(mirror: "")
        try commands.addSystems("ln")
        let run = try Shell.run("bash", "board/simulate", environment: commands.environment)
        #expect(!run.output.contains("libgpiod"))
        #expect(commands.text(of: "apt-get.log") == "")
        let builds = commands.text(of: "swift.log").split(separator: "\n")
        // It builds only the products that need no such library, not the whole package.
        let products = builds.filter { $0.hasPrefix("whole build ") && !$0.contains("--show-bin") }
        #expect(products.count == 3 && products.allSatisfy { $0.contains(" --product noiseclock") })
    }

    @Test(
        "The simulator's screen is built quickly, in a folder of its own; without a screen it is built like the tests",
        arguments: [("6.0.3", true), ("6.3.1", true), ("6.4", false), ("7.0", false)])
    func quickBuild(version: String, warningsAreErrors: Bool) throws {
        let commands = try ScriptTests.bareSystem()
        try commands.addSystems("ln")
        try commands.add(
            "swift",
            "echo 'Swift version \(version)'; echo \"$NOISECLOCK_QUICK $*\" >>\"$STAND_IN/swift.log\""
        )
        try commands.add(
            "dpkg-query", "case \"$1 $*\" in *Version*) echo 2.1 ;; *) echo installed ;; esac")
        _ = try Shell.run("bash", "board/simulate", environment: commands.environment)
        let quick = commands.text(of: "swift.log").split(separator: "\n")
            .filter { $0.contains(" build ") }
        #expect(quick.count == 4)
        #expect(
            quick.allSatisfy { $0.hasPrefix("1 ") && $0.contains("/.build/quick") }, "\(quick)")
        _ = try Shell.run("bash", "board/simulate", "--headless", environment: commands.environment)
        let run = try Shell.run("bash", "board/test", environment: commands.environment)
        #expect(run.status == 0, "\(run.output)")
        let all = commands.text(of: "swift.log").split(separator: "\n")
            .filter { $0.contains(" build ") }
        #expect(all.count > quick.count + 4)
        #expect(
            all.dropFirst(quick.count).allSatisfy {
                $0.hasPrefix(" build ") && !$0.contains("--scratch-path")
            }, "\(all)")
        #expect(
            all.allSatisfy { $0.contains("-warnings-as-errors") == warningsAreErrors }, "\(all)")
    }

    @Test(
        "The benchmarks are built as they are released, with the firmware where it can be, and run")
    func benchmarks() throws {
        for portable in ["", "1"] {
            let commands = try ScriptTests.bareSystem()
            try commands.add(
                "swift",
                """
                case "$*" in
                *--show-bin-path*) echo "$STAND_IN" ;;
                *) echo 'Swift version 6.3.1'; echo "$@" >>"$STAND_IN/swift.log" ;;
                esac
                """)
            try commands.add(
                "dpkg-query", "case \"$1 $*\" in *Version*) echo 2.1 ;; *) echo installed ;; esac")
            try commands.add("noiseclock-bench", "echo \"$*\" >\"$STAND_IN/bench.log\"")
            let run = try Shell.run(
                "bash", "board/bench", "--", "noise", "--help",
                environment: commands.environment.merging(["NOISECLOCK_PORTABLE": portable]) { $1 })
            #expect(run.status == 0, "\(run.output)")
            #expect(commands.text(of: "bench.log") == "noise --help\n")
            let builds = commands.text(of: "swift.log").split(separator: "\n").filter {
                $0.hasPrefix("build ")
            }
            #expect(builds.allSatisfy { $0.contains("-c release") })
            #expect(builds.first?.hasSuffix("--product noiseclock-bench") == true)
            #expect(builds.contains { $0.hasSuffix("noiseclockd") } == portable.isEmpty)
        }
    }

    /// A Debian with the usual commands, without Swift, and with an apt that only logs its calls.
    static func bareSystem() throws -> StandInCommands {
        let commands = try StandInCommands()
        try commands.addSystems(
            "bash", "sh", "cat", "basename", "dirname", "realpath", "readlink", "env", "grep",
            "sed",
            "tail", "mktemp", "rm", "mkdir", "getconf")
        try commands.add("id", "echo 0")
        try commands.add("sleep", "")
        try commands.add("apt-cache", "")
        try commands.add("dpkg-query", "exit 1")
        try commands.add("apt-get", "echo \"$*\" >>\"$STAND_IN/apt-get.log\"")
        return commands
    }
}
