import Foundation
import Testing

@Suite("What scripts read of the sources")
struct ScriptSourceTests {
    @Test("What a script reads of the sources is there", arguments: ScriptTests.scripts)
    func sourcesAreThere(path: String) throws {
        let text = try Repository.text(path)
        for match in text.matches(of: /\bSources\/[A-Za-z0-9_\/.+-]*\.(?:swift|json|h|c)\b/) {
            #expect(Repository.exists(String(match.output)), "\(path): there is no \(match.output)")
        }
    }

    @Test("The version comes from git, grows with each commit, and needs nobody to write it")
    func versions() throws {
        let cases = [
            ("v1.2.3", "1.2.3"), ("v1.2.3-14-g0a1b2c3", "1.2.3+14.g0a1b2c3"),
            ("", "0+1131.g0a1b2c3"),
        ]
        for (description, version) in cases {
            let run = try product("version_from '\(description)' 1131 0a1b2c3")
            #expect(run.output == version && run.status == 0, "\(description): \(run.output)")
        }
        // A Debian 13 for the tests has no git, nor has an archive of the sources.
        guard try product("repository_git rev-parse HEAD").status == 0 else { return }
        let run = try product("product_version; use_time_of_commit; echo \" $SOURCE_DATE_EPOCH\"")
        #expect(run.output.contains(#/^[0-9][0-9A-Za-z.+]* [0-9]{10}\n$/#), "\(run.output)")
    }

    @Test("Clocks take a later commit for newer, and the test's oldest bundle for older than all")
    func order() throws {
        let versions = [
            "0", "0+2.gf0a1b2c", "0+1131.g0a1b2c3", "0.1.0", "1.2.3", "1.2.3+2.gf0a1b2c",
            "1.2.3+14.g0a1b2c3", "1.3.0",
        ]
        // The order of the image's `update`.
        #expect(try Repository.text("image/system/usr/lib/noiseclock/update").contains("sort -V"))
        let shuffled = versions.reversed().joined(separator: "\\n")
        let run = try Shell.run("bash", "-c", "printf '\(shuffled)\\n' | LC_ALL=C sort -V")
        #expect(run.output == versions.joined(separator: "\n") + "\n")
        #expect(try Repository.text("image/tests/updates.sh").contains("older.raucb 0 rootfs"))
    }

    @Test("An archive of the sources has the version and the time of its commit")
    func archive() throws {
        for (line, version) in [
            ("v1.2.3 0a1b2c3 1772323200", "1.2.3"),
            (" 0a1b2c3 1772323200", "0+1772323200.g0a1b2c3"),
        ] {
            let folder = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("\(line)\n".utf8).write(to: folder.appending(path: ".release"))
            let run = try product(
                "repository='\(folder.path)'; product_version; unset SOURCE_DATE_EPOCH; "
                    + "use_time_of_commit; echo \" $SOURCE_DATE_EPOCH\"")
            #expect(run.output == "\(version) 1772323200\n", "\(run.output)")
        }
        // In a checkout, git has not filled it in.
        #expect(try Repository.text(".release").hasPrefix("$Format:%(describe"))
        #expect(try Repository.text(".gitattributes").contains(".release export-subst"))
    }

    private func product(_ command: String) throws -> Shell.Result {
        try Shell.run(
            "bash", "-c", "source board/setup.sh && source image/library.sh && \(command)")
    }
}
