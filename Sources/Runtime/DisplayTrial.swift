package import ClockCore
import ClockFace
package import HAL

/// Shows a test picture on a board's display without a clock, for people who build one.
///
/// Like the clock, it brings the display up first. However it ends, it leaves the display dark, as far as the bus
/// still works.
package struct DisplayTrial {
    private let bus: any I2CBus
    private var panel: any Panel
    private let picture: TestPicture?
    private var painter: FacePainter

    /// - Parameter picture: nil only to make the display dark.
    /// - Throws: why the display cannot show it.
    package init(
        _ picture: TestPicture?, on panel: any Panel, bus: any I2CBus
    ) throws(CommandError) {
        guard panel.isThere else { throw .wrongState(.noDisplay) }
        try picture?.content.check(on: panel.geometry.shape)
        self.bus = bus
        self.panel = panel
        self.picture = picture
        painter = FacePainter(for: panel)
    }

    /// Runs until the time is over or `isStopping` returns true.
    ///
    /// - Parameter waiter: is notified when `isStopping` changes.
    package mutating func run(
        for length: Duration, waiter: any Waiter, time: any TimeSource, isStopping: () -> Bool
    ) throws(DeviceError) {
        try begin()
        let rest =
            switch picture?.content {
            case .rows, .columns: FaceMachine.testStep
            case nil, .all, .row, .column, .pixel, .digit, .letter, .text: length
            }
        if picture != nil {
            try waiter.takeSteps(for: length, time, unless: isStopping) {
                step throws(DeviceError) in
                if step > 0 { try show(step) }
                return rest
            }
        }
        try finish()
    }

    /// Brings the display up and shows the picture. Whoever calls this also calls `finish`.
    package mutating func begin() throws(DeviceError) {
        try panel.bringUp(on: bus)
        try show(0)
    }

    /// Leaves the display dark.
    package mutating func finish() throws(DeviceError) {
        try panel.shutDown(on: bus)
    }

    private mutating func show(_ step: Int) throws(DeviceError) {
        guard let picture else { return }
        do throws(DeviceError) {
            try panel.show(painter.paint(Snapshot.Test(picture: picture, step: step)), on: bus)
        } catch {
            // The first error says what is wrong; a second one would only repeat it.
            try? panel.shutDown(on: bus)
            throw error
        }
    }
}
