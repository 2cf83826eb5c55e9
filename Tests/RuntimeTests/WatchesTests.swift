import ClockCore
import ClockTime
import HAL
import Runtime
import Synchronization
import Testing

@Suite("Connections that watch queries (product, X1)")
struct WatchesTests {
    private let listener = ScriptedListener()
    private let bench: Bench

    init() throws {
        bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false, listener: listener)
        for number in 1...20 { bench.stepped.receive([.opened(ConnectionID(UInt64(number)))]) }
    }

    private func send(_ text: String, from number: UInt64 = 1) -> [String] {
        bench.send(text + "\n", from: number, to: listener)
    }

    private func watch(_ queries: String..., from number: UInt64 = 1) -> [String] {
        let names = queries.map { "\"\($0)\"" }.joined(separator: ",")
        return send(#"{"id":"w\#(number)","command":"watch","queries":[\#(names)]}"#, from: number)
    }

    private let play = #"{"id":"p","command":"noise.play"}"#

    @Test("each query is answered at once, and again when it differs, and only then")
    func differences() {
        let first = watch("noise.status", "alarm.list")
        #expect(first.count == 2)
        #expect(first.allSatisfy { $0.contains(#""id":"w1""#) })
        #expect(first.contains { $0.contains(#""query":"alarm.list""#) })
        bench.run(for: .seconds(1))
        _ = send(play, from: 2)
        bench.run(for: .seconds(5))
        let lines = listener.takeLines(1)
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""query":"noise.status""#) == true)
        #expect(listener.kept.withLock { $0 } == [ConnectionID(1)])
    }

    @Test("time alone makes no difference, even to a timer, a nap and the time")
    func timeAlone() {
        _ = send(#"{"id":"t","command":"timer.add","seconds":3600}"#, from: 2)
        _ = send(#"{"id":"n","command":"nap.start"}"#, from: 2)
        // Until everything was tried once after the start.
        bench.run(for: .minutes(2))
        #expect(
            watch("status", "timer.list", "nap.status", "time.status", "health.status").count == 5)
        bench.run(for: .minutes(10))
        #expect(listener.takeLines(1) == [])
        _ = send(
            #"{"id":"a","command":"alarm.add","alarm":{"schedule":{"time":"23:30"}}}"#, from: 2)
        bench.run(for: .seconds(1))
        #expect(listener.takeLines(1).count == 2)
        bench.run(for: .minutes(5))
        #expect(listener.takeLines(1) == [])
    }

    @Test("a timer says when it ends")
    func until() {
        _ = send(#"{"id":"t","command":"timer.add","seconds":300}"#, from: 2)
        #expect(watch("timer.list").first?.contains(#""until":"2026-01-10T12:05:00"#) == true)
    }

    @Test("a query that differs all the time is answered ten times a second")
    func often() {
        _ = watch("noise.status")
        for volume in 1...100 {
            _ = send(#"{"id":"v\#(volume)","command":"noise.volume","volume":\#(volume)}"#, from: 2)
            bench.run(for: .milliseconds(10))
        }
        bench.run(for: .seconds(1))
        let lines = listener.takeLines(1)
        #expect((10...12).contains(lines.count))
        #expect(lines.last?.contains(#""volume":100"#) == true)
    }

    @Test("a connection that watches can ask, too, and another list of queries replaces the first")
    func others() {
        _ = watch("noise.status")
        #expect(send(#"{"id":"a","command":"alarm.list"}"#).count == 1)
        #expect(watch("alarm.list").count == 1)
        _ = send(play, from: 2)
        bench.run(for: .seconds(1))
        #expect(listener.takeLines(1) == [])
    }

    @Test("a peer that does not read misses states that are over, and gets the last one")
    func slowPeer() {
        _ = watch("noise.status")
        bench.run(for: .seconds(1))
        listener.unread.withLock { _ = $0.insert(ConnectionID(1)) }
        for volume in [10, 20, 30] {
            _ = send(#"{"id":"v\#(volume)","command":"noise.volume","volume":\#(volume)}"#, from: 2)
            bench.run(for: .seconds(1))
        }
        let first = listener.takeLines(1)
        #expect(first.count == 1 && first.first?.contains(#""volume":10"#) == true)
        listener.unread.withLock { $0 = [] }
        bench.stepped.receive([.sent(ConnectionID(1))])
        bench.run(for: .seconds(1))
        let last = listener.takeLines(1)
        #expect(last.count == 1 && last.first?.contains(#""volume":30"#) == true)
    }

    @Test("a peer that ended its side still watches; one that is gone leaves its place")
    func ends() {
        _ = watch("noise.status")
        bench.stepped.receive([.ended(ConnectionID(1))])
        #expect(!listener.isClosed(1))
        _ = send(play, from: 2)
        bench.run(for: .seconds(1))
        #expect(listener.takeLines(1).count == 1)
        for number in UInt64(2)...8 { #expect(watch("status", from: number).count == 1) }
        #expect(watch("status", from: 9).first?.contains("tooMany") == true)
        bench.stepped.receive([.closed(ConnectionID(1))])
        #expect(watch("status", from: 9).count == 1)
    }

    @Test("a dry run says what a change would do, and keeps nothing, whatever its key")
    func dryRun() {
        func add(_ dryRun: String) -> String {
            #"{"id":"d","key":"k","command":"alarm.add",\#(dryRun)"#
                + #""alarm":{"schedule":{"time":"07:30","kind":"once"}}}"#
        }
        for _ in 1...2 {
            let tried = send(add(#""dryRun":true,"#)).first ?? ""
            #expect(tried.contains(#""dryRun":true"#) && tried.contains(#""next":{"date""#))
            #expect(tried.contains(#""id":1"#) && !tried.contains(#""saved""#))
        }
        #expect(send(#"{"id":"l","command":"alarm.list"}"#).first?.contains("07:30") == false)
        #expect(send(add("")).first?.contains(#""saved":true"#) == true)
    }
}
