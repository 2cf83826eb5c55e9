import Testing

@testable import DeviceSetup

@Suite("Single values of a setup")
struct SetupValueTests {
    @Test(
        "Hostnames are labels of RFC 1123",
        arguments: [
            ("a", true), ("bed-2", true), ("2", true), (String(repeating: "a", count: 63), true),
            ("", false), ("-a", false), ("a-", false), ("a.b", false), ("a b", false), ("ä", false),
            ("a_b", false), (String(repeating: "a", count: 64), false), ("a\n", false),
            (".local", false),
        ])
    func hostnames(name: String, isRight: Bool) {
        let read = try? SetupValues.hostname(name)
        #expect((read != nil) == isRight)
    }

    @Test("Passwords of Wi-Fi have 8 to 63 characters of ASCII, or are keys of 64 digits")
    func secrets() throws {
        #expect(try SetupValues.secret("12345678") == .passphrase("12345678"))
        let digits = String(repeating: "0F", count: 32)
        #expect(try SetupValues.secret(digits) == .key(digits.lowercased()))
        let wrong = ["1234567", "", String(repeating: "x", count: 64), "pässword", "tab\tbetween"]
        for text in wrong {
            #expect(throws: SetupRefusal.self) { try SetupValues.secret(text) }
        }
    }

    @Test(
        "Profiles of iwd have its names and its escapes",
        arguments: [
            (
                "Home net_1-a", "pass\\word", "Home net_1-a.psk",
                "[Security]\nPassphrase=pass\\\\word\n"
            ),
            ("Café", " 123456 ", "=436166c3a9.psk", "[Security]\nPassphrase=\\s123456\\s\n"),
            (
                "a.b/../c", "a b c d e", "=612e622f2e2e2f63.psk",
                "[Security]\nPassphrase=a b c d e\n"
            ),
        ])
    func profiles(name: String, passphrase: String, file: String, content: String) throws {
        let network = WirelessNetwork(name: name, secret: .passphrase(passphrase), isHidden: false)
        let written = try #require(WirelessProfile.file(of: network))
        #expect(written.path == "var/lib/iwd/" + file)
        #expect(written.content == .bytes(bytes(content)))
        #expect(written.mode == 0o600)
    }

    @Test("Open, hidden and hashed networks have their forms")
    func otherProfiles() {
        let open = WirelessNetwork(name: "A", secret: .open, isHidden: true)
        #expect(WirelessProfile.file(of: open)?.path == "var/lib/iwd/A.open")
        #expect(
            WirelessProfile.file(of: open)?.content == .bytes(bytes("[Settings]\nHidden=true\n")))
        let hashed = WirelessNetwork(name: "A", secret: .key("0a"), isHidden: false)
        #expect(
            WirelessProfile.file(of: hashed)?.content
                == .bytes(bytes("[Security]\nPreSharedKey=0a\n")))
    }

    @Test("A public key is whole and of the kind that it says")
    func keys() throws {
        #expect(try PublicKey(SampleKeys.elliptic).comment == "")
        #expect(try PublicKey(SampleKeys.rsa + "  me at home ").comment == "me at home")
        let cut = String(SampleKeys.elliptic.dropLast(40))
        let renamed = SampleKeys.elliptic.replacing("ssh-ed25519 ", with: "ssh-rsa ")
        let wrong = [
            "", "ssh-ed25519", cut, renamed, "command=\"x\" " + SampleKeys.elliptic,
            SampleKeys.elliptic + "\nssh-ed25519 x", "ssh-ed25519 !!!!", "ssh-dss AAAAB3NzaC1kc3M=",
        ]
        for text in wrong {
            #expect(throws: SetupRefusal.self, "\(text)") { try PublicKey(text) }
        }
    }

    @Test("The record remembers, survives bytes of anything, and does not grow for ever")
    func record() {
        var record = SetupRecord()
        let first = SetupInputs(file: [1])
        let left = SetupInputs(file: [2])
        record.addTaken(first, leaving: left)
        let read = SetupRecord(record.bytes)
        #expect(read == record)
        #expect(read.hasTaken(first) && !read.hasTaken(left))
        #expect(read.hasSettled(left) && !read.hasSettled(first))
        #expect(SetupRecord([0xff, 0x0a, 0x20, 0x0a]) == SetupRecord())
        for number in 0..<300 {
            record.addTaken(SetupInputs(script: [UInt8(number & 255), 7]), leaving: left)
        }
        #expect(record.bytes.count < 200 * 30 + 100)
    }

    @Test("Each difference between cards has another digest")
    func digests() {
        let inputs = [
            SetupInputs(), SetupInputs(file: []), SetupInputs(script: []), SetupInputs(file: [1]),
            SetupInputs(script: [1]), SetupInputs(file: [1], script: [1]),
            SetupInputs(foreignFiles: ["ssh"]),
        ]
        #expect(Set(inputs.map(\.digest)).count == inputs.count)
    }
}
