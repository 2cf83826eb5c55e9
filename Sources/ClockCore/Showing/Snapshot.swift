package import ClockTime

/// Everything that the face and the simulator's screen show at one moment. The picture is a pure function of this.
package struct Snapshot: Hashable, Sendable {
    /// The displayed time, to the second; nil while the time is unknown.
    package var civil: CivilTime?
    package var isTimeConfirmed: Bool
    package var zoneName: String
    /// The zone's current UTC offset, in seconds.
    package var zoneOffset: Int
    package var style: ClockStyle
    /// Whether the night's style holds (product, S5).
    package var isNight = false
    package var mode = DisplayMode.normal
    /// Dark until a key is pressed.
    package var isAsleep = false
    /// A test picture in place of everything else.
    package var test: Test?
    package var page: FacePage
    /// Since when it is shown.
    package var pageSince = BootTime(nanoseconds: 0)
    /// Whether a blinking element is lit now.
    package var isBlinkLit: Bool
    /// Perceived brightness, 0...100.
    package var brightness: Double
    package var ring: Ring?
    /// The snoozed alarm that rings next.
    package var snoozed: Snoozed?
    /// The local time when a snoozed timer or the nap rings again.
    package var snoozedCountdown: CivilTime?
    package var nextAlarm: NextAlarm?
    /// Timers, the nap, the sleep timer and pre-alerts, running or paused, ordered by end, earliest first.
    package var running: [Running]
    /// The remaining time of the one whose page is shown; nil on other pages.
    package var countdownText: String?
    /// What the now-playing page shows; nil on other pages.
    package var playing: PlayingText?
    /// What the pages of a message and of the date show as text; nil on other pages.
    package var message: String?
    /// The code that pairs a device; nil on other pages.
    package var code: Code?
    /// Do not disturb is active.
    package var isQuiet: Bool
    /// The scheduled local time of the last missed alarm; nil once a user has acknowledged it.
    package var missedAlarm: CivilTime?
    package var noise: NoiseReport
    package var problems: [HealthReport]
    package var mark: AlarmMark
    /// The open menu's page; nil: it is closed.
    package var menu: MenuPage?
    /// Nil: the clock has no battery.
    package var battery: BatteryState?
    package var worldTimes: [WorldTime] = []
    /// What is wrong with the next ring, the worst first (product, B4a).
    package var warnings: [HealthCheck.Subject] = []

    package struct Ring: Hashable, Sendable {
        /// Alarms come before timers and the nap. Alarms and timers carry their names, which may be empty.
        package var subjects: [Subject]
        /// What people wrote to these alarms.
        package var messages: [String] = []
        /// The colour of the first alarm that has one.
        package var tint: Tint?
        /// The icon's name of the first alarm that has one.
        package var icon: String?
        package var began = BootTime(nanoseconds: 0)
        /// When somebody last pressed stop where that was not enough, perhaps before this ring.
        package var stopAskedAt: BootTime?
        /// How long a snooze would last; nil if snooze is not offered.
        package var snoozeLength: Duration?
        /// What ends it; several ways if its members differ.
        package var stops = [StopWay(keys: [.stop], length: .zero)]
        /// The face must wake the user: no sound plays, or none was chosen (law, 6.8, last rung).
        package var isFlashing: Bool

        package enum Subject: Hashable, Sendable {
            case alarm(String)
            case timer(String)
            case nap
        }
    }

    package struct Test: Hashable, Sendable {
        package var picture: TestPicture
        /// Counts up while a picture goes from row to row or from column to column.
        package var step: Int

        package init(picture: TestPicture, step: Int) {
            self.picture = picture
            self.step = step
        }
    }

    package struct Snoozed: Hashable, Sendable {
        /// When it rings again.
        package var until: WallTime
        /// The local time then.
        package var civil: CivilTime
        /// The alarm's label; may be empty.
        package var label: String
    }

    /// Digits that somebody has to copy.
    package struct Code: Hashable, Sendable {
        package var digits: String
        /// Counts up every `FaceMachine.codeTurn`, for panels that show one part after the other.
        package var turn: Int
        /// The page that asks for nothing but a tap, with the digits in it; nil if the clock has no address.
        package var link: String?

        package init(digits: String, turn: Int, link: String? = nil) {
            self.digits = digits
            self.turn = turn
            self.link = link
        }
    }

    /// Something that counts down.
    package struct Running: Hashable, Sendable {
        package enum Subject: Hashable, Sendable {
            /// Its name, which may be empty.
            case timer(String)
            case nap(NapPhase)
            /// The sleep timer.
            case sleep
            /// A pre-alert, with its alarm's label, which may be empty (product, A6a).
            case alarm(String)

            var isNap: Bool { if case .nap = self { true } else { false } }

            /// What people call it; the kind of thing that it is, where it has no name.
            package var name: String {
                switch self {
                case .timer(let given): given.isEmpty ? "Timer" : given
                case .nap: "Nap"
                case .sleep: "Sleep"
                case .alarm(let label): label.isEmpty ? "Alarm" : label
                }
            }
        }

        package enum Progress: Hashable, Sendable {
            case until(BootTime)
            case paused(left: Duration)
        }

        package var subject: Subject
        package var progress: Progress
        package var form: CountdownForm
        /// It has rung, and was snoozed or fell silent.
        package var ringsAgain = false
        /// For a nap: when it rings at the latest.
        package var end: WallTime?
        /// The whole minutes left.
        package var minutesLeft = 0

        package var name: String { subject.name + (ringsAgain ? " rings again" : "") }

        /// What its page is called.
        package var title: String {
            if case .paused = progress { "\(subject.name) paused" } else { name }
        }

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
