package import ClockTime

/// All that the face and the simulator's screen need to know, at one moment. The picture is a function
/// of this and of nothing else.
package struct Snapshot: Hashable, Sendable {
    /// What the clock shows, to the second; nil while the time is not known.
    package var civil: CivilTime?
    package var isTimeConfirmed: Bool
    package var zoneName: String
    /// What the zone adds to UTC now, in seconds.
    package var zoneOffset: Int
    package var style: ClockStyle
    package var page: FacePage
    /// Whether what blinks is lit now.
    package var isBlinkLit: Bool
    /// Perceived brightness, 0...100.
    package var brightness: Double
    package var ring: Ring?
    /// The snoozed alarm that rings again first.
    package var snoozed: Snoozed?
    package var nextAlarm: NextAlarm?
    /// Timers, the nap, the sleep timer and pre-alerts that count down or are paused, the one that ends first
    /// before the others.
    package var running: [Running]
    /// What is left of the first of them, as the page of countdowns shows it; nil on other pages.
    package var countdownText: String?
    /// What the page of what plays says, from the character on that stands first now; nil on other pages.
    package var playingText: String?
    /// The name of the one sound that it tells of, while it stands at its beginning; nil where there is none, and
    /// once the text moves.
    package var playingName: String?
    /// Do not disturb holds.
    package var isQuiet: Bool
    /// What a clock showed when the last alarm that nobody was woken by should have rung; nil once
    /// somebody has acknowledged it.
    package var missedAlarm: CivilTime?
    package var noise: NoiseReport
    /// The name of the sound that is heard for some seconds instead of the noise; nil where none is.
    package var previewName: String?
    package var problems: [HealthReport]
    package var mark: AlarmMark

    package struct Ring: Hashable, Sendable {
        /// Alarms before timers and the nap; those of an alarm or a timer by its name, which may be empty.
        package var subjects: [Subject]
        /// How long a press of snooze would be; nil where it is not offered.
        package var snoozeLength: Duration?
        /// How long stop has to be held; nil where a press is enough.
        package var stopHold: Duration?
        /// The face must do the waking: no sound comes out, or none was chosen (law, 6.8, last rung).
        package var isFlashing: Bool

        package enum Subject: Hashable, Sendable {
            case alarm(String)
            case timer(String)
            case nap
        }
    }

    package struct Snoozed: Hashable, Sendable {
        /// When it rings again.
        package var until: WallTime
        /// What the clock will show then.
        package var civil: CivilTime
        /// Of the alarm; may be empty.
        package var label: String
    }

    /// Something that counts down.
    package struct Running: Hashable, Sendable {
        package enum Subject: Hashable, Sendable {
            /// By its name, which may be empty.
            case timer(String)
            case nap(NapPhase)
            /// The sleep timer.
            case sleep
            /// A ring that is near, by its alarm's label, which may be empty (product, A6a).
            case alarm(String)
        }

        package enum Progress: Hashable, Sendable {
            case until(BootTime)
            case paused(left: Duration)
        }

        package var subject: Subject
        package var progress: Progress
        package var form: CountdownForm
        /// Of a nap: when it rings at the latest.
        package var end: WallTime?

        package func left(at now: BootTime) -> Duration {
            switch progress {
            case .until(let end): max(.zero, end - now)
            case .paused(let left): left
            }
        }
    }

    package struct NextAlarm: Hashable, Sendable {
        package var id: AlarmID
        package var label: String
        package var time: TimeOfDay
        package var kind: Schedule.Kind
        package var occurrence: Occurrence

        init(_ approach: AlarmBook.Approach) {
            let alarm = approach.alarm
            id = alarm.id
            label = alarm.label
            time = alarm.schedule.time
            kind = alarm.schedule.kind
            occurrence = approach.occurrence
        }
    }
}
