import Foundation
import Testing

/// `image/system/usr/lib/noiseclock/network`, with an iwd, a clock and a time that follow a script.
/// `image/test network` tries it with the real iwd and simulated radios.
@Suite("What the clock does without a network")
struct NetworkTests {
    private static let script = "image/system/usr/lib/noiseclock/network"
    private static let passphrase = "root/var/lib/noiseclock-network/passphrase"
    private static let home = "486f6d65_psk"
    private static let attic = "446163686bc3bc_psk"

    /// A clock with a radio that has just started and has these networks' profiles.
    ///
    /// Its files are what the script of a test changes: `sight` lists the networks in sight, `joins` exists while one
    /// lets the clock in, `radio` while there is a radio, `guest` while somebody is in the clock's own network, `rings`
    /// and `asleep` say what the clock does.
    private static func clock(knowing names: [String] = ["Home"]) throws -> StandInCommands {
        let clock = try StandInCommands()
        try clock.addSystems(
            "basename", "cat", "cp", "dirname", "grep", "head", "ls", "mkdir", "mv", "od",
            "readlink", "rm", "sed", "sync", "tr", "wc")
        try clock.add("busctl", busctl)
        try clock.add("noiseclock", client)
        try clock.add("sleep", sleep)
        try clock.add("modprobe", "cd \"$STAND_IN\"; echo \"$(cat time) modprobe $*\" >>log")
        for folder in [
            "var/lib/iwd", "var/lib/noiseclock-network", "run/noiseclock-network", "etc",
            "sys/class/net",
        ] {
            try FileManager.default.createDirectory(
                at: clock.folder.appending(path: "root/\(folder)"),
                withIntermediateDirectories: true)
        }
        for name in names { try write("", to: "root/var/lib/iwd/\(name).psk", of: clock) }
        try write("ab12cd34\n", to: "root/etc/machine-id", of: clock)
        for (file, text) in [
            ("time", "0\n"), ("radio", ""), ("mode", "station\n"), ("sight", ""), ("log", ""),
        ] {
            try write(text, to: file, of: clock)
        }
        return clock
    }

    private static let busctl = """
        cd "$STAND_IN"
        note() { echo "$(cat time) $*" >>log; }
        joined() { [ "$(cat mode)" = station ] && [ -e joins ] && [ -s sight ]; }
        case "$*" in
        --list*)
            [ -e radio ] || exit 0
            printf '/net/connman/iwd%s\\n' '' /0 /0/2 /0/3
            for known in root/var/lib/iwd/*; do
                case $known in
                */Home.psk) echo /net/connman/iwd/\(home) ;;
                */=446163686bc3bc.psk) echo /net/connman/iwd/\(attic) ;;
                esac
            done
            [ "$(cat mode)" = ap ] || sed 's|^|/net/connman/iwd/0/3/|' sight ;;
        # A radio that has gone.
        *0/2\\ *) exit 1 ;;
        *Device\\ Name) echo 's "wlan0"' ;;
        *Device\\ Mode) echo "s \\"$(cat mode)\\"" ;;
        *Station\\ State) joined && echo 's "connected"' || echo 's "disconnected"' ;;
        *AccessPoint\\ Started) [ -e open ] && echo 'b true' || echo 'b false' ;;
        *GetDiagnostics) [ -e guest ] && echo 'aa{sv} 1 1 "Address" s "a"' || echo 'aa{sv} 0' ;;
        set-property*) rm -f open; echo "${7}" >mode; [ "$7" = ap ] || note closes ;;
        *Start*) : >open; note "opens ${8}"; echo "$9" >>passphrases ;;
        esac
        """

    private static let client = """
        cd "$STAND_IN"
        case "$1 $2" in
        "display status") [ -e asleep ] && echo '{"asleep":true}' || echo '{"asleep":false}' ;;
        "display text") [ ! -e rings ] && echo "$(cat time) shows $3" >>log ;;
        esac
        """

    /// Lets the time pass, and does what the test wants to happen until then, and what systemd would.
    private static let sleep = """
        repository=$PWD
        cd "$STAND_IN"
        read -r before <time
        now=$((before + $1))
        echo "$now" >time
        while read -r at what; do
            if [ "$at" -gt "$before" ] && [ "$at" -le "$now" ]; then eval "$what"; fi
        done <script
        [ ! -e root/run/noiseclock-network/radio ] ||
            /bin/sh "$repository/image/system/usr/lib/noiseclock/radio-driver"
        """

    private static func write(_ text: String, to path: String, of clock: StandInCommands) throws {
        try Data(text.utf8).write(to: clock.folder.appending(path: path))
    }

    /// Runs it for so many seconds, with lines such as "60 : >joins" that the shell runs at their time. Returns the
    /// log: what was opened, closed and shown when.
    private static func run(
        _ clock: StandInCommands, until end: Int, minute: Int = 60, _ lines: String...
    ) throws -> [String] {
        let script = lines + ["\(end) kill -TERM $PPID"]
        try write(script.joined(separator: "\n") + "\n", to: "script", of: clock)
        var environment = clock.environment
        environment["NETWORK_SYSTEM"] = clock.folder.path + "/root"
        environment["NETWORK_MINUTE"] = String(minute)
        let run = try Shell.run(
            "/bin/sh", "-c", "exec /bin/sh \(self.script)", environment: environment)
        #expect(run.status == 0, "\(run.output)")
        return clock.text(of: "log").split(separator: "\n").map(String.init)
    }

    private static func result(of clock: StandInCommands) -> String {
        clock.text(of: "root/run/noiseclock-network/result")
    }

    private static func code(of clock: StandInCommands) -> String {
        let digits = clock.text(of: passphrase).trimmingCharacters(in: .newlines)
        return stride(from: 0, to: digits.count, by: 4).map { start in
            String(digits.dropFirst(start).prefix(4))
        }.joined(separator: " ")
    }

    @Test("After five minutes it says that the password is wrong, and opens its own meanwhile")
    func refused() throws {
        let clock = try Self.clock()
        try Self.write("\(Self.home)\n", to: "sight", of: clock)
        let log = try Self.run(clock, until: 705)
        #expect(
            log == [
                "300 opens NoiseClock-ab12", "300 shows no net: password? Home",
                "330 shows code \(Self.code(of: clock))", "510 shows no net: password? Home",
                "540 shows code \(Self.code(of: clock))", "600 closes",
                "660 opens NoiseClock-ab12", "705 closes",
            ])
        #expect(
            Self.result(of: clock)
                == "Network: \"Home\" is there, but does not let the clock in. Probably its password"
                + " is wrong. The clock opens its own, NoiseClock-ab12, meanwhile; the display shows"
                + " its password.\n")
    }

    @Test("A network that is not there is told apart, and named as it is written")
    func notFound() throws {
        let clock = try Self.clock(knowing: ["=446163686bc3bc"])
        // Somebody else's.
        try Self.write("\(Self.home)\n", to: "sight", of: clock)
        let log = try Self.run(clock, until: 320)
        #expect(log.contains("300 shows no net: Dachkü not found"), "\(log)")
        #expect(Self.result(of: clock).hasPrefix("Network: not found: \"Dachkü\". Is the name"))

        let two = try Self.clock(knowing: ["Home", "=446163686bc3bc"])
        #expect(try Self.run(two, until: 320).contains("300 shows no net: 2 not found"))
        #expect(Self.result(of: two).contains("not found: \"Dachkü\", \"Home\"."))
    }

    @Test(
        "Its own closes ten minutes after the home network is back, at the latest, and nothing is said any more",
        arguments: [(isSomebodyInIt: false, closed: 600), (isSomebodyInIt: true, closed: 900)])
    func back(isSomebodyInIt: Bool, closed: Int) throws {
        let clock = try Self.clock()
        if isSomebodyInIt { try Self.write("", to: "guest", of: clock) }
        let log = try Self.run(
            clock, until: 2000, "310 echo \(Self.home) >sight; : >joins")
        #expect(log.filter { $0.contains("opens") } == ["300 opens NoiseClock-ab12"])
        #expect(log.last == "\(closed) closes")
        #expect(Self.result(of: clock) == "\n")
    }

    @Test("A clock that is at home asks iwd alone, and one with a cable not even that")
    func home() throws {
        let clock = try Self.clock()
        try Self.write("\(Self.home)\n", to: "sight", of: clock)
        try Self.write("", to: "joins", of: clock)
        #expect(try Self.run(clock, until: 1000).isEmpty)

        let wired = try Self.clock(knowing: [])
        try FileManager.default.createDirectory(
            at: wired.folder.appending(path: "root/sys/class/net/eth0"),
            withIntermediateDirectories: true)
        try Self.write("1\n", to: "root/sys/class/net/eth0/carrier", of: wired)
        #expect(try Self.run(wired, until: 1000).isEmpty)
    }

    @Test("One that knows no network opens its own soon, and tries at once what is set up over it")
    func new() throws {
        let clock = try Self.clock(knowing: [])
        let log = try Self.run(clock, until: 1000, "690 : >root/var/lib/iwd/Home.psk; : >guest")
        #expect(log.prefix(2) == ["30 opens NoiseClock-ab12", "30 shows no net yet"])
        let end = ["690 closes", "990 opens NoiseClock-ab12", "990 shows no net: Home not found"]
        #expect(Array(log.drop { !$0.hasSuffix("closes") }.prefix(3)) == end, "\(log)")
    }

    @Test("A ring comes first, and a display that is asleep stays dark: it is said after that")
    func later() throws {
        let clock = try Self.clock()
        let log = try Self.run(
            clock, until: 460, "200 : >rings", "360 rm rings; : >asleep", "420 rm asleep")
        #expect(
            log.prefix(3) == [
                "300 opens NoiseClock-ab12", "420 shows no net: Home not found",
                "450 shows code \(Self.code(of: clock))",
            ])
    }

    @Test("It is said for an hour, and twice where there was a network before")
    func often() throws {
        let clock = try Self.clock(knowing: [])
        let said = try Self.run(clock, until: 900, minute: 10)
        #expect(said.count { $0.contains("shows no net") } == 12)
        let used = try Self.clock()
        try Self.write("\(Self.home)\n", to: "sight", of: used)
        try Self.write("", to: "joins", of: used)
        let log = try Self.run(used, until: 500, minute: 10, "60 : >sight")
        #expect(log.count { $0.contains("shows no net") } == 2)
        #expect(log.count { $0.contains("shows code") } == 2)
    }

    @Test("The passphrase is random, private, in digits, and stays the same")
    func passphrase() throws {
        let clocks = try (1...2).map { _ in try Self.clock(knowing: []) }
        for clock in clocks {
            _ = try Self.run(clock, until: 40)
            try Self.write("0\n", to: "time", of: clock)
            _ = try Self.run(clock, until: 40)
            let kept = clock.text(of: Self.passphrase)
            #expect(kept.wholeMatch(of: #/[0-9]{12}\n/#) != nil)
            #expect(clock.text(of: "passphrases") == kept + kept)
            let path = clock.folder.appending(path: Self.passphrase).path
            let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(rights as? Int == 0o600)
        }
        #expect(clocks[0].text(of: Self.passphrase) != clocks[1].text(of: Self.passphrase))
    }

    @Test("Without a radio it says that, and opens its own when there is one")
    func noRadio() throws {
        let clock = try Self.clock()
        try FileManager.default.removeItem(at: clock.folder.appending(path: "radio"))
        let log = try Self.run(clock, until: 370, "340 : >radio")
        #expect(
            log == [
                "300 shows no net: no radio", "360 opens NoiseClock-ab12",
                "360 shows no net: Home not found", "370 closes",
            ])
    }

    private static let setting = "root/run/modprobe.d/noiseclock-radio.conf"
    private static let keptSetting = "root/var/lib/system-state/radio.conf"
    private static let options = "options brcmfmac feature_disable=0x82000\n"

    /// A clock with a Raspberry Pi's radio, in sight of its network.
    private static func raspberryPi() throws -> StandInCommands {
        let clock = try Self.clock()
        try Self.write("\(Self.home)\n", to: "sight", of: clock)
        for folder in [
            "root/sys/class/net/wlan0/device", "root/sys/module/brcmfmac/holders/brcmfmac_wcc",
            "root/var/lib/system-state",
        ] {
            try FileManager.default.createDirectory(
                at: clock.folder.appending(path: folder), withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: clock.folder.appending(path: "root/sys/class/net/wlan0/device/driver").path,
            withDestinationPath: "../../../../bus/sdio/drivers/brcmfmac")
        return clock
    }

    private static func reloads(at time: Int) -> [String] {
        ["--remove brcmfmac_wcc", "--remove brcmfmac", "brcmfmac"].map { "\(time) modprobe \($0)" }
    }

    @Test(
        "Where a network lets it in with the other setting of the radio's driver alone, the clock finds out and keeps it"
    )
    func otherSetting() throws {
        let clock = try Self.raspberryPi()
        let whatWorks = "[ -e \(Self.setting) ] && : >joins"
        let log = try Self.run(clock, until: 600, "150 \(whatWorks)", "600 \(whatWorks)")
        #expect(log == Self.reloads(at: 125))
        #expect(clock.text(of: Self.setting) == Self.options)
        #expect(clock.text(of: Self.keptSetting) == Self.options)
        let line = "Network: joined with the other setting of the radio's driver,"
        #expect(Self.result(of: clock).hasPrefix(line))
        // The initrd hands it to the next start.
        let initrd = try Repository.text("image/boot/init")
        #expect(initrd.contains("cp \"$kept/radio.conf\" /\(Self.setting)"))

        // A network that wants it the usual way takes it back.
        for (file, text) in [("log", ""), ("time", "0\n")] {
            try Self.write(text, to: file, of: clock)
        }
        try FileManager.default.removeItem(at: clock.folder.appending(path: "joins"))
        let back = try Self.run(
            clock, until: 600, "150 [ -e \(Self.setting) ] || : >joins")
        #expect(back == Self.reloads(at: 125))
        #expect(clock.text(of: Self.setting) + clock.text(of: Self.keptSetting) == "")
        #expect(Self.result(of: clock) == "\n")
    }

    @Test("With a wrong password it goes back to the first setting, and says that it tried both")
    func neitherSetting() throws {
        let clock = try Self.raspberryPi()
        let log = try Self.run(clock, until: 700)
        #expect(
            Array(log.prefix(7)) == Self.reloads(at: 125) + Self.reloads(at: 245)
                + ["300 opens NoiseClock-ab12"])
        #expect(log.count { $0.contains("modprobe") } == 6)
        #expect(clock.text(of: Self.setting) + clock.text(of: Self.keptSetting) == "")
        #expect(Self.result(of: clock).contains("Both settings of the radio's driver were tried."))
    }
}
