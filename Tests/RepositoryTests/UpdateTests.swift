import Foundation
import Testing

/// The image's `update` and its callers, with stand-ins for the clock, RAUC, systemd and the slots.
/// `image/test updates` checks them on a running system.
@Suite("Updates")
struct UpdateTests {
    /// A system whose clock allows everything, running version 1.0 with zone release 2026b.
    static func system() throws -> StandInCommands {
        let system = try StandInCommands()
        for folder in [
            "lib", "root/var/lib/system-state", "root/run", "root/usr/share/noiseclock",
            "root/usr/share/zoneinfo", "stick",
        ] {
            try FileManager.default.createDirectory(
                at: system.folder.appending(path: folder), withIntermediateDirectories: true)
        }
        for name in ["update", "pre-install", "slot-good", "fat-rename"] {
            let text = try Repository.text("image/system/usr/lib/noiseclock/\(name)")
            try system.add("lib/\(name)", text)
        }
        try write("NOISECLOCK_VERSION=1.0\n", to: "root/usr/share/noiseclock/release", in: system)
        try write("# version 2026b\n", to: "root/usr/share/zoneinfo/tzdata.zi", in: system)
        // Each file `is-NAME` gives an answer's status; its second line gives the words.
        try system.add("noiseclock", "echo \"noiseclock $*\" >>\"$STAND_IN/log\"\n" + answer("$2"))
        try system.add(
            "lib/boot-slot",
            answer("$1") + "\n[ $1 != show ] || echo running=A trusted=A trial=none left=0")
        for name in ["systemctl", "mount", "lib/setup"] {
            try system.add(name, "echo \"\(name) $*\" >>\"$STAND_IN/log\"")
        }
        try system.add(
            "rauc",
            """
            echo "rauc $1 ${2##*/}" >>"$STAND_IN/log"
            case $1 in
            info) cat "$3" ;;
            install) [ ! -e "$STAND_IN/broken" ] || { echo "block 7 is broken"; exit 1; } ;;
            status) : >"$STAND_IN/is-pending"; echo 1 >"$STAND_IN/is-pending" ;;
            esac
            """)
        for name in ["pending", "on-trial"] { try write("1\n", to: "is-\(name)", in: system) }
        return system
    }

    /// The status and words from the file `is-NAME`; success if there is none.
    private static func answer(_ name: String) -> String {
        """
        if [ -e "$STAND_IN/is-\(name)" ]; then
            { read -r status; read -r words; } <"$STAND_IN/is-\(name)"
            [ -z "$words" ] || echo "$words"
            exit "$status"
        fi
        """
    }

    static func write(_ text: String, to path: String, in system: StandInCommands) throws {
        try Data(text.utf8).write(to: system.folder.appending(path: path))
    }

    /// Writes what RAUC reports of a bundle to the bundle's path.
    static func addBundle(
        _ path: String, kind: String = "rootfs", version: String,
        compatible: String = "noiseclock-arm64",
        in system: StandInCommands
    ) throws {
        let hash = String(version.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }, radix: 16)
        let text = """
            RAUC_MF_COMPATIBLE='\(compatible)'
            RAUC_MF_VERSION='\(version)'
            RAUC_MF_HASH='\(hash)'
            RAUC_MF_IMAGES='1'
            RAUC_IMAGE_CLASS_0='\(kind)'

            """
        try write(text, to: path, in: system)
    }

    static func run(
        _ command: String, more: [String: String] = [:], in system: StandInCommands
    ) throws -> Shell.Result {
        let folder = system.folder.path
        var environment = system.environment
        environment["PATH"] = "\(folder):/usr/bin:/bin"
        environment["UPDATE_ROOT"] = "\(folder)/root"
        environment["TMPDIR"] = folder
        environment["UPDATE_PAUSE"] = "0"
        environment.merge(more) { $1 }
        return try Shell.run(
            "sh", "-c", "cd '\(folder)' && exec lib/\(command)", environment: environment)
    }

    static func lastResult(in system: StandInCommands) -> String {
        system.text(of: "root/var/lib/system-state/update-result")
    }

    @Test(
        "A system is installed after the clock allows it, and restarted into after it allows that too"
    )
    func installs() throws {
        let system = try UpdateTests.system()
        try UpdateTests.addBundle("two.raucb", version: "2.0", in: system)
        // RAUC leaves the slot on trial.
        try system.add(
            "rauc-install", "echo 0 >\"$STAND_IN/is-pending\"")
        try system.add(
            "rauc",
            "echo \"rauc $1\" >>\"$STAND_IN/log\"\n[ $1 != info ] || cat \"$3\"\n[ $1 != install ] || rauc-install"
        )
        let run = try UpdateTests.run("update install two.raucb", in: system)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            system.text(of: "log")
                == """
                rauc info
                noiseclock update check
                noiseclock update ready --json
                noiseclock update ready --json
                noiseclock update tell writing
                systemctl start dbus.socket
                rauc install
                noiseclock update tell installed
                lib/setup update
                noiseclock update check
                systemctl reboot

                """)
        #expect(
            UpdateTests.lastResult(in: system).hasSuffix(
                "version 2.0 from two.raucb is installed, and on trial from the next start\n"))
    }

    @Test("Before a ring, nothing is written, and what the clock says of it is told")
    func refusesBeforeRing() throws {
        let system = try UpdateTests.system()
        try UpdateTests.addBundle("two.raucb", version: "2.0", in: system)
        try UpdateTests.write("1\nAn alarm rings at 7:00.\n", to: "is-check", in: system)
        let run = try UpdateTests.run("update install two.raucb", in: system)
        #expect(run.status == 75)
        #expect(run.output == "An alarm rings at 7:00.\n")
        #expect(!system.text(of: "log").contains("rauc install"))
    }

    @Test("A clock that does not answer is no reason to keep it as it is")
    func silentClock() throws {
        let system = try UpdateTests.system()
        try UpdateTests.write("69\nno clock\n", to: "is-check", in: system)
        let run = try UpdateTests.run("update allowed system 2.0", in: system)
        #expect(run.status == 0, "\(run.output)")
    }

    @Test(
        "No update begins in a trial, before one, or where the slot state cannot be read",
        arguments: [("on-trial", "0", 75), ("pending", "0", 75), ("pending", "2", 1)])
    func refusesInTrial(name: String, status: String, expected: Int32) throws {
        let system = try UpdateTests.system()
        try UpdateTests.write("\(status)\n", to: "is-\(name)", in: system)
        #expect(try UpdateTests.run("update allowed system 2.0", in: system).status == expected)
        #expect(!system.text(of: "log").contains("check"))
    }

    @Test("A restart is not made into a ring: a timer tries again, a day at most")
    func waitsWithRestart() throws {
        let system = try UpdateTests.system()
        try UpdateTests.write("0\n", to: "is-pending", in: system)
        try UpdateTests.write("1\nIt rings.\n", to: "is-check", in: system)
        #expect(try UpdateTests.run("update restart", in: system).status == 75)
        #expect(system.text(of: "log").hasSuffix("systemctl start slot-restart.timer\n"))
        #expect(!system.text(of: "log").contains("reboot"))
        try UpdateTests.write("288\n", to: "root/run/noiseclock-restart-attempts", in: system)
        #expect(try UpdateTests.run("update restart", in: system).status == 75)
        #expect(system.text(of: "log").hasSuffix("systemctl stop slot-restart.timer\n"))
        try UpdateTests.write("0\n", to: "is-check", in: system)
        #expect(try UpdateTests.run("update restart", in: system).status == 0)
        #expect(system.text(of: "log").hasSuffix("systemctl reboot\n"))
    }

    @Test("Time zones wait for nothing and restart nothing; older ones are refused")
    func zones() throws {
        let system = try UpdateTests.system()
        try UpdateTests.write("1\nIt rings.\n", to: "is-check", in: system)
        try UpdateTests.addBundle("new.raucb", kind: "zones", version: "2026c", in: system)
        try UpdateTests.addBundle("old.raucb", kind: "zones", version: "2025z", in: system)
        let new = try UpdateTests.run("update install new.raucb", in: system)
        #expect(new.status == 0, "\(new.output)")
        #expect(
            system.text(of: "log") == """
                rauc info --output-format=shell
                noiseclock update tell writing
                systemctl start dbus.socket
                rauc install new.raucb
                noiseclock update tell zonesInUse
                lib/setup update

                """)
        let old = try UpdateTests.run("update install old.raucb", in: system)
        #expect(old.status == 1)
        #expect(old.output.contains("those of 2026b, newer than the update's, 2025z"))
        #expect(!system.text(of: "log").contains("rauc install old"))
        #expect(system.text(of: "log").hasSuffix("update tell older\nlib/setup update\n"))
    }

    @Test("RAUC's handler takes a bundle to be a system unless it has time zones alone")
    func preInstall() throws {
        let system = try UpdateTests.system()
        try UpdateTests.write("1\nIt rings.\n", to: "is-check", in: system)
        let zones = "version=2026c\n[image.zones/tzdata]\nfilename=tzdata.tar\n"
        for (manifest, status) in [
            (zones, 0), (zones + "[image.rootfs]\n", 75), ("version=2\n[image.rootfs]\n", 75),
            (zones.replacing("2026c", with: "2024a"), 1), ("version=2\n", 75),
        ] as [(String, Int32)] {
            try UpdateTests.write("[update]\n" + manifest, to: "stick/manifest.raucm", in: system)
            let run = try UpdateTests.run(
                "pre-install", more: ["RAUC_BUNDLE_MOUNT_POINT": "stick"], in: system)
            #expect(run.status == status, "\(manifest) \(run.output)")
        }
    }

    @Test("An older system is installed by hand on the clock alone, whoever else asks RAUC for it")
    func downgrade() throws {
        let system = try UpdateTests.system()
        try UpdateTests.write(
            "[update]\nversion=0.9\n[image.rootfs]\n", to: "stick/manifest.raucm", in: system)
        try UpdateTests.addBundle("old.raucb", version: "0.9", in: system)
        // As RAUC does, it runs its handler before it writes anything.
        try system.add(
            "rauc",
            """
            [ $1 != info ] || cat "$3"
            [ $1 != install ] || RAUC_BUNDLE_MOUNT_POINT=stick lib/pre-install
            """)
        let refused = try UpdateTests.run("../rauc install old.raucb", in: system)
        #expect(refused.status == 1)
        #expect(refused.output.contains("version 0.9 is older than 1.0, which runs"))
        let byHand = try UpdateTests.run("update install old.raucb", in: system)
        #expect(byHand.status == 0, "\(byHand.output)")
        #expect(try UpdateTests.run("../rauc install old.raucb", in: system).status == 1)
    }

    @Test("A system is trusted when the clock is ready, and still is after a while")
    func comesGood() throws {
        let system = try UpdateTests.system()
        try UpdateTests.write("2.0\n", to: "root/var/lib/system-state/update-trial", in: system)
        try UpdateTests.write("0\n", to: "is-pending", in: system)
        try UpdateTests.write("0\n", to: "is-on-trial", in: system)
        // At first it is not ready. Then it is ready but has restarted. From then on it is stable.
        try system.add(
            "noiseclock",
            "echo asked >>\"$STAND_IN/asked\"\n[ $(wc -l <\"$STAND_IN/asked\") -gt 1 ]")
        try system.add(
            "systemctl",
            """
            [ $1 = show ] || echo "systemctl $*" >>"$STAND_IN/log"
            n=$(wc -l <"$STAND_IN/asked"); [ $n -lt 4 ] && echo $n || echo same
            """)
        let run = try UpdateTests.run(
            "slot-good", more: ["SLOT_GOOD_STEADY": "0", "SLOT_GOOD_PAUSE": "0"], in: system)
        #expect(run.status == 0, "\(run.output)")
        #expect(
            system.text(of: "log")
                == """
                rauc status mark-good
                lib/setup update
                systemctl --no-block start noiseclock-card-files.service

                """)
        #expect(system.text(of: "asked").split(separator: "\n").count >= 5)
        #expect(UpdateTests.lastResult(in: system).hasSuffix("version 2.0 is good, and stays\n"))
        #expect(system.text(of: "root/var/lib/system-state/update-trial") == "")
        #expect(try UpdateTests.run("update trial-open", in: system).status == 1)
    }

    /// The clock's answer when these parts do not work (noiseclock update ready --json).
    private static func readiness(without broken: Set<String>) -> String {
        let checks = ["armed", "display", "sound", "state"].map {
            #"{"finding":"What is, or is not.","good":\#(!broken.contains($0)),"subject":"\#($0)"}"#
        }
        return #"{"ok":true,"readiness":{"checks":[\#(checks.joined(separator: ","))],"#
            + #""ready":\#(broken.isEmpty)},"reply":"updateReadiness"}"#
    }

    @Test("What did not work before an update is remembered, but for alarms and state")
    func remembersBrokenParts() throws {
        let system = try UpdateTests.system()
        try UpdateTests.addBundle("two.raucb", version: "2.0", in: system)
        try UpdateTests.write(
            "1\n\(UpdateTests.readiness(without: ["display", "state"]))\n", to: "is-ready",
            in: system)
        _ = try UpdateTests.run("update install two.raucb", in: system)
        #expect(system.text(of: "root/var/lib/system-state/update-before") == "display\n")
    }

    @Test(
        "A part that did not work before does not count against the new system; another one does",
        arguments: [
            (["display"], true), (["display", "sound"], false), (["sound"], false),
            (["armed"], false), (["display", "state"], false),
        ])
    func brokenBefore(broken: [String], isTrusted: Bool) throws {
        let system = try UpdateTests.system()
        try UpdateTests.write(
            "display\n", to: "root/var/lib/system-state/update-before", in: system)
        try UpdateTests.write("0\n", to: "is-pending", in: system)
        try UpdateTests.write("0\n", to: "is-on-trial", in: system)
        try UpdateTests.write(
            "1\n\(UpdateTests.readiness(without: Set(broken)))\n", to: "is-ready", in: system)
        try system.add("systemctl", "echo same")
        // The test ends the wait for a clock that does not come good.
        try system.add("sleep", "[ $1 != 7 ] || kill $PPID")
        let run = try UpdateTests.run(
            "slot-good", more: ["SLOT_GOOD_STEADY": "0", "SLOT_GOOD_PAUSE": "7"], in: system)
        #expect((run.status == 0) == isTrusted, "\(run.output)")
        #expect(system.text(of: "log").contains("rauc status mark-good") == isTrusted)
    }

    @Test("After a fall-back the person is told, also where U-Boot has ended the trial")
    func fellBack() throws {
        let system = try UpdateTests.system()
        try UpdateTests.write("2.0\n", to: "root/var/lib/system-state/update-trial", in: system)
        #expect(try UpdateTests.run("update trial-open", in: system).status == 0)
        let run = try UpdateTests.run("slot-good", in: system)
        #expect(run.status == 0, "\(run.output)")
        #expect(system.text(of: "log") == "noiseclock update tell fellBack\nlib/setup update\n")
        #expect(
            UpdateTests.lastResult(in: system).hasSuffix(
                "version 2.0 did not come good; the system from before is back\n"))
        #expect(try UpdateTests.run("update trial-open", in: system).status == 1)
    }
}
