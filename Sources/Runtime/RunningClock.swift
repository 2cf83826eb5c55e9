package import ClockCore
package import ClockTime
package import Control
package import HAL

/// A running clock, threaded or stepped: the operations for a program, a script or a test.
package protocol RunningClock: AnyObject {
    /// Hands an event to the engine.
    func post(_ event: Event)

    /// Tells that sound devices may have come or gone, so that each output tests its own.
    func soundDevicesChanged()

    /// The clock's current snapshot; nil before its first step.
    var snapshot: Snapshot? { get }

    /// The telemetry of the sound outputs, in the board's order.
    var sounds: [SoundTelemetry] { get }

    /// The source of its zone rules.
    var zones: any ZoneSource { get }

    /// Returns a unique number for a request that does not come through the socket.
    func takeRequestID() -> RequestID
}

extension RequestID {
    /// The first number for requests that do not come through the socket; far from the socket's own, which count from
    /// 1.
    static let firstLocal: UInt64 = 1 << 62
}

extension RunningClock {
    package func press(_ button: Button, isDown: Bool) {
        post(.button(button, isDown: isDown))
    }

    /// Tells the clock that the wall clock was set; the machine measures by how much.
    package func wallClockWasSet(by cause: StepCause) {
        post(.clockAdjusted(trust: .trusted, by: cause))
    }

    /// Whether it has started, and neither rings nor plays.
    package var isSilent: Bool {
        snapshot.map { $0.ring == nil && !$0.noise.isPlaying } ?? false
    }

    /// Carries out a command in the client's words. Returns what is wrong with the words, or nil. The clock's answer
    /// goes to its answer handler.
    package func perform(words: String) -> String? {
        do throws(UsageError) {
            _ = try request(words)
            return nil
        } catch {
            return error.message
        }
    }

    /// The same for a caller that waits for the answer: returns the request's number.
    ///
    /// - Throws: what is wrong with the words; nothing is requested then.
    package func request(_ words: String) throws(UsageError) -> RequestID {
        let command = try ClientWords.command(words, zones: SourceZones(zones))
        let id = takeRequestID()
        post(.command(id, command))
        return id
    }

    /// When the next alarm rings; nil if none is set.
    package var nextRing: Instant? { snapshot?.nextAlarm?.occurrence.instant }

    package func status(at now: Moment) -> ClockStatus? {
        snapshot.map { ClockStatus($0, at: now) }
    }
}
