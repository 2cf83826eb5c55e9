import ClockCore
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Testing

@Suite("A battery gauge on the bus")
struct GaugeTests {
    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
    private let bus: SimulatedI2CBus
    private let address: I2CAddress
    private var host: PanelHost

    init() throws {
        bus = SimulatedI2CBus(clock: clock)
        address = try #require(I2CAddress(0x36))
        var board = BoardDescription(name: "bench")
        board.battery = .gauge(
            BoardDescription.Chip(driver: "max17048", address: address))
        _ = bus.attachChips(of: board, seed: 0)
        let drivers = try BoardDrivers(for: board)
        host = PanelHost(bus: bus, panel: drivers.panel, light: nil, gauge: drivers.gauge)
    }

    private mutating func reports(until end: Duration) throws -> [PanelHost.Report] {
        var reports: [PanelHost.Report] = []
        while let wake = host.nextWake, wake < BootTime(nanoseconds: 0) + end {
            if wake > clock.now().boot { clock.advance(to: wake) }
            reports += host.step(picture: nil, at: clock.now().boot)
        }
        return reports
    }

    @Test("is read every 15 s, says once that it is gone, and when it is back")
    mutating func readings() throws {
        bus.setBattery(address, percent: 40, flow: .discharging)
        let reading = PanelHost.Report.battery(BatteryReading(charge: 40, flow: .discharging))
        #expect(try reports(until: .seconds(31)) == [reading, reading, reading])
        bus.unplug(address)
        let problem = "the battery gauge does not answer"
        #expect(try reports(until: .seconds(90)) == [.problem(.battery, problem)])
        bus.plugIn(address)
        #expect(
            try reports(until: .seconds(120)).prefix(2) == [reading, .problem(.battery, nil)])
    }
}
