import Foundation
import Testing

@testable import noiseclock

@Suite("noiseclock setup check")
struct SetupCommandTests {
    /// What the client reports about a file with this text.
    private func check(_ text: String, _ options: String...) throws -> Client.Result {
        let path = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID())").path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return Client(environment: [:], uid: 1000).run(["setup", "check", path] + options)
    }

    @Test("It says what the clock would take, on any computer and without a clock")
    func right() throws {
        let result = try check(#"{"country": "DE", "alarms": "7:00 daily"}"#)
        #expect(result.status == .done)
        #expect(result.output == "The clock would take:\n  Wi-Fi country DE\n  alarm 7:00 daily\n")
        #expect(result.error == "")
    }

    @Test("Each mistake has its line on standard error, and the exit status tells")
    func wrong() throws {
        let result = try check("{\n\"country\": \"XX\",\n\"hostname\": \"a b\"}")
        #expect(result.status == .badData)
        let lines = result.error.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasPrefix("noiseclock.json, line 2, country: \"XX\" is not allowed")
                == true)
        #expect(result.output == "The clock would take:\n  nothing\n")
    }

    @Test("As JSON it is one object")
    func json() throws {
        let result = try check("{\n\"country\": \"XX\"}", "--json")
        #expect(result.status == .badData)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["ok"] as? Bool == false)
        let mistake = (object["mistakes"] as? [[String: Any]])?.first
        #expect(mistake?["line"] as? Int == 2)
        #expect(mistake?["field"] as? String == "country")
    }

    @Test("A script of Imager's is known by its beginning")
    func script() throws {
        let result = try check("#!/bin/sh\n/x/imager_custom set_hostname bedside\n")
        #expect(result.output == "The clock would take:\n  hostname bedside\n")
    }

    @Test("Wrong words and a missing file are told")
    func words() {
        let client = Client(environment: [:], uid: 1000)
        #expect(client.run(["setup"]).status == .usageError)
        #expect(client.run(["setup", "chek", "x"]).error.contains("Did you mean setup check?"))
        #expect(client.run(["setup", "check"]).error.contains("noiseclock.json"))
        #expect(client.run(["setup", "addresses", "/x"]).status == .usageError)
        #expect(client.run(["setup", "check", "/nowhere/noiseclock.json"]).status == .noInput)
        #expect(client.run(["setup", "--help"]).output.contains("setup check FILE"))
        #expect(client.run(["help", "setup"]).output.contains("setup check FILE"))
    }
}
