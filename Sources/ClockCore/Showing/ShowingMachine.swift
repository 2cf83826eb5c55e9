import ClockTime

/// What the clock shows: the face's page, the menu, and how bright they are.
///
/// Theory of operation. It composes small machines, which do not know each other: the face's page (`FaceMachine`), the
/// menu on it (`MenuMachine`), the light in the room (`RoomLight`), the display's sleep (`DisplaySleep`), the battery
/// (`BatteryWatch`) and what the face names by itself (`Announcements`). It knows nothing of alarms, noise or keys:
/// `ClockMachine` tells it in a context what matters for the display, and puts the `Snapshot` together.
///
/// Here is the state; `ShowingMachine+Light` decides on brightness, night and sleep, and `ShowingMachine+Commands`
/// answers the commands about style, fonts and display.
package struct ShowingMachine: Hashable, Sendable {
    package internal(set) var face = FaceMachine()
    /// The menu on the display; nil: closed.
    @OnHeap var menu: MenuMachine? = nil
    /// When a key last led out of the menu.
    var leftMenu: BootTime?
    /// When somebody last pressed stop where that was not enough.
    var stopAskedAt: BootTime?
    /// The open menu has set a timer, which is shown when it closes.
    var menuSetTimer = false
    var firstStart = FirstStart()
    /// The zones that the menu offers.
    var menuZones: [Zone] = []
    /// The earliest date that the menu offers to a clock that knows no time: when the program was built.
    var menuStart: Instant
    var announcements = Announcements()
    var roomLight = RoomLight()
    var battery: BatteryWatch
    var displaySleep: DisplaySleep
    /// Until when it is night for the face because somebody said good night.
    var nightUntil: Instant?
    /// A person's own fonts, as the host that owns their files last reported.
    var fonts: [OwnFont] = []
    let equipment: Equipment

    init(
        restoring saved: PersistentState?, _ equipment: Equipment, menuStart: Instant,
        at now: BootTime
    ) {
        self.equipment = equipment
        self.menuStart = menuStart
        battery = BatteryWatch(hasWarned: saved?.hasWarnedOfBattery ?? false)
        displaySleep = DisplaySleep(startingAt: now)
        nightUntil = saved?.nightUntil
    }

    /// Whether the clock asks for its first time.
    struct FirstStart: Hashable, Sendable {
        /// When it asks by itself; nil: it has asked, or need not.
        var opensAt: BootTime?
        /// A person did not want to be asked.
        var isOver = false

        /// How long the network may take to set the clock before the clock asks.
        static let patience = Duration.seconds(60)
    }

    /// What it needs to know of the rest of the clock.
    struct Context {
        var now: Moment
        var trust: ClockTrust
        let sharedRules: OnHeap<DateRules>
        let sharedSettings: OnHeap<Settings>
        /// Safe mode: the face shows plain digits.
        var isSafe: Bool
        var isRinging: Bool
        /// Stop has silenced the ring, but does not end it yet.
        var isHushed: Bool
        /// Do not disturb.
        var isQuiet: Bool
        /// How far the light of a coming alarm has risen, 0...100; nil: none is rising.
        var sunrise: Int?
        /// How much of its light the display shows while the nap pulses or somebody breathes with it, 0...1; nil: neither.
        var swell: Double?
        /// The face names a missed alarm.
        var hasMissed: Bool
        var isNoiseHeard: Bool

        // Lent, not copied, because they are large.
        var zone: Zone { _read { yield sharedRules.wrappedValue.local } }
        var settings: Settings { _read { yield sharedSettings.wrappedValue } }
        /// The style that holds.
        var style: ClockStyle { _read { yield settings[styleIfSafe: isSafe] } }

        /// The zone's local time; nil while the time is unknown.
        var civil: CivilTime? { trust == .unknown ? nil : zone.civilTime(at: now.wall.instant) }
    }
}

extension Settings {
    /// The style that holds. It is lent, not copied: a step looks at it a dozen times, and it is large.
    subscript(styleIfSafe isSafe: Bool) -> ClockStyle {
        _read {
            if isSafe { yield style.plain } else { yield style }
        }
    }
}
