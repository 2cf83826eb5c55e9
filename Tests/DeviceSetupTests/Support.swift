import ClockTime
import Control
import Foundation

@testable import DeviceSetup

/// The zones that files may name.
struct KnownZones: ZoneReader {
    func zone(named name: String) throws(TextFormError) -> Zone {
        guard name == "Europe/Berlin" || name == "America/New_York" else {
            throw TextFormError("the system has no time zone \(name)")
        }
        return Zone.fixed(name: name, offsetSeconds: 3600)
    }
}

/// Keys that belong to nobody.
enum SampleKeys {
    static let elliptic =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAMKERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc"
    /// As long as a real RSA key.
    static let rsa = "ssh-rsa " + rsaBody
    private static let rsaBody: String = {
        var bytes: [UInt8] = [0, 0, 0, 7] + Array("ssh-rsa".utf8) + [0, 0, 1, 0]
        bytes += (0..<256).map { UInt8(($0 * 7 + 3) % 256) }
        return Data(bytes).base64EncodedString()
    }()
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

/// The plan for a noiseclock.json, on a system where boards and profiles are looked up only if given.
func plan(
    _ file: String, script: String? = nil, foreignFiles: [String] = [],
    _ surroundings: SetupSurroundings = SetupSurroundings()
) -> SetupPlan {
    SetupPlan(
        SetupInputs(
            file: file.isEmpty ? nil : bytes(file), script: script.map(bytes),
            foreignFiles: foreignFiles),
        zones: KnownZones(), surroundings: surroundings)
}
