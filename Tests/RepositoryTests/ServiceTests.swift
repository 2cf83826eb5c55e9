import Foundation
import Testing

/// `systemd/install` installs files under a temporary folder, with stand-ins for the real programs. `systemd/test`
/// checks what the unit does under a real systemd.
@Suite("The service and its installation")
struct ServiceTests {
    /// A Raspberry Pi's configuration file, with a person's own lines.
    static let ownConfiguration = "[pi4]\narm_boost=1\n\n[all]\ndtparam=i2c_arm=on\n"

    static let configuration = "boot/firmware/config.txt"

    /// All installed files, in order.
    static let installed = [
        "etc/avahi/services/noiseclock.service", "etc/modules-load.d/noiseclock.conf",
        "etc/noiseclock/board.json",
        "etc/systemd/system/multi-user.target.wants/noiseclock-mqtt.service",
        "etc/systemd/system/noiseclock-mqtt.service",
        "etc/systemd/system/noiseclock-web.service",
        "etc/systemd/system/noiseclock-web.socket", "etc/systemd/system/noiseclockd.service",
        "etc/systemd/system/sockets.target.wants/noiseclock-web.socket",
        "etc/systemd/system/sysinit.target.wants/noiseclockd.service",
        "etc/sysusers.d/noiseclock.conf",
        "etc/tmpfiles.d/noiseclock.conf", "etc/udev/rules.d/60-noiseclock.rules",
        "usr/local/bin/noiseclock", "usr/local/bin/noiseclock-import",
        "usr/local/bin/noiseclock-mqtt", "usr/local/bin/noiseclock-web",
        "usr/local/bin/noiseclockd",
    ]

    /// A file tree with a Pi's configuration and the programs to install.
    static func system() throws -> StandInCommands {
        let system = try StandInCommands()
        for name in ["programs", "boot/firmware", "var/lib/noiseclock"] {
            try FileManager.default.createDirectory(
                at: system.folder.appending(path: name), withIntermediateDirectories: true)
        }
        for name in [
            "noiseclockd", "noiseclock", "noiseclock-import", "noiseclock-web", "noiseclock-mqtt",
        ] {
            try system.add("programs/\(name)", "case \"$2\" in */broken.json) exit 65 ;; esac")
        }
        try write(ownConfiguration, to: configuration, in: system)
        try write("state", to: "var/lib/noiseclock/state", in: system)
        return system
    }

    static func write(_ text: String, to path: String, in system: StandInCommands) throws {
        try Data(text.utf8).write(to: system.folder.appending(path: path))
    }

    static func install(_ options: String, in system: StandInCommands) throws -> Shell.Result {
        try Shell.run(
            "bash", "-c",
            "exec systemd/install --root '\(system.folder.path)' --programs '\(system.folder.path)/programs' \(options)"
        )
    }

    /// Files below the folder, except for stand-in programs and the original files.
    static func files(in system: StandInCommands) throws -> [String] {
        let run = try Shell.run(
            "bash", "-c",
            "cd '\(system.folder.path)' && find etc usr -not -type d 2>/dev/null | LC_ALL=C sort")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test("It installs the programs, the unit and what the unit needs, and wants it at the start")
    func installs() throws {
        let system = try ServiceTests.system()
        let run = try ServiceTests.install("", in: system)
        #expect(run.status == 0, "\(run.output)")
        #expect(try ServiceTests.files(in: system) == ServiceTests.installed)
        let unit = system.text(of: "etc/systemd/system/noiseclockd.service")
        #expect(unit.contains("\nExecStart=/usr/local/bin/noiseclockd\n"))
        #expect(unit.contains("\nExecStopPost=-/usr/local/bin/noiseclockd --switch-off\n"))
        let board = try Repository.text("board/ht16k33-7seg.json")
        #expect(system.text(of: "etc/noiseclock/board.json") == board)
    }

    @Test("It limits the journal of the whole system only when that is asked for")
    func limitsJournal() throws {
        let system = try ServiceTests.system()
        _ = try ServiceTests.install("--journal-limit", in: system)
        let settings = "etc/systemd/journald.conf.d/noiseclock.conf"
        #expect(
            try ServiceTests.files(in: system) == (ServiceTests.installed + [settings]).sorted())
        #expect(system.text(of: settings).contains("\nSystemMaxUse=32M\n"))
        _ = try ServiceTests.install("--uninstall", in: system)
        #expect(try ServiceTests.files(in: system) == [])
    }

    @Test("--uninstall says all that stays")
    func saysWhatStays() throws {
        let system = try ServiceTests.system()
        _ = try ServiceTests.install("", in: system)
        let run = try ServiceTests.install("--uninstall", in: system)
        for part in [
            "/var/lib/noiseclock: alarms, settings",
            "the users and the groups noiseclock, noiseclock-web and noiseclock-mqtt",
            "the groups i2c and gpio", "the packages that it installed",
        ] { #expect(run.output.contains(part), "\(part)") }
    }

    @Test("It names the lines that config.txt lacks, and does not write them unasked")
    func namesLines() throws {
        let system = try ServiceTests.system()
        let run = try ServiceTests.install("", in: system)
        #expect(run.output.contains("  dtoverlay=max98357a\n"))
        #expect(!run.output.contains("  dtparam=i2c_arm=on\n"), "is there already")
        #expect(system.text(of: ServiceTests.configuration) == ServiceTests.ownConfiguration)
    }

    @Test(
        "With --configure it writes them once, whoever runs it again, and --uninstall takes them out"
    )
    func configures() throws {
        let system = try ServiceTests.system()
        _ = try ServiceTests.install("--configure", in: system)
        let once = system.text(of: ServiceTests.configuration)
        #expect(once.hasPrefix(ServiceTests.ownConfiguration))
        #expect(once.contains("\n[all]\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n"))
        _ = try ServiceTests.install("--configure", in: system)
        #expect(system.text(of: ServiceTests.configuration) == once)
        let run = try ServiceTests.install("--uninstall", in: system)
        #expect(run.status == 0, "\(run.output)")
        #expect(system.text(of: ServiceTests.configuration) == ServiceTests.ownConfiguration)
        #expect(try ServiceTests.files(in: system) == [])
        #expect(system.text(of: "var/lib/noiseclock/state") == "state")
    }

    @Test("Where somebody has deleted the last of its lines, no line of theirs is taken out")
    func keepsLinesWithoutEnd() throws {
        let system = try ServiceTests.system()
        let damaged =
            "[all]\n# NoiseClock: the wiring of its board\ndtoverlay=max98357a\narm_boost=1\n"
        try ServiceTests.write(damaged, to: ServiceTests.configuration, in: system)
        _ = try ServiceTests.install("--configure", in: system)
        let run = try ServiceTests.install("--uninstall", in: system)
        #expect(run.status == 0, "\(run.output)")
        #expect(system.text(of: ServiceTests.configuration) == damaged)
    }

    @Test("A board file that is there stays, unless another is named")
    func keepsBoard() throws {
        let system = try ServiceTests.system()
        _ = try ServiceTests.install("", in: system)
        try ServiceTests.write("mine", to: "etc/noiseclock/board.json", in: system)
        _ = try ServiceTests.install("", in: system)
        #expect(system.text(of: "etc/noiseclock/board.json") == "mine")
        _ = try ServiceTests.install("--board board/ht16k33-7seg-big.json", in: system)
        let board = try Repository.text("board/ht16k33-7seg-big.json")
        #expect(system.text(of: "etc/noiseclock/board.json") == board)
    }

    @Test("A board file that the clock does not take is refused before anything is installed")
    func refusesBoard() throws {
        let system = try ServiceTests.system()
        try ServiceTests.write("{", to: "broken.json", in: system)
        let run = try ServiceTests.install(
            "--board '\(system.folder.path)/broken.json'", in: system)
        #expect(run.status == 1)
        #expect(run.output.contains("broken.json is no board file that the clock takes"))
        #expect(try ServiceTests.files(in: system) == [])
    }

    @Test(
        "An option that there is not, or one without its value, is refused",
        arguments: [
            ("--bord x", "there is no option --bord"), ("--board", "--board wants a value"),
        ])
    func refusesOptions(options: String, complaint: String) throws {
        let run = try ServiceTests.install(options, in: try ServiceTests.system())
        #expect(run.status == 1)
        #expect(run.output.contains("systemd/install: error: \(complaint)"))
    }

    @Test("The lines for config.txt are those that the board's README tells")
    func linesAreTheReadmes() throws {
        let script = try Repository.text("systemd/config.sh")
        let lines = script.matches(of: #/"(dt(?:param|overlay)=[^"]+)"/#).map {
            String($0.output.1)
        }
        #expect(lines.count == 4)
        let readme = try Repository.text("board/README.md")
        for line in lines where !readme.contains("\n   \(line)\n") {
            report("board/README.md", "does not tell the line \(line) that systemd/install writes")
        }
    }

    @Test("A PWM channel's files go to the clock's group, also those that come later")
    func pulseChannel() throws {
        let rules = try Repository.text("systemd/noiseclock.rules").split(separator: "\n")
        let rule = try #require(rules.first { $0.hasPrefix(#"SUBSYSTEM=="pwm""#) })
        let command = try #require(rule.firstMatch(of: #/sh -c '([^']*)'/#)).output.1
        let folder = FileManager.default.temporaryDirectory.appending(path: "pwm-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let chip = folder.appending(path: "pwmchip0")
        let script = String(command).replacing("$$", with: "$")
            .replacing("/sys%p", with: chip.path)
            .replacing("noiseclock", with: "\(getgid())")
        func files(_ names: [String]) throws -> [String: Int] {
            for name in names where !FileManager.default.fileExists(atPath: chip.path + name) {
                let isMade = FileManager.default.createFile(
                    atPath: chip.path + name, contents: nil, attributes: [.posixPermissions: 0o600])
                #expect(isMade, "\(name)")
            }
            let run = try Shell.run("sh", "-c", script)
            #expect(run.status == 0, "\(run)")
            var modes: [String: Int] = [:]
            for name in names {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: chip.path + name)
                modes[name] = attributes[.posixPermissions] as? Int
            }
            return modes
        }
        try FileManager.default.createDirectory(at: chip, withIntermediateDirectories: true)
        #expect(try files(["/export", "/npwm"]) == ["/export": 0o620, "/npwm": 0o600])
        try FileManager.default.createDirectory(
            at: chip.appending(path: "pwm1"), withIntermediateDirectories: true)
        let channel = ["/pwm1/period", "/pwm1/duty_cycle", "/pwm1/enable", "/pwm1/polarity"]
        #expect(try files(channel).values.sorted() == [0o600, 0o620, 0o620, 0o620])
        // The unit opens nothing but its state and the kernel's files of the lamp.
        let unit = try Repository.text("systemd/noiseclockd.service").split(separator: "\n")
        let open = unit.filter {
            $0.hasPrefix("ReadWritePaths=") && $0 != "ReadWritePaths=-/var/lib/noiseclock"
        }
        #expect(open.count == 5)
        #expect(
            open.allSatisfy {
                $0.hasSuffix("/leds") || $0.hasSuffix("c000.pwm") || $0.hasSuffix("8000.pwm")
            })
    }
}
