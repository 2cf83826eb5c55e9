import ClockTime
import English
import Glibc
import TestKit
import Testing

@testable import noiseclock_web

@Suite("The command line")
struct OptionsTests {
    @Test("Each option has its value, and the help names it")
    func options() throws {
        #expect(try WebRequest.parse([]) == .run(WebOptions()))
        #expect(try WebRequest.parse(["--help"]) == .help)
        #expect(try WebRequest.parse(["-h"]) == .help)
        #expect(try WebRequest.parse(["--version"]) == .version)
        #expect(try WebRequest.parse(["--manual"]) == .manual)
        let all = [
            "--port", "0", "--address", "::1", "--name", "Clock.Example.org.", "--socket", "/s",
            "--folder=/f",
        ]
        #expect(
            try WebRequest.parse(all)
                == .run(
                    WebOptions(
                        socket: "/s", port: 0, address: "::1", name: "clock.example.org",
                        folder: "/f")))
        for option in WebOption.allCases { #expect(WebHelp.text.contains(option.rawValue)) }
        #expect(WebHelp.text.contains(WebOptions.usualSocket))
    }

    @Test("The manual page has each option and each exit status")
    func manual() {
        let page = WebManual.page.text
        for option in WebOption.allCases {
            #expect(page.contains("\n.TP\n\(ManualPage.usage(option.title))\n"), "\(option.title)")
        }
        for (code, _) in WebHelp.codes { #expect(page.contains("\n.TP\n\(code)\n")) }
    }

    @Test(
        "Wrong arguments are refused with the option's name",
        arguments: [
            ["--port", "65536"], ["--port", "-1"], ["--port", "http"], ["--port"], ["--what"],
            ["8080"], ["--name", "clock:80"], ["--name", "a b"], ["--address", "::1"],
            ["--port", "1", "--port", "2"], ["--socket", String(repeating: "x", count: 108)],
        ])
    func wrong(arguments: [String]) throws {
        let error = try thrown(OptionError.self) { try WebRequest.parse(arguments) }
        #expect(error.message.contains(arguments[0]))
    }

    @Test("A port that is taken and an address that is none are errors with their reason")
    func listening() throws {
        let first = try ListeningSocket(port: 0, address: "127.0.0.1")
        defer { close(first.descriptor) }
        let port = try #require(first.port)
        let taken = try thrown(StartError.self) {
            try ListeningSocket(port: port, address: "127.0.0.1")
        }
        #expect(taken.message.contains("cannot listen on 127.0.0.1, port \(port): "))
        let wrong = try thrown(StartError.self) {
            try ListeningSocket(port: 0, address: "clock.example.org")
        }
        #expect(wrong.message == "clock.example.org is no address of IPv4 or IPv6")
        let any = try ListeningSocket(port: 0, address: nil)
        #expect(any.port != 0)
        close(any.descriptor)
    }
}
