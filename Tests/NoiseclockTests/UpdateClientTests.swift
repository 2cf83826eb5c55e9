import ClockCore
import Control
import ReplySamples
import Testing

@testable import noiseclock

@Suite("The client asks about updates, and hands over to the updater")
struct UpdateClientTests {
    private func run(
        _ words: [String], against steps: [ScriptedClock.Step]
    ) throws -> (result: Client.Result, received: [String]) {
        let client = Client(environment: [:], uid: 1000, timeout: .seconds(5))
        let clock = try ScriptedClock(steps)
        let result = client.run(words + ["--socket", clock.path])
        return (result, clock.received())
    }

    @Test("A no about an update is an answer with status 1, in words and in JSON")
    func noUpdate() throws {
        let hindrance = UpdateHindrance.ringing
        let no = ReplyLine.encode(id: "1", .updateCheck(hindrance))
        let (result, _) = try run(["update", "check"], against: [.read, .write(no)])
        #expect(
            result
                == .init(
                    output: "No update can start now. Something is ringing. Stop it first.\n",
                    status: .refused))
        let (json, _) = try run(["update", "check", "--json"], against: [.read, .write(no)])
        #expect(json == .init(output: String(decoding: no, as: UTF8.self), status: .refused))
        let yes = ReplyLine.encode(id: "1", .updateCheck(nil))
        let (good, _) = try run(["update", "check"], against: [.read, .write(yes)])
        #expect(good == .init(output: "An update can start now.\n"))
        let unready = CountdownSamples.readiness(isGood: false)
        let (ready, _) = try run(
            ["update", "ready"],
            against: [.read, .write(ReplyLine.encode(id: "1", .updateReadiness(unready)))])
        #expect(
            ready.status == .refused && ready.output.contains("no  Sound          A finding.\n"))
    }

    /// Root's client on a system with an updater, for which any file serves here.
    private func updater(uid: UInt32 = 0, program: String = "/dev/null") -> Client {
        Client(environment: [Updater.variable: program], uid: uid, timeout: .seconds(5))
    }

    @Test("The updater is run in the client's place, once the clock has said that it may be")
    func update() throws {
        let yes = ReplyLine.encode(id: "1", .updateCheck(nil))
        let clock = try ScriptedClock([.read, .write(yes)])
        let result = updater().run(["update", "/dev/zero", "--socket", clock.path])
        #expect(result == .init(successor: ["/dev/null", "install", "/dev/zero"]))
        #expect(clock.received() == [#"{"command":"update.check","id":"1"}"# + "\n"])
        #expect(
            updater().run(["update", "status", "--socket", "/nowhere"])
                == .init(successor: ["/dev/null", "status"]))
        let no = ReplyLine.encode(id: "1", .updateCheck(.inWords(.napping, "a nap")))
        let busy = try ScriptedClock([.read, .write(no)])
        #expect(
            updater().run(["update", "/dev/zero", "--socket", busy.path])
                == .init(error: "No update can start now. A nap.\n", status: .refused))
    }

    @Test("Where no clock answers the update goes on, because it may be what helps")
    func updateWithoutClock() {
        let result = updater().run(["update", "/dev/zero", "--socket", "/nowhere/c.sock"])
        #expect(result.successor == ["/dev/null", "install", "/dev/zero"])
        #expect(result.error.contains("No clock is running"))
        #expect(result.error.hasSuffix("\nThe update goes on all the same.\n"))
    }

    @Test(
        "Without an updater, without root, without the file and in JSON it says what is the matter")
    func noUpdater() {
        let cases: [(Client, [String], Client.Status, String)] = [
            (updater(program: "/no/updater"), ["update", "status"], .refused, "with apt"),
            (updater(uid: 1000), ["update", "status"], .notPermitted, "sudo"),
            (updater(), ["update", "/no/file"], .noInput, "\"/no/file\": No such file"),
            (updater(), ["update", "status", "--json"], .usageError, "no JSON."),
        ]
        for (client, words, status, part) in cases {
            let result = client.run(words)
            #expect(result.status == status && result.successor.isEmpty)
            #expect((result.error + result.output).contains(part), "\(result)")
        }
    }
}
