package import ClockTime

/// What the board has to wake people with.
package struct Equipment: Hashable, Sendable {
    /// Sound outputs, in the order in which they are tried.
    package var soundOutputs = 1
    package var hasMotor = false
    package var hasBuzzer = false
    /// A lamp whose brightness can be set.
    package var hasLight = false
    package var hasDisplay = true

    package init() {}
}

/// The board's outputs beside display and sound, as they should be now.
package struct OutputLevels: Hashable, Sendable {
    /// The motor or bed shaker.
    package var motor = false
    package var buzzer = false
    /// The bedside lamp, as eyes see it.
    package var light = Percent(clamping: 0)

    package init() {}

    package static let off = OutputLevels()
}

/// Whether PCM frames of a ring move on an output: told when they begin to, and when they have not moved
/// for `RingMachine.patience`.
package struct AlarmFrames: Hashable, Sendable {
    /// The ring's.
    package var serial: UInt32
    /// In the order of the board; 0 is the first.
    package var output: Int
    package var areMoving: Bool

    package init(serial: UInt32, output: Int, areMoving: Bool) {
        self.serial = serial
        self.output = output
        self.areMoving = areMoving
    }
}
