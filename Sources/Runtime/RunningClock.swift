package import ClockCore
package import ClockTime
package import Control
package import HAL

/// A clock that runs, on threads or stepped: what a program, a script or a test can do with it.
package protocol RunningClock: AnyObject {
    /// Hands an event to the engine.
    func post(_ event: Event)

    /// What the clock shows; nil before its first step.
    var snapshot: Snapshot? { get }

    /// What the threads of the sound outputs tell, in the board's order.
    var sounds: [SoundTelemetry] { get }

    /// Where it reads the rules of zones.
    var zones: any ZoneSource { get }

    /// A number for a request that does not come through the socket, never given twice.
    func takeRequestID() -> RequestID
}

extension RequestID {
    /// Where numbers of requests that do not come through the socket begin: far from the socket's own,
    /// which count from 1.
    static let firstLocal: UInt64 = 1 << 62
}

extension RunningClock {
    package func press(_ button: Button, isDown: Bool) {
        post(.button(button, isDown: isDown))
    }

    /// The wall clock was set; the machine measures by how much.
    package func wallClockWasSet(by cause: StepCause) {
        post(.clockAdjusted(trust: .trusted, by: cause))
    }

    /// It has begun, and neither rings nor plays.
    package var isSilent: Bool {
        snapshot.map { $0.ring == nil && !$0.noise.isPlaying } ?? false
    }

    /// Carries out a command in the client's words. Returns what is wrong with the words, or nil; what
    /// the clock answers goes to whoever the clock was made to answer.
    package func perform(words: String) -> String? {
        do throws(UsageError) {
            _ = try request(words)
            return nil
        } catch {
            return error.message
        }
    }

    /// The same for whoever waits for the answer: returns the number that it will bear.
    ///
    /// - Throws: what is wrong with the words; nothing is asked then.
    package func request(_ words: String) throws(UsageError) -> RequestID {
        let command = try ClientWords.command(words, zones: SourceZones(zones))
        let id = takeRequestID()
        post(.command(id, command))
        return id
    }

    /// When the next alarm rings; nil where none is set.
    package var nextRing: Instant? { snapshot?.nextAlarm?.occurrence.instant }

    package func status(at now: Moment) -> ClockStatus? {
        snapshot.map { ClockStatus($0, at: now) }
    }
}

/// The keys of a simulated board that are down, for a clock that begins anew beneath them.
package struct HeldKeys {
    private var down: Set<Button> = []

    package init() {}

    package mutating func turn(_ button: Button, isDown: Bool) {
        if isDown { down.insert(button) } else { down.remove(button) }
    }

    package func report(to clock: some RunningClock) {
        for button in Button.allCases where down.contains(button) {
            clock.post(.buttonHeldAtStart(button))
        }
    }
}
