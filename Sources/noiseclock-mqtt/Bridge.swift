import BoundedJSON
import ClockCore
import ClockTime
import Control

/// What the program does between the clock and the broker: a value that events change and that answers with effects.
///
/// Theory of operation. Two connections lead to the clock's socket for programs that face the network. One watches queries;
/// each reply goes into a view, from which the document and the states follow. What differs from what was published last is
/// published. The other one carries a request at a time: commands that messages asked for, and the program's own. All that a
/// message can do is such a request, with this program's token, so the clock decides about it as about any paired device's.
///
/// The token is the program's own. Where the clock does not know it, the program asks whether it may join; the clock lets it
/// once after `mqtt set`. Without rights it has no settings and no connection to the broker: so `mqtt off`, and removing the
/// device, end everything.
///
/// | clock  | event                | then                                                        |
/// | ------ | -------------------- | ----------------------------------------------------------- |
/// | away   | its time has come    | watch                                                       |
/// | watch  | a reply              | into the view; the settings decide about the broker         |
/// | watch  | refused: unpaired    | join; joined: watch; refused: away for 5 s                  |
/// | watch  | the end              | away; the entities are not available, and the broker stays  |
///
/// | broker  | event               | then                                                        |
/// | ------- | ------------------- | ----------------------------------------------------------- |
/// | idle    | settings            | connect                                                     |
/// | trying  | connected           | subscribe, publish everything, tell the clock               |
/// | trying, online | an end, or 20 s | wait 1 s, then 2, 4, 8 and 10; tell the clock why         |
/// | waiting | its time has come   | connect                                                     |
/// | any     | other settings      | disconnect, connect                                         |
/// | any     | no rights, or off   | disconnect                                                  |
///
/// All that comes from outside is bounded: a gate lets few messages through, and few requests wait.
struct Bridge {
    enum Event {
        /// A line of the watching connection.
        case watched([UInt8])
        case watchEnded
        /// The answer to the request under way.
        case answered([UInt8])
        case askFailed
        case connected
        /// - Parameter why: in words; nil: it was wanted.
        case disconnected(why: String?)
        case message(Message)
        /// Time has passed.
        case tick
    }

    enum Effect: Hashable {
        case watch([UInt8])
        case endWatch
        case ask([UInt8])
        case connect(BrokerAddress, Topics)
        case disconnect
        case subscribe([String])
        case publish(Publication)
        case log(String)
    }

    enum ClockPhase: Hashable {
        case away(until: BootTime)
        case watching
        case joining
    }

    enum BrokerPhase: Hashable {
        case idle
        case trying(until: BootTime)
        case online
        case waiting(until: BootTime)
    }

    /// A request for the clock, and who gets its answer.
    enum Job: Hashable {
        case join, tell, display
        case command(WantedCommand)
    }

    let serial: String
    let token: String
    let fingerprint: String
    /// No other run has it: the clock takes no request for an earlier one (law, 13).
    let idPrefix: String

    private(set) var clock = ClockPhase.away(until: BootTime(nanoseconds: 0))
    private(set) var broker = BrokerPhase.idle
    var view = ClockView()
    var events = RingEvents()
    var held = HeldAlarm()
    var gate = MessageGate()
    /// Nil: no rights, or it is off.
    private(set) var wanted: (address: BrokerAddress, topics: Topics)?
    private var backoff = Bridge.firstBackoff
    private var problem: String?
    private var waiting: [Job] = []
    private var underWay: Job?
    private var patience = BootTime(nanoseconds: 0)
    private var count = 0
    var nextTelling = BootTime(nanoseconds: 0)
    var nextDisplay = BootTime(nanoseconds: 0)
    /// When the dropped messages are logged; nil: there are none.
    private var nextNews: BootTime?

    // What was published last on this connection, and the entities that are gone.
    var published: [String: String] = [:]
    var removed: [String: String] = [:]
    var keys: Set<String> = []

    static let firstBackoff = Duration.seconds(1)
    static let longestBackoff = Duration.seconds(10)
    /// After it lost the clock, or may not join.
    static let clockDelay = Duration.seconds(1)
    static let joinDelay = Duration.seconds(5)
    static let connectPatience = Duration.seconds(20)
    static let answerPatience = Duration.seconds(10)
    /// The clock forgets what it was told after three minutes.
    static let tellInterval = Duration.seconds(60)
    static let displayInterval = Duration.seconds(15)
    static let sleepInterval = Duration.seconds(20)
    static let newsInterval = Duration.seconds(10)
    /// Commands that wait for the clock.
    static let mostWaiting = 16

    init(serial: String, token: String, fingerprint: String, idPrefix: String) {
        (self.serial, self.token, self.fingerprint) = (serial, token, fingerprint)
        self.idPrefix = idPrefix
    }

    mutating func handle(_ event: Event, at now: BootTime) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .watched(let line): take(watched: line, at: now, &effects)
        case .watchEnded: if clock == .watching { loseClock(at: now, &effects) }
        case .answered(let line): takeAnswer(line, at: now, &effects)
        case .askFailed: takeAnswer(nil, at: now, &effects)
        case .connected: begin(at: now, &effects)
        case .disconnected(let why): end(why, at: now, &effects)
        case .message(let message): take(message, at: now, &effects)
        case .tick: break
        }
        advance(to: now, &effects)
        publish(at: now, &effects)
        askNext(at: now, &effects)
        return effects
    }

    /// When `handle` has something to do without an event.
    func nextWake(at now: BootTime) -> BootTime {
        var times: [BootTime] = []
        if case .away(let until) = clock { times.append(until) }
        if underWay != nil { times.append(patience) }
        switch broker {
        case .trying(let until), .waiting(let until): times.append(until)
        case .idle, .online: break
        }
        if asksByItself { times += [nextDisplay, nextTelling] }
        if broker == .online {
            if view.status?.noise.sleep != nil { times.append(now + Bridge.sleepInterval) }
            if held.shown != NextAlarm(view.status?.nextAlarm) { times.append(now + .seconds(1)) }
            if let nextNews { times.append(nextNews) }
        }
        return times.min() ?? now + Bridge.tellInterval
    }

    private var asksByItself: Bool { clock == .watching && view.status != nil && wanted != nil }

    private mutating func advance(to now: BootTime, _ effects: inout [Effect]) {
        if case .away(let until) = clock, until <= now {
            clock = .watching
            (nextDisplay, nextTelling) = (now, now)
            effects.append(
                .watch(line("watch", ["queries": .list(ClockView.watched.map(JSONValue.string))])))
        }
        if underWay != nil, patience <= now { takeAnswer(nil, at: now, &effects) }
        switch broker {
        case .trying(let until) where until <= now:
            effects.append(.disconnect)
            end("the broker does not answer", at: now, &effects)
        case .waiting(let until) where until <= now: connect(at: now, &effects)
        case .idle where wanted != nil: connect(at: now, &effects)
        case .idle, .trying, .waiting, .online: break
        }
        if asksByItself {
            if nextDisplay <= now {
                nextDisplay = now + Bridge.displayInterval
                askOwn(.display)
            }
            if nextTelling <= now {
                nextTelling = now + Bridge.tellInterval
                askOwn(.tell)
            }
        }
        if gate.dropped > 0, nextNews == nil { nextNews = now + Bridge.newsInterval }
        if let news = nextNews, news <= now {
            nextNews = nil
            effects.append(.log("dropped \(gate.takeDropped()) messages: too many came at once"))
        }
    }

    // MARK: - The clock

    private mutating func take(
        watched line: [UInt8], at now: BootTime, _ effects: inout [Effect]
    ) {
        guard clock == .watching, let received = try? ReplyLine.decode(line) else { return }
        switch received.outcome {
        case .refused(let refusal):
            // Else it is the refusal of one query: the clock has no lamp.
            guard refusal.code == Bridge.unpaired else { return }
            loseRights(at: now, &effects)
            clock = .joining
            askOwn(.join)
        case .answer(let answer):
            view.take(answer.reply, at: now)
            switch answer.reply {
            case .mqtt(let report): take(report, at: now, &effects)
            case .history(let history): publish(events.take(history), &effects)
            case .status(let status): publish(events.take(status), &effects)
            default: break
            }
        }
    }

    static let unpaired = "unpaired"

    private mutating func loseClock(at now: BootTime, _ effects: inout [Effect]) {
        clock = .away(until: now + Bridge.clockDelay)
        view = ClockView()
    }

    private mutating func loseRights(at now: BootTime, _ effects: inout [Effect]) {
        effects.append(.endWatch)
        view = ClockView()
        leaveBroker(&effects)
        wanted = nil
    }

    private mutating func take(
        _ report: MqttReport, at now: BootTime, _ effects: inout [Effect]
    ) {
        guard report.state != .off, let address = BrokerAddress(report) else {
            leaveBroker(&effects)
            wanted = nil
            return
        }
        let topics = Topics(serial: serial, prefix: report.prefix)
        if let wanted, wanted.address == address, wanted.topics == topics { return }
        leaveBroker(&effects)
        wanted = (address, topics)
        backoff = Bridge.firstBackoff
        problem = nil
    }

    /// A line for the clock, with its own id and this program's token.
    private mutating func line(_ command: String, _ fields: [String: JSONValue]) -> [UInt8] {
        count += 1
        var fields = fields
        fields["id"] = .string("\(idPrefix)-\(count)")
        fields["command"] = .string(command)
        if command != "mqtt.join" { fields["token"] = .string(token) }
        return JSONValue.object(fields).line()
    }

    // MARK: - Requests

    /// Asks for something of the program's own, unless that waits already.
    private mutating func askOwn(_ job: Job) {
        if !waiting.contains(job) { waiting.append(job) }
    }

    private mutating func askNext(at now: BootTime, _ effects: inout [Effect]) {
        guard underWay == nil, !waiting.isEmpty else { return }
        let job = waiting.removeFirst()
        underWay = job
        patience = now + Bridge.answerPatience
        switch job {
        case .join:
            effects.append(.ask(line("mqtt.join", ["fingerprint": .string(fingerprint)])))
        case .tell:
            var fields: [String: JSONValue] = ["connected": .bool(broker == .online)]
            fields["problem"] = problem.map(JSONValue.string)
            effects.append(.ask(line("mqtt.tell", fields)))
        case .display: effects.append(.ask(line(ClockView.asked, [:])))
        case .command(let wanted): effects.append(.ask(line(wanted.name, wanted.fields)))
        }
    }

    /// - Parameter line: nil: none came.
    private mutating func takeAnswer(
        _ line: [UInt8]?, at now: BootTime, _ effects: inout [Effect]
    ) {
        guard let job = underWay else { return }
        underWay = nil
        let received = line.flatMap { try? ReplyLine.decode($0) }
        switch job {
        case .join:
            guard clock == .joining else { return }
            if case .answer? = received?.outcome {
                clock = .away(until: now)
                effects.append(.log("joined the clock's paired devices"))
            } else {
                clock = .away(until: now + Bridge.joinDelay)
            }
        case .tell: break
        case .display:
            if case .answer(let answer)? = received?.outcome, clock == .watching {
                view.take(answer.reply, at: now)
            }
        case .command(let command):
            nextDisplay = now
            publishResult(of: command, line, &effects)
        }
    }

    // MARK: - The broker

    private mutating func connect(at now: BootTime, _ effects: inout [Effect]) {
        guard let wanted else { return broker = .idle }
        broker = .trying(until: now + Bridge.connectPatience)
        effects.append(.connect(wanted.address, wanted.topics))
    }

    private mutating func begin(at now: BootTime, _ effects: inout [Effect]) {
        guard case .trying = broker, let wanted else { return }
        broker = .online
        backoff = Bridge.firstBackoff
        problem = nil
        published = [:]
        nextTelling = now
        effects += [.subscribe(wanted.topics.subscriptions), .log("connected to the broker")]
    }

    private mutating func end(_ why: String?, at now: BootTime, _ effects: inout [Effect]) {
        switch broker {
        case .trying, .online: break
        case .idle, .waiting: return
        }
        let new = why ?? "the broker ended the connection"
        if new != problem { effects.append(.log(new)) }
        problem = new
        broker = .waiting(until: now + backoff)
        backoff = min(backoff * 2, Bridge.longestBackoff)
        nextTelling = now
    }

    private mutating func leaveBroker(_ effects: inout [Effect]) {
        guard broker != .idle else { return }
        if broker == .online, let topics = wanted?.topics {
            effects.append(
                .publish(Publication(topic: topics.availability, payload: States.offline)))
        }
        effects.append(.disconnect)
        broker = .idle
    }

    private mutating func take(
        _ message: Message, at now: BootTime, _ effects: inout [Effect]
    ) {
        guard broker == .online, let topics = wanted?.topics, gate.lets(at: now) else { return }
        switch Meaning(message, topics, view) {
        case .nothing: break
        case .document: learn(from: message.payload)
        case .homeAssistantIsBack: published = [:]
        case .wrong(let name, let why):
            publishRefusal(name, .null, code: "invalid", why, &effects)
        case .command(let command):
            guard clock == .watching, waiting.count < Bridge.mostWaiting else {
                let why = clock == .watching ? "too many commands wait" : "the clock is not there"
                return publishRefusal(command.name, command.id, code: "tooMany", why, &effects)
            }
            waiting.append(.command(command))
        }
    }
}
