package import ClockTime

/// One night that a clock is to go through: what is set at its start, and what happens in it.
///
/// At `start` the clock is right and trusted and has been up for long: weekly alarms were armed long
/// before, the others at `start`. All times are true UTC, whatever the clock of the story reads.
package struct NightStory: Hashable, Sendable {
    /// Bytes of a story in a batch; one with a hundred events has ten thousand.
    package static let longestLine = 256 * 1024

    package var zone: Zone
    package var start: Instant
    /// The last instant that counts.
    package var until: Instant
    package var settings: Settings
    package var alarms: [Alarm]
    package var timers: [Timer]
    /// In order of their times.
    package var events: [TimedEvent]

    /// What holds for all alarms and timers of the story.
    package struct Settings: Hashable, Sendable {
        /// The law's N.
        package var ringLength: Duration
        /// The law's S.
        package var snoozeLength: Duration
        /// The law's M.
        package var automaticRings: Int
        /// The law's G.
        package var grace: Duration
        /// The law's K; nil for no limit.
        package var snoozeLimit: Int?
    }

    package struct Alarm: Hashable, Sendable {
        /// What the story calls it.
        package var name: String
        package var schedule: Schedule
    }

    package struct Timer: Hashable, Sendable {
        package var name: String
        package var length: Duration
    }

    package struct TimedEvent: Hashable, Sendable {
        package var time: Instant
        package var event: Event
    }

    package enum Event: Hashable, Sendable {
        case stop, snooze, powerOff
        /// The power comes back, and the system's clock reads `clock`.
        case boot(clock: Instant, trust: BootTrust)
        /// The network sets the clock.
        case synchronise(clock: Instant)
        /// A person sets the clock.
        case set(clock: Instant)
        case zone(Zone)
        case skipNext(String)
        /// The alarm's whole schedule after the edit, and whether it is switched on or off.
        case edit(String, Schedule, isEnabled: Bool?)
        case add(Alarm)
        case startTimer(Timer)
    }

    /// How far the clock is believed after a boot (law, 5.1).
    package enum BootTrust: String, CaseIterable, Hashable, Sendable {
        case trusted, plausible, unknown
    }

    /// One line of what came of it.
    package struct Entry: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            /// Sound of an alarm starts: the first time, or after a snooze, a silence or a power cut.
            case ring
            /// Sound of a timer starts.
            case alert
            case missed
        }

        package var time: Instant
        package var kind: Kind
        /// The alarm or timer.
        package var name: String

        package init(time: Instant, kind: Kind, name: String) {
            self.time = time
            self.kind = kind
            self.name = name
        }
    }

    /// A year and a month: as far as anybody needs to tell, and a bound to what a line can cost.
    package static let longest: Int64 = 400 * 86_400
}
