package import ClockCore
import ClockTime

extension Fault {
    /// A clause without a full stop, to come after the field's name.
    package var text: String {
        switch self {
        case .noChange: "say what to change"
        case .empty: "must not be empty"
        case .tooLong(let characters, let most): "has \(characters) characters; \(most) are allowed"
        case .tooManyBytes(let bytes, let most): "has \(bytes) bytes; \(most) are allowed"
        case .controlCharacter: "has a control character. Only text on one line is allowed"
        case .length(let allowed):
            "\(TimeText.length(allowed.lowerBound)) to \(TimeText.length(allowed.upperBound)) "
                + "are allowed"
        case .sum(let most): "at most \(TimeText.length(most)) in all are allowed"
        case .number(let allowed, let counted):
            "\(allowed.lowerBound) to \(allowed.upperBound) \(counted.text) are allowed"
        case .tooMany(let counted, let most): "at most \(most) \(counted.text) are allowed"
        case .sound(let fault): fault.text
        case .time(let fault): fault.text
        case .noAlarm(let category, let known):
            known.isEmpty
                ? "no alarm has a category"
                : "no alarm is in \"\(category)\"" + Fault.choice(of: known)
        case .builtInFontName:
            "\"\(OwnFont.builtInName)\" means the fonts of every clock. Choose another name"
        case .chirpWithoutSoundOutput: "chirp needs a sound output, and this clock has none"
        case .vibrationWithoutMotor: "vibration needs a motor, and this clock has none"
        case .floorAboveCeiling(let floor, let ceiling):
            "is \(floor.value), above the ceiling of \(ceiling.value)"
        case .unreadable(let digits, let background):
            "digits of \(digits) on \(background) can't be read: their contrast is "
                + "\(Fault.tenths(digits.contrast(with: background))), and "
                + "\(Fault.tenths(Contrast.least)) is the least. Choose the colour "
                + "\(digits.readable(with: background)) or the background "
                + "\(background.readable(with: digits))"
        case .randomColorUnreadable(let background):
            "random colours are bright, and can't be read on \(background). Choose the background "
                + "\(background.readableWithRandomColors)"
        case .place(let place, let allowed):
            "this display has \(allowed.lowerBound) to \(allowed.upperBound), not \(place)"
        case .inWords(let text): text
        }
    }

    /// Rounded down, so that what is too little does not look like enough.
    private static func tenths(_ number: Double) -> String {
        let tenths = Int(number * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    fileprivate static func choice(of names: [String]) -> String {
        names.isEmpty ? "" : ". Choose from: \(names.joined(separator: ", "))"
    }
}

extension Fault.Counted {
    fileprivate var text: String {
        switch self {
        case .times: "times"
        case .dates: "dates"
        case .words: "words"
        case .devices: "devices"
        case .beatsPerMinute: "beats a minute"
        case .pauses: "pauses"
        }
    }
}

extension SoundFault {
    fileprivate var text: String {
        switch self {
        case .unknown(let sound, let known):
            "there is no \"\(sound)\"" + Fault.choice(of: known.map(\.name))
        case .noOwn: "there are no own sounds yet"
        case .noVariant(let variant, let sound, let known):
            "\"\(sound)\" has none called \"\(variant)\""
                + (known.isEmpty
                    ? ". It has only one variant" : Fault.choice(of: known.map(\.name)))
        case .noSlider(let slider, let sound, let known):
            "\"\(sound)\" has none called \"\(slider)\""
                + (known.isEmpty ? ". It has no sliders" : Fault.choice(of: known.map(\.name)))
        case .variantAlone: "give a sound with it"
        case .noCategory(let category, let known):
            "there is no \"\(category)\"" + Fault.choice(of: known.map(\.name))
        case .notInMix(let sound, let mix):
            "\"\(sound)\" is not in the mix" + Fault.choice(of: mix.map(\.name))
        case .favouriteExists(let name): "there is a favourite \"\(name)\" already"
        case .badCode(let problem): "the code \(problem.text)"
        case .missing(let sounds):
            "the code is right, but this clock has no "
                + sounds.map(\.text).joined(separator: ", ")
        case .notGentle(let sound):
            "\"\(sound)\" is made to alarm. Before a ring, a noise or a gentle tone rises, such as birds or dawn"
        case .silentMustWake: "an alarm that must wake you can't be silent"
        case .silenceWithoutMotor: "silence needs a motor, and this clock has none. Choose a sound"
        }
    }
}

extension SoundFault.MissingSound {
    fileprivate var text: String {
        ((variant?.name ?? slider?.name).map { "\"\($0)\" of " } ?? "") + "\"\(sound)\""
    }
}

extension MixCode.Problem {
    /// Continues a sentence that begins with "the code".
    fileprivate var text: String {
        switch self {
        case .foreign: "has a character that codes never have"
        case .tooShort: "is too short"
        case .tooLong: "is too long; \(MixCode.longest) characters are allowed"
        case .mistyped: "is mistyped: a character is wrong, missing or one too many"
        case .newer(let version):
            "is of version \(version), and this clock knows versions up to \(MixCode.version)"
        case .malformed: "makes no sense"
        }
    }
}

extension TimeFault {
    fileprivate var text: String {
        switch self {
        case .noWeekday: "a weekly alarm needs at least one weekday"
        case .dateOver(let date, let time, let zone):
            "\(TimeFault.day(date)) at \(time) is over, or \(zone) leaves it out"
        case .dateToCome(let date):
            "\(TimeFault.day(date)) is yet to come. Without a date the next ring is explained"
        case .rangeReversed(let range):
            "\(TimeFault.day(range.last)) is before \(TimeFault.day(range.first))"
        case .rangeOver(let range): "\(TimeFault.day(range.last)) is over"
        case .dayName(let date, let bytes, let most):
            "the name of \(TimeFault.day(date)) has \(bytes) bytes; \(most) are allowed"
        case .notFree(let date): "\(TimeFault.day(date)) is no free day"
        case .over: "that time is over"
        case .notAllowed(let given, let allowed):
            "\(given) is not allowed. Give a time from \(TimeFault.day(allowed.lowerBound)) "
                + "to \(TimeFault.day(allowed.upperBound))"
        case .skipped(let time, let zone, let from, let to):
            "\(TimeText.dateAndTime(time)) does not exist in \(zone): the clocks go forward from "
                + "\(TimeText.clock(from)) to \(TimeText.clock(to)). Give a time before or after"
        case .daySkipped(let date, let zone):
            "the day \(TimeFault.day(date)) does not exist in \(zone)"
        }
    }

    private static func day(_ date: CivilDate) -> String { TimeText.date(date, withYear: true) }

    private static func day(_ instant: Instant) -> String {
        day(CivilTime(secondsAsUTC: instant.seconds).date)
    }
}
