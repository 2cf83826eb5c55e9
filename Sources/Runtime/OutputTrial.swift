import ClockTime
package import HAL

/// Switches an output on briefly, so that people can hear or feel whether it is wired correctly.
package enum OutputTrial {
    package static let length = Duration.seconds(2)
    /// The rhythm of a ring's motor.
    private static let (onTime, offTime) = (Duration.milliseconds(600), Duration.milliseconds(400))

    /// Runs until the time is over or `isStopping` returns true. The line is off and released at the end in any case.
    ///
    /// - Parameter waiter: is notified when `isStopping` changes.
    package static func run(
        _ line: any OutputLine, waiter: any Waiter, time: any TimeSource, isStopping: () -> Bool
    ) throws(LineError) {
        defer { line.stop() }
        try waiter.takeSteps(for: length, time, unless: isStopping) { step throws(LineError) in
            let isOn = step.isMultiple(of: 2)
            try line.set(isOn)
            return isOn ? onTime : offTime
        }
    }
}

extension Waiter {
    /// Takes steps, counted from 0, until the time is over or `isStopping` returns true.
    ///
    /// - Parameter step: returns how long it lasts.
    func takeSteps<Failure>(
        for length: Duration, _ time: any TimeSource, unless isStopping: () -> Bool,
        step: (Int) throws(Failure) -> Duration
    ) throws(Failure) {
        var next = time.now().boot
        let end = next + length
        var count = 0
        while !isStopping(), next < end {
            next = min(end, next + (try step(count)))
            count += 1
            while !isStopping(), time.now().boot < next {
                _ = wait(until: Deadline(boot: next))
            }
        }
    }
}
