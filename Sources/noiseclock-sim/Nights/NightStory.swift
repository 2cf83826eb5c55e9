package import ClockTime

/// One night for a clock to live through: its initial settings, and its events.
///
/// At `start` the clock is right and trusted, and has been up for a long time. Weekly alarms were armed long
/// before, the others at `start`. All times are true UTC, whatever the story's clock shows.
package struct NightStory: Hashable, Sendable {
    /// Maximum bytes of a story in a batch; one with a hundred events has ten thousand.
    package static let longestLine = 256 * 1024

    package var zone: Zone
    package var start: Instant
    /// The last instant, inclusive.
    package var until: Instant
    package var settings: Settings
    package var alarms: [Alarm]
    package var timers: [Timer]
    /// Sorted by time.
    package var events: [TimedEvent]

    /// Settings of all alarms and timers of the story.
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
        /// The name in the story.
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
        /// The power returns, and the system's clock reads `clock`.
        case boot(clock: Instant, trust: BootTrust)
        /// The network sets the clock.
        case synchronise(clock: Instant)
        /// The user sets the clock.
        case set(clock: Instant)
        case zone(Zone)
        case skipNext(String)
        /// The alarm's full schedule after the edit, and whether it is switched on or off.
        case edit(String, Schedule, isEnabled: Bool?)
        case add(Alarm)
        case startTimer(Timer)
    }

    /// How far the clock is trusted after a boot (law, 5.1).
    package enum BootTrust: String, CaseIterable, Hashable, Sendable {
        case trusted, plausible, unknown
    }

    /// One line of the log.
    package struct Entry: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            /// An alarm starts to sound: at first, or after a snooze, a silence or a power cut.
            case ring
            /// A timer starts to sound.
            case alert
            case missed
        }

        package var time: Instant
        package var kind: Kind
        /// The name of the alarm or timer.
        package var name: String

        package init(time: Instant, kind: Kind, name: String) {
            self.time = time
            self.kind = kind
            self.name = name
        }
    }

    /// A year and a month: enough for any story, and a bound on the cost of a line.
    package static let longest: Int64 = 400 * 86_400
}
