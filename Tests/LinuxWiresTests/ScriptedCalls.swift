import ClockTime
import Glibc
import HAL
import LinuxWires
import Synchronization

/// A kernel with or without one I2C bus, which gives scripted answers.
final class ScriptedI2CCalls: I2CCalls {
    struct State {
        /// The result of each call: an errno, or nil for success.
        var openFailure: Int32?
        var selectFailure: Int32?
        var transferFailure: Int32?
        var answer: [UInt8] = []
        var driver: String?
        var openFiles = 0
        var buses: [I2CBusName] = []
        var log: [String] = []
    }

    let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// The calls since the last time.
    func takeLog() -> [String] {
        state.withLock { state in
            defer { state.log = [] }
            return state.log
        }
    }

    private func call(
        _ text: String, _ failure: (State) -> Int32?
    ) throws(WireFailure) {
        let errno = state.withLock { state in
            state.log.append(text)
            return failure(state)
        }
        if let errno { throw WireFailure(errno: errno) }
    }

    func buses() -> [I2CBusName] { state.withLock { $0.buses } }

    func open(_ path: String) throws(WireFailure) -> Int32 {
        try call("open \(path)", { $0.openFailure })
        state.withLock { $0.openFiles += 1 }
        return 7
    }

    func close(_ file: Int32) {
        state.withLock { state in
            state.log.append("close")
            state.openFiles -= 1
        }
    }

    func select(_ address: I2CAddress, on file: Int32) throws(WireFailure) {
        try call("select \(address)", { $0.selectFailure })
    }

    func transfer(
        _ file: Int32, to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(WireFailure) -> [UInt8] {
        try call("transfer \(address) \(bytes) \(readCount)", { $0.transferFailure })
        return state.withLock { $0.answer }
    }

    func ask(_ file: Int32) throws(WireFailure) {
        try call("ask", { $0.transferFailure })
    }

    func driver(ofBus bus: Int, at address: I2CAddress) -> String? {
        state.withLock { $0.driver }
    }
}

/// A kernel whose GPIO chips come and go.
final class ScriptedGPIOCalls: GPIOCalls {
    struct State {
        /// Labels by path.
        var labels: [String: String] = [:]
        var requestFailure: Int32?
        var requests: [String] = []
        var inputs: ScriptedInputs?
        var outputs: [Bool] = []
        var outputFailure: Int32?
        /// The levels that the next request finds.
        var levels: [Bool] = []
        var attempts = 0
        var charge = ChargeAnswers()
    }

    struct ChargeAnswers {
        /// What was asked of the line.
        var log: [String] = []
        var start: Int64 = 0
        /// The edges that the next look finds.
        var edges: [Int64] = []
        var isHigh = false
        var failure: Int32?
    }

    let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func chips() -> [String] {
        state.withLock { state in
            state.attempts += 1
            return Array(state.labels.keys)
        }
    }

    func label(ofChip path: String) throws(WireFailure) -> String {
        guard let label = state.withLock({ $0.labels[path] }) else {
            throw WireFailure(errno: ENOENT)
        }
        return label
    }

    func lines(ofChip path: String) throws(WireFailure) -> [LineState] {
        try note("lines of \(path)")
        return []
    }

    func requestInputs(
        _ lines: [InputLine], ofChip path: String
    ) throws(WireFailure) -> any InputRequest {
        let offsets = lines.map(\.offset)
        let pauses = Set(lines.map { $0.debounce.wholeNanoseconds / 1_000_000 }).sorted()
            .map { "\($0)" }.joined(separator: " or ")
        try note("inputs \(offsets) of \(path), \(pauses) ms")
        let inputs = ScriptedInputs(levels: state.withLock { $0.levels })
        state.withLock { $0.inputs = inputs }
        return inputs
    }

    func requestOutput(
        _ offset: Int, isActiveLow: Bool, ofChip path: String
    ) throws(WireFailure) -> any OutputRequest {
        try note("output \(offset)\(isActiveLow ? " active low" : "") of \(path)")
        return ScriptedOutput(self)
    }

    func requestCharge(
        _ offset: Int, ofChip path: String
    ) throws(WireFailure) -> any ChargeRequest {
        try note("charge \(offset) of \(path)")
        return ScriptedCharge(self)
    }

    func bootMinusMonotonic() -> Int64 { 1_000 }

    private func note(_ text: String) throws(WireFailure) {
        let failure = state.withLock { state in
            state.requests.append(text)
            return state.requestFailure
        }
        if let failure { throw WireFailure(errno: failure) }
    }
}

private final class ScriptedOutput: OutputRequest {
    private let calls: ScriptedGPIOCalls

    init(_ calls: ScriptedGPIOCalls) {
        self.calls = calls
    }

    func set(_ isOn: Bool) throws(WireFailure) {
        let failure = calls.state.withLock { state in
            state.outputs.append(isOn)
            return state.outputFailure
        }
        if let failure { throw WireFailure(errno: failure) }
    }
}

private final class ScriptedCharge: ChargeRequest {
    private let calls: ScriptedGPIOCalls

    init(_ calls: ScriptedGPIOCalls) {
        self.calls = calls
    }

    private func answer(_ call: String) throws(WireFailure) -> ScriptedGPIOCalls.ChargeAnswers {
        let answers = calls.state.withLock { state in
            state.charge.log.append(call)
            return state.charge
        }
        if let failure = answers.failure { throw WireFailure(errno: failure) }
        return answers
    }

    func discharge() throws(WireFailure) { _ = try answer("discharge") }

    func charge() throws(WireFailure) -> Int64 { try answer("charge").start }

    func risingEdges() throws(WireFailure) -> [Int64] {
        let edges = try answer("edges").edges
        calls.change { $0.charge.edges = [] }
        return edges
    }

    func isHigh() throws(WireFailure) -> Bool { try answer("level").isHigh }
}

/// Lines whose edges the test pushes; a pipe makes them ready as the kernel would.
final class ScriptedInputs: InputRequest {
    struct State {
        var batches: [Result<[LineEvent], WireFailure>] = []
        var levels: [Bool]
    }

    let state: Mutex<State>
    let descriptor: Int32
    private let writing: Int32

    init(levels: [Bool]) {
        state = Mutex(State(levels: levels))
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// Adds edges that are read in one call, or the error of that call.
    func push(_ batch: Result<[LineEvent], WireFailure>, levels: [Bool]? = nil) {
        state.withLock { state in
            if let levels { state.levels = levels }
            state.batches.append(batch)
        }
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    func events() throws(WireFailure) -> [LineEvent] {
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
        return try state.withLock { $0.batches.removeFirst() }.get()
    }

    func levels() throws(WireFailure) -> [Bool] {
        state.withLock { $0.levels }
    }
}

/// What a handler received, in order.
final class Heard<Value: Sendable & Equatable>: Sendable {
    private let values = Mutex<[Value]>([])

    func add(_ value: Value) { values.withLock { $0.append(value) } }

    /// Waits for this many, for at most five seconds, which only a failure takes.
    func first(_ count: Int) -> [Value] {
        for _ in 0..<5000 {
            let now = values.withLock { $0 }
            if now.count >= count { return now }
            usleep(1000)
        }
        return values.withLock { $0 }
    }
}

/// A clock that does not advance.
struct StandingClock: TimeSource {
    static let boot = BootTime(nanoseconds: 5_000)

    func now() -> Moment { Moment(wall: WallTime(nanoseconds: 0), boot: StandingClock.boot) }
}
