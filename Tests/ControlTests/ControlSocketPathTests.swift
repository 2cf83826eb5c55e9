import ReplySamples
import Testing

@testable import Control

@Suite struct ControlSocketPathTests {
    private func candidates(named: String? = nil, _ environment: [String: String]) -> [String] {
        ControlSocketPath.candidates(named: named, environment: environment, uid: 1000)
    }

    @Test("Who names a socket means that one and no other")
    func named() {
        let environment = ["NOISECLOCK_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/1000"]
        #expect(candidates(named: "/a", environment) == ["/a"])
        #expect(candidates(environment) == ["/b"])
    }

    @Test("Else the clock comes first, then the simulator of the session")
    func usual() {
        #expect(
            candidates(["XDG_RUNTIME_DIR": "/run/user/1000", "NOISECLOCK_SOCKET": ""]) == [
                "/run/noiseclock/control.sock", "/run/user/1000/noiseclock/control.sock",
            ])
        #expect(candidates(["XDG_RUNTIME_DIR": "/r/"]).last == "/r/noiseclock/control.sock")
    }

    @Test(
        "Without a session's directory the simulator has a private folder among the temporary files",
        arguments: [
            ([:], "/tmp/noiseclock-1000/control.sock"),
            (["TMPDIR": "/var/tmp/"], "/var/tmp/noiseclock-1000/control.sock"),
            (["TMPDIR": "here"], "/tmp/noiseclock-1000/control.sock"),
            (["XDG_RUNTIME_DIR": "relative"], "/tmp/noiseclock-1000/control.sock"),
            (["XDG_RUNTIME_DIR": ""], "/tmp/noiseclock-1000/control.sock"),
        ])
    func fallback(environment: [String: String], path: String) {
        #expect(ControlSocketPath.simulator(environment: environment, uid: 1000) == path)
        #expect(candidates(environment) == [ControlSocketPath.device, path])
    }

    @Test("The network's socket lies beside the clock's own, and its path fits, too")
    func network() {
        let device = ControlSocketPath.network(beside: ControlSocketPath.device)
        #expect(device == "/run/noiseclock/network.sock")
        let longest = String(repeating: "s", count: ControlSocketPath.longestOfClock)
        let path = ControlSocketPath.network(beside: longest)
        #expect(path.utf8.count == ControlSocketPath.longest)
        #expect(path.hasPrefix(longest))
    }
}
