import ClockCore
import Foundation
import Testing

/// What the image's `update` says of an update: to the clock, on the card, on the stick, and as its last result. With
/// the stand-ins of `UpdateTests`.
@Suite("What is said of an update")
struct UpdateNewsTests {
    @Test("What RAUC refuses or cannot install is kept as the last result, with its reason")
    func refused() throws {
        let system = try UpdateTests.system()
        try UpdateTests.addBundle("two.raucb", version: "2.0", in: system)
        try UpdateTests.write("", to: "broken", in: system)
        #expect(try UpdateTests.run("update install two.raucb", in: system).status == 1)
        #expect(
            UpdateTests.lastResult(in: system).hasSuffix(
                "could not be installed: block 7 is broken\n"))
        #expect(system.text(of: "log").contains("noiseclock update tell failed\n"))
        try refuse("signature verification failed", in: system)
        #expect(try UpdateTests.run("update install two.raucb", in: system).status == 1)
        let status = try UpdateTests.run("update status", in: system)
        #expect(status.output.hasSuffix("was refused: it is not signed for this clock\n"))
        #expect(status.output.hasPrefix("system: 1.0, slot A\ntime zones: 2026b\n"))
    }

    /// Makes RAUC refuse each bundle.
    private func refuse(_ complaint: String, in system: StandInCommands) throws {
        try system.add("rauc", "echo '\(complaint)' >&2; exit 1")
    }

    @Test(
        "What RAUC complains of is said in a person's words, on the stick and by the clock, too",
        arguments: [
            (
                "Signature size (7340172347890) exceeds bundle size", "cutShort",
                "this file is cut short"
            ),
            (
                "signature verification failed: Verify error: self-signed certificate", "notSigned",
                "it is not signed for this clock"
            ),
            (
                "LastError: Failed to copy image: Input/output error", "damaged",
                "this file is damaged"
            ),
            ("cannot verify block 7: Input/output error", "damaged", "this file is damaged"),
            (
                "Invalid identifier. Did you pass a valid RAUC bundle?", "damaged",
                "this file is damaged"
            ),
            ("the moon is full", "failed", "the moon is full"),
        ])
    func saysWhy(complaint: String, news: String, words: String) throws {
        let system = try UpdateTests.system()
        try UpdateTests.addBundle("stick/noiseclock-2-arm64.raucb", version: "2.0", in: system)
        try refuse(complaint, in: system)
        let run = try UpdateTests.run("update stick stick", in: system)
        #expect(run.status == 0, "\(run.output)")
        let refusal = "noiseclock-2-arm64.raucb was refused: \(words)"
        #expect(UpdateTests.lastResult(in: system).hasSuffix("  \(refusal)\n"))
        #expect(
            system.text(of: "stick/noiseclock-result.txt") == "NoiseClock 1.0\r\n\(refusal)\r\n")
        let options = "nosuid,nodev,noexec stick"
        #expect(
            system.text(of: "log") == """
                noiseclock update tell \(news)
                mount -o remount,rw,\(options)
                mount -o remount,ro,\(options)
                lib/setup update

                """)
        // Nothing is written again.
        _ = try UpdateTests.run("update stick stick", in: system)
        #expect(system.text(of: "log").split(separator: "\n").count { $0.hasPrefix("mount") } == 2)
    }

    @Test("A stick with nothing newer, and one that has to wait, say so, and are no last result")
    func stickThatWaits() throws {
        let system = try UpdateTests.system()
        _ = try UpdateTests.run("update stick stick", in: system)
        let page = "stick/noiseclock-result.txt"
        #expect(system.text(of: page).hasSuffix("there is nothing newer on this stick\r\n"))
        #expect(system.text(of: "log").hasPrefix("noiseclock update tell nothingNewer\n"))
        try UpdateTests.addBundle("stick/noiseclock-2-arm64.raucb", version: "2.0", in: system)
        try UpdateTests.write("1\nAn alarm rings at 7:00.\n", to: "is-check", in: system)
        #expect(try UpdateTests.run("update stick stick", in: system).status == 75)
        #expect(system.text(of: page).hasSuffix("1.0\r\nAn alarm rings at 7:00.\r\n"))
        #expect(try UpdateTests.run("update stick stick", in: system).status == 75)
        let told = system.text(of: "log").split(separator: "\n").count {
            $0.hasSuffix("tell waits")
        }
        #expect(told == 1)
        #expect(UpdateTests.lastResult(in: system) == "")
    }

    @Test("On a stick stands all that it has brought")
    func stickThatBrings() throws {
        let system = try UpdateTests.system()
        try UpdateTests.addBundle("stick/noiseclock-2-arm64.raucb", version: "2.0", in: system)
        try UpdateTests.addBundle(
            "stick/noiseclock-zones-2026c.raucb", kind: "zones", version: "2026c", in: system)
        _ = try UpdateTests.run("update stick stick", in: system)
        let lines = system.text(of: "stick/noiseclock-result.txt").split(separator: "\r\n")
        #expect(lines.count == 5, "\(lines)")
        #expect(lines[2] == "time zones 2026c from noiseclock-zones-2026c.raucb are in use")
        #expect(lines[4].hasPrefix("version 2.0 from noiseclock-2-arm64.raucb is installed"))
    }

    @Test("Of a stick's files the newest of each kind is installed, and none that is not newer")
    func stick() throws {
        let system = try UpdateTests.system()
        for (name, version) in [("1.0", "1.0"), ("a", "1.9"), ("b", "1.10"), ("0", "0.9")] {
            try UpdateTests.addBundle(
                "stick/noiseclock-\(name)-arm64.raucb", version: version, in: system)
        }
        try UpdateTests.addBundle(
            "stick/noiseclock-zones-2026c.raucb", kind: "zones", version: "2026c", in: system)
        try UpdateTests.addBundle(
            "stick/noiseclock-other.raucb", version: "9.0", compatible: "toaster", in: system)
        let run = try UpdateTests.run("update stick stick", in: system)
        #expect(run.status == 0, "\(run.output)")
        let installed = system.text(of: "log").split(separator: "\n").filter {
            $0.hasPrefix("rauc install")
        }
        #expect(
            installed == [
                "rauc install noiseclock-zones-2026c.raucb",
                "rauc install noiseclock-b-arm64.raucb",
            ])
        #expect(run.output.contains("noiseclock-other.raucb was refused: it is for another device"))
        // The same stick at the next start, after the update failed.
        let again = try UpdateTests.run("update stick stick", in: system)
        #expect(again.output.contains("version 1.10 was installed from here before"))
        #expect(system.text(of: "log").contains("rauc install noiseclock-a-arm64.raucb"))
    }

    @Test("Each news that the scripts tell is one that the clock knows")
    func knownNews() throws {
        var told: Set<String> = []
        for name in ["update", "slot-good"] {
            let text = try Repository.text("image/system/usr/lib/noiseclock/\(name)")
            for match in text.matches(of: /(?:\btell |\brecord |\bnews=)([a-z][A-Za-z]+)/) {
                told.insert(String(match.1))
            }
        }
        #expect(told == Set(UpdateNews.allCases.map(\.rawValue)))
    }
}
