import Foundation
import Testing

/// `image/system` is copied to the image's root unchanged. Without this test, a broken link would show only when a
/// clock lacks something. `image/test network` and `image/test` check what the files do.
@Suite("The image's own files")
struct SystemTests {
    static let root = "image/system"

    /// Units from Debian's packages that the image enables.
    static let debianUnits: Set<String> = [
        "iwd.service", "systemd-networkd.service", "systemd-networkd.socket",
    ]

    /// Where to look for units: this tree, and the clock's own unit, which every installation has.
    static let units = "\(root)/usr/lib/systemd/system"

    static let links = Repository.files(below: root).compactMap { path in
        Repository.linkTarget(of: path).map { (path: path, target: $0) }
    }

    static func isUnit(_ name: String) -> Bool {
        debianUnits.contains(name) || Repository.exists("\(units)/\(name)")
            || Repository.exists("systemd/\(name)")
    }

    @Test("Every link that enables a unit leads to a unit that is there, by its own name")
    func enablingLinks() {
        let enabling = SystemTests.links.filter {
            $0.path.contains(".wants/") || $0.path.contains(".requires/")
        }
        #expect(!enabling.isEmpty)
        for link in enabling {
            let name = link.path.split(separator: "/").last.map(String.init) ?? ""
            if link.target.split(separator: "/").last.map(String.init) != name {
                report(link.path, "leads to \(link.target), which has another name")
            } else if !SystemTests.isUnit(name) {
                report(
                    link.path, "neither image/system nor systemd has \(name), nor is it Debian's")
            }
        }
    }

    @Test("Every unit that wants to be enabled is, and starts programs that are there")
    func unitsAreWhole() throws {
        for path in Repository.files(below: SystemTests.units) where !path.contains(".wants/") {
            let text = try Repository.text(path)
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            for match in text.matches(of: #/(?m)^WantedBy=(.+)$/#) {
                for target in match.output.1.split(separator: " ")
                where Repository.linkTarget(of: "\(SystemTests.units)/\(target).wants/\(name)")
                    == nil
                {
                    report(
                        path, "is to be wanted by \(target), and no link in \(target).wants says so"
                    )
                }
            }
            for match in text.matches(of: #/(?m)^Exec\w+=[-+:!@]*(/usr/lib/noiseclock/[^\s]+)/#)
            where !Repository.exists(SystemTests.root + match.output.1)
                && !ImportTable.programs.contains(
                    "noiseclock-\(match.output.1.split(separator: "/").last ?? "")")
            {
                report(path, "starts \(match.output.1), which is not in \(SystemTests.root)")
            }
        }
    }

    @Test("What runs on the clock is executable, and plain sh")
    func programsAreShell() throws {
        let paths = Repository.files(below: "\(SystemTests.root)/usr/lib/noiseclock")
        #expect(!paths.isEmpty)
        for path in paths {
            if !(try Repository.text(path)).hasPrefix("#!/bin/sh\n") {
                report(path, "does not begin with #!/bin/sh")
            }
            if !FileManager.default.isExecutableFile(
                atPath: Repository.root.appending(path: path).path)
            {
                report(path, "is not executable; chmod +x")
            }
        }
    }

    @Test(
        "What differs between clocks is a link to the data partition, and what a start makes is one to /run"
    )
    func linksOfEtc() {
        let state = "/var/lib/system-state/"
        for name in ["hostname", "localtime", "noiseclock/board.json"]
        where Repository.linkTarget(of: "\(SystemTests.root)/etc/\(name)")?.hasPrefix(state) != true
        {
            report("\(SystemTests.root)/etc/\(name)", "is no link to \(state)")
        }
        for name in ["resolv.conf", "iwd/main.conf"]
        where Repository.linkTarget(of: "\(SystemTests.root)/etc/\(name)")?.contains("/run/")
            != true
        {
            report(
                "\(SystemTests.root)/etc/\(name)",
                "is no link to /run, where it is made at each start")
        }
    }

    @Test("No unit is both switched off and enabled")
    func noMaskOfOurs() {
        let masked = SystemTests.links.filter { $0.target == "/dev/null" }
        #expect(masked.count > 20)
        for link in masked {
            let name = link.path.split(separator: "/").last.map(String.init) ?? ""
            if SystemTests.isUnit(name) {
                report(link.path, "switches off a unit that the image enables")
            }
        }
    }
}

extension Repository {
    /// The target of a symbolic link as written; nil if the path is no link.
    static func linkTarget(of path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(
            atPath: root.appending(path: path).path)
    }
}
