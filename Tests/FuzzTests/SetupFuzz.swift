import DeviceSetup
import FuzzKit

extension FuzzParser {
    /// Inputs that begin like a script are scripts; all others are noiseclock.json.
    static let setup = FuzzParser(
        "setup",
        dictionary: jsonWords + [
            "\"wifi\"", "\"ssid\"", "\"password\"", "\"hidden\"", "\"country\"", "\"zone\"",
            "\"board\"",
            "\"alarms\"", "\"ssh\"", "07:30 mon-fri", "ssh-ed25519 AAAA", "\u{feff}",
            "imager_custom ",
            "set_wlan ", "'\"'\"'", "<<'EOF'\n", "\nEOF\n", "$(", "wpa_supplicant.conf",
            "authorized_keys",
        ]
    ) {
        { bytes in
            let isScript = bytes.first == UInt8(ascii: "#")
            let inputs = isScript ? SetupInputs(script: bytes) : SetupInputs(file: bytes)
            let surroundings = SetupSurroundings()
            let plan = SetupPlan(inputs, zones: FuzzZones(), surroundings: surroundings)
            for file in plan.files {
                let isInPlace = ["var/lib/iwd/", "var/lib/system-state/"].contains {
                    file.path.hasPrefix($0) && !file.path.dropFirst($0.count).contains("/")
                }
                try expect(isInPlace && !file.path.contains("\0"), "a file elsewhere: \(file.path)")
            }
            for mistake in plan.mistakes {
                try expect(
                    !mistake.message.isEmpty && !mistake.text.contains("\n"),
                    "refused without a word")
            }
            for line in plan.lines {
                try expect(!line.contains("\n"), "a line that is two")
            }
            // The rest of the file holds no accepted password, and otherwise reads as before.
            let again = SetupPlan(plan.left, zones: FuzzZones(), surroundings: surroundings)
            try expect(again.left == plan.left, "passwords stayed in the file")
            if !isScript {
                try expect(
                    again.request.alarms == plan.request.alarms
                        && again.request.networks.map(\.name) == plan.request.networks.map(\.name)
                        && again.mistakes.map(\.message) == plan.mistakes.map(\.message),
                    "without its passwords it reads otherwise")
            }
            return plan.mistakes.isEmpty && plan.request != SetupRequest() ? .accepted : .refused
        }
    }
}
