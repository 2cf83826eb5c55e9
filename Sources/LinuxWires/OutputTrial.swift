import ClockTime
package import HAL

/// Switches an output on briefly, so that people can hear or feel whether it is wired correctly.
package enum OutputTrial {
    package static let length = Duration.seconds(2)
    /// The rhythm of a ring's motor.
    package static let onTime = Duration.milliseconds(600)
    package static let offTime = Duration.milliseconds(400)

    /// Runs until the time is over or `isStopping` returns true. The line is off and released at the end in any case.
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
