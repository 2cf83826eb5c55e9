package import ClockTime

/// An alarm's only identity (law, 12). Numbers are assigned in ascending order and never reused.
package struct AlarmID: Identifier {
    package let number: Int
    package var identity: Int { number }

    package init(_ number: Int) {
        self.number = number
    }
}

/// An alarm as the user set it. What happens to it on a date is an occurrence, and what rings or is snoozed now is a
/// `RingMember`. Neither is stored here, except for the dates that the alarm has used up.
package struct Alarm: Hashable, Sendable {
    package private(set) var id: AlarmID
    /// Counts edits, so that a client can tell whether it saw the latest one.
    package var revision: Int
    /// Everything that determines its dates.
    package internal(set) var timing: AlarmTiming
    package var label: String
    /// Extra text, an icon's name and a colour, for faces that can show them (product, A2).
    package var message: String
    package var icon: String?
    package var tint: Tint?
    /// The group that it is switched on and off with, such as "work" (product, A13).
    package var category: String?
    /// `SoundID.silence` for an alarm that is only felt and seen (product, A3a).
    package var sound: SoundID
    package var vibration: VibrationPattern?
    package var volume: Percent
    /// How long the volume takes to rise to `volume`; 0 to 60 s (law, 6.8).
    package var ramp: Duration
    package var snooze: SnoozeRule
    /// Gets louder and climbs the ladder while nobody answers (product, A12a).
    package var isMustWake: Bool
    /// How long before the ring the countdown starts; 0 to 60 min (product, A6a).
    package var preAlert: Duration
    /// How long before the ring the light starts to rise; 0 to 60 min (product, A11b).
    package var sunrise: Duration
    /// The law's N: how long it rings unanswered before it falls silent.
    package var ringLength: Duration
    /// The law's M: how often it rings again after that.
    package var automaticRings: Int
    /// The noise that it interrupted comes back after a stop (product, N9).
    package var noiseAfter: Bool

    package var createdAt: Instant
    /// `armedAt` came from an untrusted clock: it moves with the first correction (law, 5.4).
    package var isArmedProvisionally: Bool
    /// `skipsAfter` came from an untrusted clock: it moves with the first correction (law, 5.4).
    package var areSkipsProvisional: Bool
    /// The date that switched a once or dated alarm off; lets a correction undo that (law, 2.5, 3.2, 5.5).
    package var switchedOffBy: CivilDate?
    package var unknown = UnknownFields()
    /// Unknown fields within the alarm's schedule.
    package var unknownOfSchedule = UnknownFields()

    package init(id: AlarmID, schedule: Schedule, createdAt: Instant) {
        self.id = id
        timing = AlarmTiming(schedule, armedAt: createdAt)
        self.createdAt = createdAt
        revision = 1
        label = ""
        message = ""
        icon = nil
        tint = nil
        category = nil
        sound = AlarmDefaults.sound
        vibration = nil
        volume = AlarmDefaults.volume
        ramp = AlarmDefaults.ramp
        snooze = SnoozeRule()
        isMustWake = false
        preAlert = .zero
        sunrise = .zero
        ringLength = AlarmDefaults.ringLength
        automaticRings = AlarmDefaults.automaticRings
        noiseAfter = false
        isArmedProvisionally = false
        areSkipsProvisional = false
        switchedOffBy = nil
    }

    /// Skips the next `count` dates after `instant`; 0: none.
    mutating func skip(_ count: Int, after instant: Instant, isProvisional: Bool) {
        skipNext = count
        skipsAfter = count > 0 ? instant : nil
        areSkipsProvisional = count > 0 && isProvisional
    }

    /// Copies the user's settings under another id, without the alarm's past.
    func copy(as id: AlarmID, createdAt: Instant) -> Alarm {
        var copy = self
        copy.id = id
        copy.revision = 1
        copy.createdAt = createdAt
        copy.spent = SpentDates()
        copy.skip(0, after: createdAt, isProvisional: false)
        copy.switchedOffBy = nil
        return copy
    }

    /// What it contributes to a ring.
    var voice: RingVoice {
        RingVoice(
            sound: sound == .silence && !isMustWake ? nil : sound, volume: volume, ramp: ramp,
            vibration: vibration, isMustWake: isMustWake)
    }

    var patience: RingPatience {
        RingPatience(length: ringLength, automaticRings: automaticRings)
    }

    /// How long before the ring its first sign appears.
    var lead: Duration { max(preAlert, sunrise) }
}

/// A colour in the usual notation, "#ff8800". How a panel renders it is up to the panel.
package struct Tint: Hashable, Sendable, CustomStringConvertible {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Nil for anything but "#" and six hexadecimal digits.
    package init?(_ text: String) {
        guard text.utf8.count == 7, text.hasPrefix("#"),
            text.utf8.dropFirst().allSatisfy(Tint.isHexadecimal),
            let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: number >> 16),
            green: UInt8(truncatingIfNeeded: number >> 8), blue: UInt8(truncatingIfNeeded: number))
    }

    /// Needed because the library's parser accepts a sign in place of a digit.
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    package var description: String {
        let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        let digits = String(number, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// A new alarm's defaults, also used for fields that an old record lacks (product, S1).
package enum AlarmDefaults {
    package static let sound = SoundID("digital")
    package static let volume = Percent(clamping: 60)
    package static let ramp = Duration.seconds(30)
    package static let snoozeLength = Duration.minutes(9)
    package static let ringLength = Duration.minutes(10)
    package static let automaticRings = 2
    /// The law's G: an alarm at most this late rings, a later one was missed (2.2).
    package static let grace = Duration.minutes(60)
}

/// Accepted values. Anything beyond is refused with the field's name.
package enum AlarmLimits {
    /// More than anyone needs. If all alarms have their maximum size, fewer fit into the space below.
    package static let count = 5_000
    /// The space for all alarms in a state slot of 4 MiB; the rest is for everything else.
    static let storedBytes = 3_500_000
    package static let labelLength = 100
    /// In UTF-8, because a single character can have any number of combining marks.
    package static let labelBytes = 400
    package static let messageLength = 200
    package static let messageBytes = 800
    /// For an icon's or a category's name.
    package static let nameLength = 40
    package static let preAlert: ClosedRange<Duration> = .zero ... .minutes(60)
    package static let sunrise: ClosedRange<Duration> = .zero ... .minutes(60)
    package static let automaticRings = 0...10
    package static let ramp: ClosedRange<Duration> = .zero ... .seconds(60)
    package static let snoozeLength: ClosedRange<Duration> = .minutes(1) ... .minutes(60)
    package static let snoozeLimit = 1...100
    /// How many of the next dates can be skipped. Users who are away for longer switch the alarm off.
    package static let skipNext = 0...31
    package static let ringLength: ClosedRange<Duration> = .minutes(1) ... .minutes(60)
}

/// Whether and how an alarm can be snoozed.
package struct SnoozeRule: Hashable, Sendable {
    package var isAllowed = true
    /// The law's S, 1 to 60 minutes.
    package var length = AlarmDefaults.snoozeLength
    /// The law's K; nil: no limit.
    package var limit: Int?
    package var unknown = UnknownFields()

    package init(
        isAllowed: Bool = true, length: Duration = AlarmDefaults.snoozeLength, limit: Int? = nil
    ) {
        self.isAllowed = isAllowed
        self.length = length
        self.limit = limit
    }
}
