import ClockTime
package import HAL

/// Switches an output on for a moment, so that people can hear or feel whether it is wired right.
package enum OutputTrial {
    package static let length = Duration.seconds(2)
    /// The rhythm of a ring's motor.
    package static let onTime = Duration.milliseconds(600)
    package static let offTime = Duration.milliseconds(400)

    /// Runs until the time is over or `isStopping` says so; the line is off and given back at its end,
    /// whatever that was.
    ///
    /// - Parameter waiter: is notified when `isStopping` changes.
    package static func run(
        _ line: any OutputLine, waiter: any Waiter, time: any TimeSource, isStopping: () -> Bool
    ) throws(LineError) {
        defer { line.stop() }
        var isOn = false
        var next = time.now().boot
        let end = next + length
        while !isStopping(), next < end {
            isOn.toggle()
            try line.set(isOn)
            next = min(end, next + (isOn ? onTime : offTime))
            while !isStopping(), time.now().boot < next {
                _ = waiter.wait(until: Deadline(boot: next))
            }
        }
    }
}
