package import ClockCore
import ClockTime

extension Samples {
    /// A refusal of each kind, with every obstacle and every fault.
    package static var errors: [CommandError] {
        get throws {
            let id = AlarmID(3)
            return [
                .notFound(AlarmID(9)), .notPausable, .snoozeForbidden, .snoozeLimit, .noSleepTimer,
                .stale, .changedMeanwhile(AlarmID(3), revision: 5), .storeFull, .timersFull,
                .notFoundTimer(TimerID(2)),
                .mixFull(SoundID("rain")), .favouritesFull, .notFoundMix("Storm"),
                .notFoundPreset("Cabin"), .presetsFull,
                .notFoundFont("Terminus", field: "family", hasOthers: true),
                .notFoundFont("Terminus", field: "name", hasOthers: false),
                .notFoundWorldClock("Apia"),
                .worldClocksFull, .notPermitted("it may not"), .notFoundDevice(DeviceID(4)),
                .devicesFull, .wrongCode(left: 3), .wrongCode(left: 1), .wrongCode(left: 0),
                .pairingWaits(.seconds(90)),
            ] + obstacles(of: id).map { .wrongState($0) } + generalFaults + soundFaults
                + (try timeFaults)
        }
    }

    private static func obstacles(of id: AlarmID) -> [Obstacle] {
        let conditions: [AlarmCondition] = [
            .off, .offAlready, .onAlready, .notRinging, .ringing, .snoozed, .leading, .ringsOnce,
            .offWithoutDates,
        ]
        let states: [TimerCondition] = [
            .scheduled, .running, .snoozed, .ringing, .paused, .silenced,
        ]
        return conditions.map { .alarm(AlarmName(id, label: "Work"), $0) }
            + states.map { .timer(TimerID(2), $0) }
            + NapPhase.allCases.map { .nap($0) } + [
                .stopTask(AlarmName(id, label: "Work"), StopTask.both.way),
                .nothingRings, .nothingRingsOrIsSnoozed, .somethingRings, .alarmsCannot,
                .napsCannot, .quiet, .nothingPlays, .sleepTimerPaused, .sleepTimerRuns, .mixEmpty,
                .favouriteWithoutSounds("Storm", sounds: [SoundID("rain"), SoundID("wind")]),
                .soundBuiltIn(SoundID("rain")), .presetBuiltIn("Night"), .presetNameTaken("Night"),
                .timeBeingSet, .timeUnknown, .noDisplay, .cannotPair, .noDisplayForCode, .noCode,
                .noBroker, .mqttClosed,
                .displayHasPixels, .displayHasSegments,
                .inWords("the network keeps the time right"),
            ]
    }

    private static var generalFaults: [CommandError] {
        [
            .invalid(field: "changes", .noChange), .invalid(field: "name", .empty),
            .invalid(field: "label", .tooLong(characters: 120, most: 100)),
            .invalid(field: "label", .tooManyBytes(500, most: 400)),
            .invalid(field: "label", .controlCharacter),
            .invalid(field: "seconds", .length(allowed: .seconds(1) ... .seconds(86_400))),
            .invalid(field: "rampSeconds", .length(allowed: .zero ... .seconds(60))),
            .invalid(field: "extend", .sum(most: .seconds(86_400))),
            .invalid(field: "count", .number(allowed: 0...31, of: .dates)),
            .invalid(field: "snooze.limit", .number(allowed: 1...100, of: .times)),
            .invalid(field: "pulsePerMinute", .number(allowed: 40...120, of: .beatsPerMinute)),
            .invalid(field: "words", .tooMany(of: .words, most: 8)),
            .invalid(field: "fallbacks", .tooMany(of: .devices, most: 4)),
            .invalid(field: "days", .tooMany(of: .dates, most: 1_000)),
            .invalid(field: "category", .noAlarm(in: "Work", among: [])),
            .invalid(field: "category", .noAlarm(in: "Work", among: ["Home", "School"])),
            .invalid(field: "name", .builtInFontName),
            .invalid(field: "feedback", .chirpWithoutSoundOutput),
            .invalid(field: "feedback", .vibrationWithoutMotor),
            .invalid(
                field: "floor", .floorAboveCeiling(Percent(clamping: 70), Percent(clamping: 60))),
            .invalid(field: "digit", .place(5, allowed: 1...4)),
            .invalid(field: "file", .inWords("lacks the figure 7")),
        ]
    }

    private static var soundFaults: [CommandError] {
        let (rain, wind) = (SoundID("rain"), SoundID("wind"))
        let faults: [(String, SoundFault)] = [
            ("sound", .unknown(SoundID("rian"), among: [rain, wind])), ("sound", .noOwn),
            ("variant", .noVariant(VariantID("loud"), of: rain, among: [VariantID("heavy")])),
            ("variant", .noVariant(VariantID("loud"), of: wind, among: [])),
            ("sliders", .noSlider(SliderID("wet"), of: rain, among: [SliderID("drops")])),
            ("sliders", .noSlider(SliderID("wet"), of: wind, among: [])),
            ("variant", .variantAlone),
            ("category", .noCategory(CategoryID("fire"), among: [CategoryID("water")])),
            ("sound", .notInMix(rain, among: [wind])), ("sound", .notInMix(rain, among: [])),
            ("name", .favouriteExists("Storm")), ("mix", .badCode(.foreign)),
            ("mix", .badCode(.tooShort)), ("mix", .badCode(.tooLong)),
            ("mix", .badCode(.mistyped)), ("mix", .badCode(.newer(version: 3))),
            ("mix", .badCode(.malformed)),
            (
                "mix",
                .missing([.init(sound: wind), .init(sound: rain, variant: VariantID("heavy"))])
            ),
            ("sound", .silentMustWake), ("sound", .silenceWithoutMotor),
        ]
        return faults.map { .invalid(field: $0.0, .sound($0.1)) }
    }

    private static var timeFaults: [CommandError] {
        get throws {
            let day = try date("2026-03-29")
            let past = DateRange(first: day, last: day)
            let reversed = DateRange(first: day, last: try date("2026-03-01"))
            let skipped = try civil("2026-03-29", "02:30")
            let latest = Instant(seconds: 4_102_444_800)
            let faults: [(String, TimeFault)] = [
                ("weekdays", .noWeekday),
                ("date", .dateOver(day, try time("07:30"), zone: "Europe/Berlin")),
                ("date", .dateToCome(day)), ("last", .rangeReversed(reversed)),
                ("last", .rangeOver(past)), ("days", .dayName(of: day, bytes: 300, most: 200)),
                ("until", .over),
                (
                    "time",
                    .notAllowed(.local(skipped), allowed: Instant(seconds: 1_767_225_600)...latest)
                ),
                (
                    "time",
                    .skipped(
                        skipped, zone: "Europe/Berlin", from: try civil("2026-03-29", "02:00"),
                        to: try civil("2026-03-29", "03:00"))
                ),
                ("time", .daySkipped(day, zone: "Pacific/Apia")),
            ]
            return faults.map { .invalid(field: $0.0, .time($0.1)) }
        }
    }
}
