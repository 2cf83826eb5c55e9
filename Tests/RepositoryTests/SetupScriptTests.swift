import Foundation
import Testing

/// `image/system/usr/lib/noiseclock/setup`, on a folder that stands in for the clock's system. DeviceSetupTests
/// checks what the client makes of the files.
@Suite("The script that takes the card's setup")
struct SetupScriptTests {
    private static let script = "image/system/usr/lib/noiseclock/setup"
    private static let card = "root/run/noiseclock-setup/card"
    private static let steps = "root/var/lib/system-state/setup-steps"

    private static let ownLines = "[all]\nkernel=u-boot.bin\n\n"
    private static let lastLines = "# mine\ndtoverlay=mine\n"

    /// As `image/card.sh` writes it, with a person's own lines.
    private static let shippedConfig = ownLines + wiring(["i2s-old"]) + lastLines

    private static func wiring(_ overlays: [String]) -> String {
        "# NoiseClock: the wiring of its board\n[all]\n"
            + overlays.map { "dtoverlay=\($0)\n" }.joined() + "# NoiseClock: end\n"
    }

    /// A system whose root is the second partition of a card.
    ///
    /// - Parameters:
    ///   - isPending: whether the client reports that a setup is pending.
    ///   - steps: the steps that the client leaves to the script.
    ///   - mayRestart: whether the clock allows a restart.
    private static func system(
        isPending: Bool = true, steps: String = "", mayRestart: Bool = true
    ) throws -> StandInCommands {
        let commands = try StandInCommands()
        try commands.addSystems(
            "awk", "basename", "cat", "cmp", "cp", "dirname", "flock", "grep", "mkdir", "mv", "rm",
            "sed", "sort", "stat", "tr")
        for command in ["mount", "umount", "systemctl", "sleep"] {
            try commands.add(command, "echo \"\(command) $*\" >>\"$STAND_IN/log\"")
        }
        try commands.add("sync", "")
        try commands.add(
            "noiseclock",
            """
            echo "noiseclock $*" >>"$STAND_IN/log"
            case "$1 $2" in
            "setup pending") exit \(isPending ? 0 : 1) ;;
            "setup apply")
                echo taken >"$3/noiseclock-result.txt"
                printf '\(steps)' >"$4/var/lib/system-state/setup-steps" ;;
            "update check") exit \(mayRestart ? 0 : 1) ;;
            esac
            """)
        try commands.add(
            "noiseclockd", "echo \"$*\" >>\"$STAND_IN/boards\"; echo i2s-new; echo fast,line=5")
        let files = [
            "root/proc/self/mountinfo":
                "20 1 0:5 / /proc rw\n25 1 179:2 / / ro - ext4 /dev/root ro\n",
            "root/proc/sys/kernel/hostname": "old\n",
            "root/sys/devices/mmcblk0/mmcblk0p1/partition": "1\n",
            "root/sys/devices/mmcblk0/mmcblk0p2/partition": "2\n",
            "\(card)/config.txt": shippedConfig, "\(card)/overlays/i2s-new.dtbo": "",
            "\(card)/overlays/fast.dtbo": "", "root/var/lib/system-state/board.json": "{}",
        ]
        for (path, text) in files {
            let file = commands.folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let blocks = commands.folder.appending(path: "root/sys/dev/block")
        try FileManager.default.createDirectory(at: blocks, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: blocks.path + "/179:2",
            withDestinationPath: "../../devices/mmcblk0/mmcblk0p2")
        return commands
    }

    private static func run(_ words: String = "", in commands: StandInCommands) throws
        -> Shell.Result
    {
        var environment = commands.environment
        environment["NOISECLOCK_SETUP_SYSTEM"] = commands.folder.path + "/root"
        return try Shell.run(
            "/bin/sh", "-c", "exec /bin/sh \(script) \(words)", environment: environment)
    }

    /// The commands that were called, without the folder's name.
    private static func calls(in commands: StandInCommands) -> [String] {
        commands.text(of: "log").replacingOccurrences(of: commands.folder.path + "/root", with: "")
            .split(separator: "\n").map(String.init)
    }

    private static let mount =
        "mount -t vfat -o ro,nosuid,nodev,noexec /dev/mmcblk0p1 /run/noiseclock-setup/card"

    @Test("Where there is nothing to take, the card is looked at and never written to")
    func nothing() throws {
        let commands = try SetupScriptTests.system(isPending: false)
        let run = try SetupScriptTests.run(in: commands)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            SetupScriptTests.calls(in: commands) == [
                SetupScriptTests.mount, "noiseclock setup pending /run/noiseclock-setup/card /",
                "umount /run/noiseclock-setup/card",
            ])
        #expect(
            commands.text(of: "\(SetupScriptTests.card)/config.txt")
                == SetupScriptTests.shippedConfig)
    }

    @Test(
        "What there is is taken: name, country, and the overlays of the board, with one restart after it"
    )
    func takes() throws {
        let commands = try SetupScriptTests.system(
            steps: "country DE\\nhostname bedside\\nboard\\n")
        let run = try SetupScriptTests.run(in: commands)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            SetupScriptTests.calls(in: commands) == [
                SetupScriptTests.mount, "noiseclock setup pending /run/noiseclock-setup/card /",
                "mount -o remount,rw /run/noiseclock-setup/card",
                "noiseclock setup apply /run/noiseclock-setup/card /",
                "systemctl try-restart iwd.service", "systemctl try-restart avahi-daemon.service",
                "umount /run/noiseclock-setup/card", "noiseclock update check",
                "systemctl --no-block reboot",
            ])
        #expect(commands.text(of: "root/proc/sys/kernel/hostname") == "bedside\n")
        #expect(
            commands.text(of: "\(SetupScriptTests.card)/config.txt")
                == SetupScriptTests.ownLines + SetupScriptTests.lastLines
                + SetupScriptTests.wiring(["i2s-new", "fast,line=5"]))
        let path = commands.folder.path
        #expect(!FileManager.default.fileExists(atPath: "\(path)/\(SetupScriptTests.steps)"))
        #expect(
            !FileManager.default.fileExists(atPath: "\(path)/\(SetupScriptTests.card)/config.new"))
        #expect(
            FileManager.default.fileExists(
                atPath: "\(path)/root/run/noiseclock-setup/wants-addresses"))
    }

    @Test(
        "Steps that a power cut left are done, and lines that stand there already are not written again"
    )
    func again() throws {
        let commands = try SetupScriptTests.system(isPending: false, steps: "board\\n")
        for round in 1...2 {
            try Data("board\n".utf8).write(
                to: commands.folder.appending(path: SetupScriptTests.steps))
            #expect(try SetupScriptTests.run(in: commands).status == 0)
            let config = commands.text(of: "\(SetupScriptTests.card)/config.txt")
            #expect(config.components(separatedBy: "dtoverlay=i2s-new").count == 2)
            let last = SetupScriptTests.calls(in: commands).last
            #expect(
                last
                    == (round == 1
                        ? "systemctl --no-block reboot"
                        : "systemctl --no-block restart noiseclockd.service"))
        }
    }

    @Test("Nothing is restarted near a ring")
    func nearRing() throws {
        let commands = try SetupScriptTests.system(steps: "board\\n", mayRestart: false)
        #expect(try SetupScriptTests.run(in: commands).status == 0)
        #expect(SetupScriptTests.calls(in: commands).last == "noiseclock update check")
        #expect(commands.text(of: "\(SetupScriptTests.card)/config.txt").contains("i2s-new"))
    }

    @Test("An overlay that is not on the card is left out, and the others are written")
    func missingOverlay() throws {
        let commands = try SetupScriptTests.system(steps: "board\\n")
        try FileManager.default.removeItem(
            at: commands.folder.appending(path: "\(SetupScriptTests.card)/overlays/fast.dtbo"))
        let run = try SetupScriptTests.run(in: commands)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            commands.text(of: "\(SetupScriptTests.card)/config.txt")
                == SetupScriptTests.ownLines + SetupScriptTests.lastLines
                + SetupScriptTests.wiring(["i2s-new"]))
    }

    @Test("Without the line that starts it, config.txt stays")
    func keepsConfiguration() throws {
        let commands = try SetupScriptTests.system(steps: "board\\n")
        let path = "\(SetupScriptTests.card)/config.txt"
        try Data("[all]\n".utf8).write(to: commands.folder.appending(path: path))
        let run = try SetupScriptTests.run(in: commands)
        #expect(run.status == 0, "\(run.output)")
        #expect(commands.text(of: path) == "[all]\n")
        #expect(!run.output.isEmpty)
        #expect(!SetupScriptTests.calls(in: commands).contains("systemctl --no-block reboot"))
    }

    @Test("Addresses are waited for, and written once")
    func addresses() throws {
        let commands = try SetupScriptTests.system()
        try commands.add(
            "ip",
            """
            [ -e "$STAND_IN/asked" ] || { : >"$STAND_IN/asked"; exit; }
            echo 'lo UNKNOWN 127.0.0.1/8'
            echo 'wlan0 UP 192.0.2.7/24 metric 600 2001:db8::7/64'
            """)
        try Data().write(
            to: commands.folder.appending(path: "root/run/noiseclock-setup/wants-addresses"))
        let run = try SetupScriptTests.run("addresses", in: commands)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            SetupScriptTests.calls(in: commands) == [
                "sleep 3",
                SetupScriptTests.mount.replacingOccurrences(of: "-o ro,", with: "-o rw,"),
                "noiseclock setup addresses /run/noiseclock-setup/card 192.0.2.7 2001:db8::7",
                "umount /run/noiseclock-setup/card",
            ])
        let mark = "\(commands.folder.path)/root/run/noiseclock-setup/wants-addresses"
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test("Without a network the waiting ends, and the card is not touched")
    func noAddress() throws {
        let commands = try SetupScriptTests.system()
        try commands.add("ip", "")
        let run = try SetupScriptTests.run("addresses", in: commands)
        #expect(run.status == 0)
        #expect(Set(SetupScriptTests.calls(in: commands)) == ["sleep 3"])
    }

    private static let kept = "root/var/lib/system-state/firmware/brcm"

    @Test(
        "Firmware for the radio that lies on the card is kept, and the clock restarts for it once")
    func firmware() throws {
        let commands = try SetupScriptTests.system(isPending: false)
        for (path, text) in [
            "firmware/brcmfmac43430b0-sdio.bin": "radio", "firmware/notes.txt": "mine",
            "firmware/brcm/brcmfmac43430b0-sdio.txt": "its board",
        ] {
            let file = commands.folder.appending(path: "\(SetupScriptTests.card)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        for expected in ["systemctl --no-block reboot", "umount /run/noiseclock-setup/card"] {
            let run = try SetupScriptTests.run(in: commands)
            #expect(run.status == 0, "\(run.output)")
            #expect(SetupScriptTests.calls(in: commands).last == expected)
            let folder = commands.folder.appending(path: SetupScriptTests.kept)
            #expect(
                Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
                    == ["brcmfmac43430b0-sdio.bin", "brcmfmac43430b0-sdio.txt"])
        }
        try FileManager.default.removeItem(
            at: commands.folder.appending(path: "\(SetupScriptTests.card)/firmware"))
        #expect(try SetupScriptTests.run(in: commands).status == 0)
        #expect(commands.text(of: "\(SetupScriptTests.kept)/brcmfmac43430b0-sdio.bin") == "")
    }

    @Test("The result says once which file the radio did not find, and no longer when it works")
    func radio() throws {
        let commands = try SetupScriptTests.system()
        try commands.add(
            "journalctl",
            """
            p='brcmfmac mmc1:0001:1: Direct firmware load for brcm/brcmfmac43430b0-sdio'
            echo "$p.raspberrypi,model-zero-2-w.bin failed with error -2"
            echo "$p.bin failed with error -2"
            echo 'rtl8192 1-1: Direct firmware load for rtl.bin failed with error -2'
            """)
        let result = "\(SetupScriptTests.card)/noiseclock-result.txt"
        try Data("Name: bedside.local\r\n".utf8).write(to: commands.folder.appending(path: result))
        let line =
            "Radio: no Wi-Fi, because its firmware is not on the card: brcmfmac43430b0-sdio.bin\r\n"
        for writes in [1, 1] {
            let run = try SetupScriptTests.run("radio", in: commands)
            #expect(run.status == 0, "\(run.output)")
            #expect(commands.text(of: result) == "Name: bedside.local\r\n" + line)
            let calls = SetupScriptTests.calls(in: commands)
            #expect(calls.count(where: { $0.hasPrefix("mount -o remount,rw") }) == writes)
        }
        try FileManager.default.createDirectory(
            at: commands.folder.appending(path: "root/sys/class/net/wlan0/phy80211"),
            withIntermediateDirectories: true)
        #expect(try SetupScriptTests.run("radio", in: commands).status == 0)
        #expect(commands.text(of: result) == "Name: bedside.local\r\n")
    }

    @Test("The result says why there is no network, beside all else, and takes it back")
    func network() throws {
        let commands = try SetupScriptTests.system()
        let result = "\(SetupScriptTests.card)/noiseclock-result.txt"
        let said = commands.folder.appending(path: "root/run/noiseclock-network/result")
        try FileManager.default.createDirectory(
            at: said.deletingLastPathComponent(), withIntermediateDirectories: true)
        let before = "Name: bedside.local\r\nRadio: none\r\n"
        try Data(before.utf8).write(to: commands.folder.appending(path: result))
        for (line, writes) in [
            ("Network: not found: \"Home\".", 1), ("Network: not found: \"Home\".", 1), ("", 2),
        ] {
            try Data("\(line)\n".utf8).write(to: said)
            let run = try SetupScriptTests.run("network", in: commands)
            #expect(run.status == 0, "\(run.output)")
            #expect(commands.text(of: result) == before + (line.isEmpty ? "" : "\(line)\r\n"))
            let calls = SetupScriptTests.calls(in: commands)
            #expect(calls.count(where: { $0.hasPrefix("mount -o remount,rw") }) == writes)
            // It would be asked for again and again.
            #expect(!FileManager.default.fileExists(atPath: said.path))
        }
    }

    @Test("The result says how the last update went")
    func update() throws {
        let commands = try SetupScriptTests.system()
        let result = "\(SetupScriptTests.card)/noiseclock-result.txt"
        try Data("Name: bedside.local\r\nUpdate: old\r\n".utf8)
            .write(to: commands.folder.appending(path: result))
        let last = "2026-11-27 16:00 UTC  two.raucb was refused: this file is cut short"
        try Data("\(last)\n".utf8)
            .write(to: commands.folder.appending(path: "root/var/lib/system-state/update-result"))
        let run = try SetupScriptTests.run("update", in: commands)
        #expect(run.status == 0, "\(run.output)")
        #expect(commands.text(of: result) == "Name: bedside.local\r\nUpdate: \(last)\r\n")
    }

    @Test("On the FAT partition, each step of a rename is on the card before the next one")
    func renames() throws {
        let commands = try SetupScriptTests.system()
        try commands.add("sync", "echo \"sync $*\" >>\"$STAND_IN/log\"")
        try commands.add("mv", "echo \"mv $*\" >>\"$STAND_IN/log\"")
        let run = try Shell.run(
            "/bin/sh", "-c", "exec image/system/usr/lib/noiseclock/fat-rename /a/new /b/old",
            environment: commands.environment)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            commands.text(of: "log")
                == "sync --file-system /a/new\nmv /a/new /b/old\nsync /a\nsync --file-system /b/old\n"
        )
    }

    @Test("The units are wanted at the start, and none holds up another")
    func units() throws {
        for name in ["noiseclock-setup", "noiseclock-setup-address", "noiseclock-card-files"] {
            let folder = "image/system/usr/lib/systemd/system"
            let unit = try Repository.text("\(folder)/\(name).service")
            #expect(!unit.contains("Before="))
            #expect(unit.contains("\nTimeoutStartSec="))
            #expect(Repository.exists("\(folder)/multi-user.target.wants/\(name).service"))
        }
    }

    @Test("It finds the lines of the wiring as the image writes them")
    func sameMarks() throws {
        let script = try Repository.text(SetupScriptTests.script)
        let shared = try Repository.text("systemd/config.sh")
        for (name, sharedName) in [("begin", "config_begin"), ("end", "config_end")] {
            let line = shared.split(separator: "\n").first { $0.hasPrefix("\(sharedName)=") }
            let mark = try #require(line?.dropFirst(sharedName.count))
            #expect(script.contains("\n\(name)\(mark)\n"))
        }
    }
}
