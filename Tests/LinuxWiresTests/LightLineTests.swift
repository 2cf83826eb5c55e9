import Glibc
import HAL
import LinuxWires
import Synchronization
import Testing

@Suite("The lines of light sensors")
struct LightLineTests {
    private let calls = ScriptedGPIOCalls()

    init() {
        calls.change { $0.labels = GPIOTests.chip }
    }

    private var line: GPIOChargeLine { GPIOChargeLine(chip: .automatic, offset: 26, calls: calls) }

    @Test("the charge time runs from the line's release to its edge, by the kernel's stamps")
    func chargeTime() throws {
        let line = line
        try line.discharge()
        calls.change { $0.charge.start = 1_000_000 }
        try line.charge()
        #expect(try line.chargeTime() == nil)
        // The first belongs to an earlier charge.
        calls.change { $0.charge.edges = [900_000, 4_500_000] }
        #expect(try line.chargeTime() == .microseconds(3500))
        let state = calls.state.withLock { $0 }
        #expect(state.requests == ["charge 26 of /dev/gpiochip4"])
        #expect(state.charge.log == ["discharge", "charge", "edges", "level", "edges"])
    }

    @Test("a line that was high before the kernel watched it took no time")
    func bright() throws {
        let line = line
        try line.discharge()
        try line.charge()
        calls.change { $0.charge.isHigh = true }
        #expect(try line.chargeTime() == .zero)
    }

    @Test("a line that fails is requested again by the next call")
    func failure() throws {
        let line = line
        try line.discharge()
        calls.change { $0.charge.failure = ENODEV }
        #expect(throws: LineError.gone) { try line.charge() }
        calls.change { state in
            state.charge.failure = nil
            state.requestFailure = EBUSY
        }
        #expect(throws: LineError.taken) { try line.discharge() }
        calls.change { $0.requestFailure = nil }
        try line.discharge()
        #expect(calls.state.withLock { $0.requests.count } == 3)
        line.stop()
        try line.discharge()
        #expect(calls.state.withLock { $0.requests.count } == 4)
    }

    @Test("a module's line is read as it is, without bias")
    func level() throws {
        let line = GPIOLevelLine(chip: .automatic, offset: 26, calls: calls)
        calls.change { $0.levels = [true] }
        #expect(try line.isHigh())
        let inputs = try #require(calls.state.withLock { $0.inputs })
        inputs.state.withLock { $0.levels = [false] }
        #expect(try !line.isHigh())
        #expect(calls.state.withLock { $0.requests } == ["inputs [26] of /dev/gpiochip4, 0 ms"])
        calls.change { $0.labels = [:] }
        line.stop()
        #expect(throws: LineError.self) { try line.isHigh() }
    }

    @Test("libgpiod itself says what is no chip")
    func realLibrary() throws {
        #expect(throws: WireFailure(errno: ENOENT)) {
            try LibgpiodCalls().requestCharge(26, ofChip: "/dev/gpiochip-no")
        }
    }
}
