package import ClockCore
import ClockFace
import ClockTime
import English
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
    /// - Throws: why the display cannot show it, in words for people.
    package init(
        _ picture: TestPicture?, on panel: any Panel, bus: any I2CBus
    ) throws(DisplayTrialError) {
        guard panel.isThere else {
            throw DisplayTrialError(description: "The board has no display.")
        }
        do throws(CommandError) {
            try picture?.content.check(on: panel.geometry.shape)
        } catch {
            throw DisplayTrialError(description: error.message)
        }
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
    ) throws(DisplayTrialError) {
        var next = time.now().boot
        let end = next + length
        var step = 0
        try begin()
        while picture != nil, !isStopping(), next < end {
            if step > 0 { try show(step) }
            step += 1
            next = moves ? min(end, next + FaceMachine.testStep) : end
            while !isStopping(), time.now().boot < next {
                _ = waiter.wait(until: Deadline(boot: next))
            }
        }
        try finish()
    }

    /// Brings the display up and shows the picture. Whoever calls this also calls `finish`.
    package mutating func begin() throws(DisplayTrialError) {
        do throws(DeviceError) {
            try panel.bringUp(on: bus)
        } catch {
            throw DisplayTrialError(error)
        }
        try show(0)
    }

    /// Leaves the display dark.
    package mutating func finish() throws(DisplayTrialError) {
        do throws(DeviceError) {
            try panel.shutDown(on: bus)
        } catch {
            throw DisplayTrialError(error)
        }
    }

    private mutating func show(_ step: Int) throws(DisplayTrialError) {
        guard let picture else { return }
        do throws(DeviceError) {
            try panel.show(painter.paint(Snapshot.Test(picture: picture, step: step)), on: bus)
        } catch {
            // The first error says what is wrong; a second one would only repeat it.
            try? panel.shutDown(on: bus)
            throw DisplayTrialError(error)
        }
    }

    private var moves: Bool {
        switch picture?.content {
        case .rows, .columns: true
        case nil, .all, .row, .column, .pixel, .digit, .letter, .text: false
        }
    }
}

/// Why a display could not be tried, in words for people.
package struct DisplayTrialError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

extension DisplayTrialError {
    fileprivate init(_ error: DeviceError) {
        self.init(description: "the display \(error.text)")
    }
}
