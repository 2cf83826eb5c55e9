import ClockTime
import TestKit
import Testing

@testable import DeviceSetup

/// Writes the table of Tests/README.md, which a person reads.
@Suite("What becomes of each form of setup")
struct SetupTableTests {
    private static let helper = "/usr/lib/raspberrypi-sys-mods/imager_custom"

    /// What a noiseclock.json holds.
    private static let settings: [(String, String)] = [
        ("a network", #"{"wifi": {"ssid": "Home", "password": "long enough"}}"#),
        ("an open network", #"{"wifi": {"ssid": "Guests"}}"#),
        ("a password of 5 characters", #"{"wifi": {"ssid": "Home", "password": "short"}}"#),
        (
            "a password that was taken before",
            #"{"wifi": {"ssid": "Home", "password": "\#(DeviceSetup.takenPassword)"}}"#
        ),
        ("a country", #"{"country": "de"}"#), ("UK", #"{"country": "UK"}"#),
        ("a zone", #"{"zone": "Europe/Berlin"}"#),
        ("a zone that nobody has", #"{"zone": "Mars/Base"}"#),
        ("a name", #"{"hostname": "bedside.local"}"#), ("no name", #"{"hostname": "-x"}"#),
        ("an alarm", #"{"alarms": "07:30 mon-fri"}"#), ("25:00", #"{"alarms": "25:00 daily"}"#),
        ("an alarm with an option of the client", #"{"alarms": "07:00 --json"}"#),
        ("a key", #"{"ssh": "\#(SampleKeys.elliptic)"}"#),
        ("a private key", #"{"ssh": "-----BEGIN OPENSSH PRIVATE KEY-----"}"#),
        ("an old kind of key", #"{"ssh": "ssh-dss AAAA"}"#),
        ("a field that nobody knows", #"{"wify": {}}"#),
    ]

    private static let texts: [(String, String)] = [
        ("curly quotes", "{ \"zone\": “Europe/Berlin” }"),
        ("a comma at the end", "{ \"country\": \"DE\", }"),
        ("a comma that is missing", "{ \"country\": \"DE\"\n \"zone\": \"Europe/Berlin\" }"),
        ("a remark", "{ // mine\n}"), ("no end", "{ \"country\": \"DE\""),
        ("a field twice", "{ \"zone\": \"A\", \"zone\": \"B\" }"),
        ("70,000 bytes", "{ \"hostname\": \"\(String(repeating: "a", count: 70_000))\" }"),
    ]

    /// What a script calls.
    private static let calls: [(String, String)] = [
        ("a name", "set_hostname bedside"), ("a network", "set_wlan 'Home' 'long enough' 'DE'"),
        ("a network with its key", "set_wlan -h 'Home' '\(String(repeating: "0b", count: 32))'"),
        ("a short password", "set_wlan 'Home' 'short'"),
        ("words that a shell would make", "set_wlan \"$(reboot)\" 'long enough'"),
        ("a country", "set_wlan_country 'GB'"), ("a zone", "set_timezone 'Europe/Berlin'"),
        ("a key", "enable_ssh -k '\(SampleKeys.elliptic)'"),
        ("SSH with a password", "enable_ssh"), ("a key from elsewhere", "import_ssh_id 'gh:ann'"),
        ("a keyboard", "set_keymap 'gb'"),
    ]

    /// How a network is named for wpa_supplicant.
    private static let names: [(String, String)] = [
        ("a name in quotes", #"ssid="Home""#), ("a name in hexadecimal digits", "ssid=436166c3a9"),
        ("a name with escapes", #"ssid=P"Caf\xc3\xa9""#), ("a name without quotes", "ssid=Home"),
        ("a name that is no text", "ssid=ff00ff"), ("a name without its end", #"ssid="Home"#),
    ]

    @Test("Each form is taken or refused, with a sentence that says where and what is wrong")
    func table() throws {
        let settings = Self.settings + Self.texts
        var rows = settings.map { ("`noiseclock.json` with \($0.0)", plan($0.1)) }
        rows.append(
            (
                "`noiseclock.json` in UTF-16",
                SetupPlan(
                    SetupInputs(file: [0xff, 0xfe, 0x7b, 0, 0x7d, 0]), zones: KnownZones(),
                    surroundings: SetupSurroundings())
            ))
        rows += Self.calls.map {
            ("`firstrun.sh` with \($0.0)", plan("", script: "\(Self.helper) \($0.1)\n"))
        }
        rows += Self.names.map { name, line in
            let network = "network={\n\(line)\npsk=\"long enough\"\n}"
            let file = "/etc/wpa_supplicant/wpa_supplicant.conf"
            return (
                "`firstrun.sh` that writes \(name)",
                plan("", script: "cat >\(file) <<'EOF'\n\(network)\nEOF\n")
            )
        }
        rows += DeviceSetup.foreignFiles.map { ("`\($0.name)`", plan("", foreignFiles: [$0.name])) }
        var table = "| Card with | The clock |\n| --- | --- |\n"
        for (name, plan) in rows { table += "| \(name) | \(said(of: plan)) |\n" }
        try Golden.expect(
            table, inReadme: "Tests/README.md", under: "### Setups that are taken and refused")
    }

    private func said(of plan: SetupPlan) -> String {
        let taken = plan.lines + plan.request.alarms.map { "alarm \($0.words)" }
        var parts = taken.isEmpty ? [] : ["takes " + taken.joined(separator: ", ")]
        parts += plan.mistakes.map { "refuses it: \($0.text)" }
        parts += plan.remarks.map { "says: \($0)" }
        return parts.joined(separator: "; ").replacing("|", with: "\\|")
    }
}
