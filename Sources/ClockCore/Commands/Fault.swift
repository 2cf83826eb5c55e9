package import ClockTime

/// What is wrong with a value of a command. `English` has the words.
package enum Fault: Hashable, Sendable {
    /// Neither this nor anything else was to be changed.
    case noChange
    case empty
    case tooLong(characters: Int, most: Int)
    case tooManyBytes(Int, most: Int)
    case controlCharacter

    case length(allowed: ClosedRange<Duration>)
    /// With what is there already it would be more than this.
    case sum(most: Duration)
    case number(allowed: ClosedRange<Int>, of: Counted)
    case tooMany(of: Counted, most: Int)

    case sound(SoundFault)
    case time(TimeFault)

    /// No alarm has the category.
    case noAlarm(in: String, among: [String])
    /// A family cannot have the word for the fonts of every clock as its name.
    case builtInFontName
    case chirpWithoutSoundOutput
    case vibrationWithoutMotor
    case floorAboveCeiling(Percent, Percent)
    /// Nobody can tell digits of this colour from their background.
    case unreadable(Tint, on: Tint)
    case randomColorUnreadable(on: Tint)
    /// A place that the display does not have.
    case place(Int, allowed: ClosedRange<Int>)

    /// In the words, without a full stop, of whoever read the value, such as a reader of sound files.
    case inWords(String)

    /// Whether the value names a sound, a part of one, or a category that is not there.
    var isMissingName: Bool {
        switch self {
        case .noAlarm(in: _, among: _), .sound(.unknown), .sound(.noVariant), .sound(.noSlider),
            .sound(.noCategory), .sound(.missing):
            true
        default: false
        }
    }

    /// What a number counts.
    package enum Counted: Hashable, Sendable {
        case times, dates, words, devices, beatsPerMinute, pauses
    }
}

/// What is wrong with a choice of sounds.
package enum SoundFault: Hashable, Sendable {
    case unknown(SoundID, among: [SoundID])
    /// A tone that is made to alarm cannot rise before a ring.
    case notGentle(SoundID)
    case noOwn
    case noVariant(VariantID, of: SoundID, among: [VariantID])
    case noSlider(SliderID, of: SoundID, among: [SliderID])
    case variantAlone
    case noCategory(CategoryID, among: [CategoryID])
    case notInMix(SoundID, among: [SoundID])
    case favouriteExists(String)
    case badCode(MixCode.Problem)
    /// The code of a mix names sounds that this clock does not have.
    case missing([MissingSound])
    /// An alarm that must wake.
    case silentMustWake
    case silenceWithoutMotor

    /// A sound that is not there, or is there without that variant or that slider.
    package struct MissingSound: Hashable, Sendable {
        package var sound: SoundID
        package var variant: VariantID?
        package var slider: SliderID?

        package init(sound: SoundID, variant: VariantID? = nil, slider: SliderID? = nil) {
            self.sound = sound
            self.variant = variant
            self.slider = slider
        }
    }
}

/// What is wrong with a date or a time.
package enum TimeFault: Hashable, Sendable {
    case noWeekday
    /// The date is over, or the zone leaves it out.
    case dateOver(CivilDate, TimeOfDay, zone: String)
    case dateToCome(CivilDate)
    case rangeReversed(DateRange)
    case rangeOver(DateRange)
    /// The name of a free day.
    case dayName(of: CivilDate, bytes: Int, most: Int)
    case notFree(CivilDate)
    case over
    case notAllowed(GivenTime, allowed: ClosedRange<Instant>)
    /// The zone's clocks go forward at that moment.
    case skipped(CivilTime, zone: String, from: CivilTime, to: CivilTime)
    case daySkipped(CivilDate, zone: String)
}
