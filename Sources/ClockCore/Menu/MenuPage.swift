package import ClockTime

/// An entry of the menu's list.
package enum MenuItem: Hashable, Sendable {
    /// By the number that commands and lists know it by.
    case alarm(AlarmID)
    case newAlarm
    case noise, sleepTimer
    /// The timer that the menu has set, or a new one.
    case timer
    /// Do not disturb, by hand.
    case quiet
    case brightness
    /// Where the board has one.
    case lamp
    /// A light to breathe with.
    case breathing
    case snooze, nap, time, hourFormat
    /// What may keep the next alarm from ringing.
    case health
    /// The clock's address, and the code that pairs a device.
    case pairing
    /// What each key does.
    case help
    /// Closes the menu.
    case end
}

/// What the display shows of the menu. The face makes words of it.
package struct MenuPage: Hashable, Sendable {
    package var item: MenuItem
    /// The label of the item's alarm; empty without one.
    package var label: String
    /// The value that plus and minus change; nil: the list itself.
    package var value: MenuValue?
    /// The clock did not accept the last change.
    package var isRefused: Bool
    /// When a key was last pressed, or the menu opened.
    package var since: BootTime
    /// Whether this page is shown since then; otherwise its value has changed.
    package var isNew: Bool

    package init(
        _ item: MenuItem, label: String = "", value: MenuValue? = nil, isRefused: Bool = false,
        since: BootTime = BootTime(nanoseconds: 0), isNew: Bool = true
    ) {
        self.item = item
        self.since = since
        self.isNew = isNew
        self.label = label
        self.value = value
        self.isRefused = isRefused
    }
}

/// A value as it is shown. Where one page shows several, the case says which one changes, and that one blinks.
package enum MenuValue: Hashable, Sendable {
    case hour(TimeOfDay)
    case minuteTens(TimeOfDay)
    case minuteOnes(TimeOfDay)
    case day(CivilDate)
    case month(CivilDate)
    case year(Int)
    /// The zone's name, such as "Europe/Berlin".
    case zone(String)
    case days(Schedule.Kind)
    /// The name of a sound.
    case sound(String)
    case state(AlarmState)
    /// Whether to set the new alarm.
    case wanted(Bool)
    case hourFormat(HourFormat)
    case brightness(BrightnessSetting)
    /// 0: off.
    case lamp(Percent)
    case volume(Percent)
    /// In minutes; 0: off.
    case sleepTimer(Int)
    /// In minutes; 0: off.
    case timer(Int)
    case quiet(Bool)
    case breathing(Bool)
    /// In minutes.
    case snooze(Int)
    /// In seconds.
    case napRelease(Int)
    /// In minutes.
    case napLength(Int)
    /// In minutes.
    case napMaximum(Int)
    // Pages to read: nothing of them can be changed.
    case help(KeyHelp)
    /// One thing that is wrong, or that nothing is.
    case finding(String)
    case address(String)

    /// Whether it is there to be read.
    package var isRead: Bool {
        switch self {
        case .help, .finding, .address: true
        default: false
        }
    }

    /// What becomes of an alarm.
    package enum AlarmState: Hashable, Sendable, CaseIterable {
        case on
        /// It passes its next date over; for alarms on weekdays alone.
        case skipped
        case off, removed
    }
}
