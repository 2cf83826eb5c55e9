package import BoundedJSON
import ClockTime

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
    /// The law's G.
    package static let grace: ClosedRange<Duration> = .zero ... .minutes(180)
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
    package static let label = TextLimits(0...labelLength, bytes: labelBytes)
    package static let message = TextLimits(0...messageLength, bytes: messageBytes)
    package static let name = TextLimits(1...nameLength, bytes: 4 * nameLength)
    package static let preAlert: ClosedRange<Duration> = .zero ... .minutes(60)
    package static let sunrise: ClosedRange<Duration> = .zero ... .minutes(60)
    package static let bedtime: ClosedRange<Duration> = .zero ... .hours(14)
    package static let automaticRings = 0...10
    package static let ramp: ClosedRange<Duration> = .zero ... .seconds(60)
    package static let snoozeLength: ClosedRange<Duration> = .minutes(1) ... .minutes(60)
    package static let snoozeLimit = 1...100
    /// How many of the next dates can be skipped. Users who are away for longer switch the alarm off.
    package static let skipNext = 0...31
    package static let ringLength: ClosedRange<Duration> = .minutes(1) ... .minutes(60)
}

package enum TimerLimits {
    /// The maximum number of timers: more than a kitchen has pots, and few enough to look through.
    package static let count = 100
    package static let length: ClosedRange<Duration> = .seconds(1) ... .hours(24)
    /// The time that one `add` adds.
    package static let added = Duration.seconds(60)
}

/// Limits of a catalogue, so that lists stay readable and the state has room for references to it.
package enum SoundLimits {
    /// Sounds in one catalogue, including the user's own.
    package static let sounds = 512
    package static let variants = 32
    /// Sliders of one sound.
    package static let sliders = 10
    package static let sliderLength = 12
    package static let categories = 64
    /// The maximum length of an id: lower-case letters without accents, digits and hyphens.
    package static let idLength = 40
    package static let nameLength = 60
    package static let nameBytes = 240
    /// Of a person's own sound.
    package static let name = TextLimits(1...nameLength, bytes: nameBytes, needsInk: true)
    package static let descriptionLength = 500
    package static let descriptionBytes = 2_000
    package static let iconLength = 40
}
