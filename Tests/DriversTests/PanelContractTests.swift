import ClockTime
import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("Every panel of the catalog")
struct PanelContractTests {
    /// A driver, or with more words another way to mount its board.
    static let drivers = PanelContract.subjects.keys.sorted()

    @Test("shows nothing of what memory held at power-up", arguments: drivers)
    func clearBeforeOn(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        try bench.panel.bringUp(on: bench.bus)
        let isDark = bench.bus.pictures.allSatisfy { $0?.isDark == true }
        #expect(isDark)
        let frame = PanelContract.sparse(on: bench.panel.geometry, 80)
        try bench.panel.show(frame, on: bench.bus)
        let wrong = bench.bus.pictures.count {
            $0?.isDark == false && !bench.isPart($0, of: bench.lit)
        }
        #expect(wrong == 0)
        bench.expect(frame)
    }

    @Test("is dark after bring-up, whatever was shown before a restart", arguments: drivers)
    func bringUpFromAnyState(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        _ = bench.showAsOwner(PanelContract.full(on: bench.panel.geometry, 100))
        var restarted = try Catalog.makePanel(for: bench.display)
        try restarted.bringUp(on: bench.bus)
        #expect(bench.isDark)
    }

    @Test("brings itself up when its owner forgot to", arguments: drivers)
    func showWithoutBringUp(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        let frame = PanelContract.sparse(on: bench.panel.geometry, 80)
        try bench.panel.show(frame, on: bench.bus)
        bench.expect(frame)
    }

    @Test("shows each frame of a story", arguments: drivers)
    func story(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        try bench.panel.bringUp(on: bench.bus)
        for (number, frame) in PanelContract.story(on: bench.panel.geometry).enumerated() {
            try bench.panel.show(frame, on: bench.bus)
            bench.expect(frame, "frame \(number)")
        }
    }

    @Test("sends nothing when nothing changed", arguments: drivers)
    func showTwice(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        try bench.panel.bringUp(on: bench.bus)
        for (number, frame) in PanelContract.story(on: bench.panel.geometry).enumerated() {
            try bench.panel.show(frame, on: bench.bus)
            let count = bench.bus.count
            try bench.panel.show(frame, on: bench.bus)
            #expect(bench.bus.count == count, "frame \(number)")
        }
    }

    @Test(
        "a refresh is not to be seen, and brings back what a loss of power took", arguments: drivers
    )
    func refresh(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        try bench.panel.bringUp(on: bench.bus)
        for (number, frame) in PanelContract.story(on: bench.panel.geometry).enumerated() {
            try bench.panel.show(frame, on: bench.bus)
            let count = bench.bus.count
            let before = bench.lit
            try bench.panel.refresh(on: bench.bus)
            let isUnseen = bench.bus.pictures[count...].allSatisfy { $0 == before }
            #expect(isUnseen, "frame \(number)")
            bench.display.addresses.forEach(bench.chips.powerCycle)
            let dark = bench.bus.count
            try bench.panel.refresh(on: bench.bus)
            bench.expect(frame, "frame \(number)")
            let shown = bench.bus.pictures[dark...].compactMap { $0 }.filter { !$0.isDark }
            let isAsBefore = shown.allSatisfy { bench.isPart($0, of: before) }
            #expect(isAsBefore, "frame \(number)")
        }
    }

    @Test("comes back from the dark with the newest picture only", arguments: drivers)
    func afterDark(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        try bench.panel.bringUp(on: bench.bus)
        try bench.panel.show(PanelContract.sparse(on: bench.panel.geometry, 80), on: bench.bus)
        try bench.panel.show(.dark, on: bench.bus)
        #expect(bench.isDark)
        let count = bench.bus.count
        let frame = PanelContract.full(on: bench.panel.geometry, 10)
        try bench.panel.show(frame, on: bench.bus)
        let seen = bench.bus.pictures.dropFirst(count).filter { $0?.isDark == false }
        let isNewest = seen.allSatisfy { bench.isPart($0, of: bench.lit) }
        #expect(isNewest)
        bench.expect(frame)
    }

    @Test("is never darker for more brightness, and never dark for the least", arguments: drivers)
    func brightness(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        var last = 0.0
        for percent in 0...100 {
            _ = bench.showAsOwner(PanelContract.full(on: bench.panel.geometry, Double(percent)))
            let light = try #require(bench.lit?.peak)
            #expect(light >= last && light > 0, "\(percent) %")
            last = light
        }
        #expect(last == 1)
    }

    @Test("leaves the chip dark at the end, and can begin again", arguments: drivers)
    func shutDown(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        _ = bench.showAsOwner(PanelContract.full(on: bench.panel.geometry, 100))
        try bench.panel.shutDown(on: bench.bus)
        #expect(bench.isDark)
        let frame = PanelContract.sparse(on: bench.panel.geometry, 80)
        #expect(bench.showAsOwner(frame) == 0)
        bench.expect(frame)
    }

    /// The faults at a transfer: how it fails, how much reaches the chip, and whether the chip also loses its
    /// power.
    static let faults: [(SimulatedI2CBus.Fault, losesPower: Bool)] = [
        (SimulatedI2CBus.Fault(error: .nack, transfers: 1), false),
        (SimulatedI2CBus.Fault(error: .nack, transfers: 1), true),
        (SimulatedI2CBus.Fault(error: .timedOut, transfers: 1, bytesDelivered: 2), false),
        (SimulatedI2CBus.Fault(error: .io(errno: 5), transfers: 1, bytesDelivered: 17), false),
    ]

    @Test("shows the right picture again after a fault at any transfer", arguments: drivers)
    func faultAtEachTransfer(driver: String) throws {
        var undisturbed = try PanelBench(driver: driver, keepsPictures: false)
        let story = PanelContract.story(on: undisturbed.panel.geometry)
        for frame in story { _ = undisturbed.showAsOwner(frame) }
        let transfers = undisturbed.bus.count
        #expect(transfers > story.count)
        for (fault, losesPower) in Self.faults {
            for index in 0..<transfers {
                try show(story, driver: driver, fault, at: index, losesPower: losesPower)
            }
        }
    }

    private func show(
        _ story: [Frame], driver: String, _ fault: SimulatedI2CBus.Fault, at index: Int,
        losesPower: Bool
    ) throws {
        var bench = try PanelBench(driver: driver, keepsPictures: false)
        let (chips, addresses) = (bench.chips, bench.display.addresses)
        bench.bus.before(index) {
            if losesPower { addresses.forEach(chips.powerCycle) }
            chips.fail(fault)
        }
        var errors = 0
        for (number, frame) in story.enumerated() {
            errors += bench.showAsOwner(frame)
            bench.expect(frame, "\(fault) at transfer \(index): frame \(number)")
        }
        #expect(errors == 1, "\(fault) at transfer \(index)")
    }

    @Test(
        "says that it is absent while unplugged, and works when plugged in again",
        arguments: drivers)
    func unplugged(driver: String) throws {
        var bench = try PanelBench(driver: driver)
        let frame = PanelContract.sparse(on: bench.panel.geometry, 80)
        _ = bench.showAsOwner(frame)
        bench.display.addresses.forEach(bench.chips.unplug)
        var errors: [DeviceError] = []
        for percent in [80.0, 81] {
            do throws(DeviceError) {
                try bench.panel.bringUp(on: bench.bus)
                let next = PanelContract.full(on: bench.panel.geometry, percent)
                try bench.panel.show(next, on: bench.bus)
            } catch {
                errors.append(error)
            }
        }
        #expect(errors == [.bus(.nack), .bus(.nack)])
        bench.display.addresses.forEach(bench.chips.plugIn)
        #expect(bench.showAsOwner(frame) == 0)
        bench.expect(frame)
    }
}
