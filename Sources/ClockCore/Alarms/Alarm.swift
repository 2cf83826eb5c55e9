package import BoundedJSON
package import ClockTime

/// An alarm as the user set it. What happens to it on a date is an occurrence, and what rings or is snoozed now is a
/// `RingMember`. Neither is stored here, except for the dates that the alarm has used up.
package struct Alarm: DescribedRecord, Codable {
    package internal(set) var id: AlarmID
    /// Counts edits, so that a client can tell whether it saw the latest one.
    package var revision = 1
    /// Everything that determines its dates.
    package internal(set) var timing: AlarmTiming
    package var label = ""
    /// Extra text, an icon's name and a colour, for faces that can show them (product, A2).
    package var message = ""
    package var icon: String?
    package var tint: Tint?
    /// The group that it is switched on and off with, such as "work" (product, A13).
    package var category: String?
    /// `SoundID.silence` for an alarm that is only felt and seen (product, A3a).
    package var sound = AlarmDefaults.sound
    package var vibration: VibrationPattern?
    package var volume = AlarmDefaults.volume
    /// How long the volume takes to rise to `volume`; 0 to 60 s (law, 6.8).
    package var ramp = AlarmDefaults.ramp
    package var snooze = SnoozeRule()
    /// Gets louder and climbs the ladder while nobody answers (product, A12a).
    package var isMustWake = false
    /// How long before the ring the countdown starts; 0 to 60 min (product, A6a).
    package var preAlert = Duration.zero
    /// A noise or a gentle tone that rises meanwhile; nil: nothing is heard before the ring (law, 6.11).
    package var preAlertSound: SoundID?
    /// How long before the ring the light starts to rise; 0 to 60 min (product, A11b).
    package var sunrise = Duration.zero
    /// How long before the ring somebody is reminded to go to bed; 0: never (law, 6.13).
    package var bedtime = Duration.zero
    /// The law's N: how long it rings unanswered before it falls silent.
    package var ringLength = AlarmDefaults.ringLength
    /// The law's M: how often it rings again after that.
    package var automaticRings = AlarmDefaults.automaticRings
    /// The noise that it interrupted comes back after a stop (product, N9).
    package var noiseAfter = false
    /// Nil: stop ends it, as the clock's settings have it (law, 6.12).
    package var stopWith: StopTask?

    package var createdAt: Instant
    /// `armedAt` came from an untrusted clock: it moves with the first correction (law, 5.4).
    package var isArmedProvisionally = false
    /// `skipsAfter` came from an untrusted clock: it moves with the first correction (law, 5.4).
    package var areSkipsProvisional = false
    /// The date that switched a once or dated alarm off; lets a correction undo that (law, 2.5, 3.2, 5.5).
    package var switchedOffBy: CivilDate?
    /// The date whose pre-alert somebody has silenced (law, 6.11).
    package var silencedLead: CivilDate?
    package var foreign = ForeignFields()

    package init(id: AlarmID, schedule: Schedule, createdAt: Instant) {
        self.id = id
        timing = AlarmTiming(schedule, armedAt: createdAt)
        self.createdAt = createdAt
    }

    package init() {
        self.init(
            id: AlarmID(0), schedule: .once(at: .midnight), createdAt: Instant(seconds: 0))
    }

    /// What the user set, and when a change of each counts: the one place for the law's 6.7.
    private static let changing: [(field: RecordField<Alarm>, onset: AlarmSetting.Onset)] = [
        (RecordField("schedule", \.schedule, .schedule), .startsOver),
        (RecordField("zone", optional: \.pinnedZone, .text), .startsOver),
        (RecordField("label", \.label, .text), .atOnce),
        (RecordField("message", \.message, .text, isSparse: true), .atOnce),
        (RecordField("icon", optional: \.icon, .text), .atOnce),
        (RecordField("tint", optional: \.tint, .tint), .atOnce),
        (RecordField("category", optional: \.category, .text), .atOnce),
        (RecordField("volume", \.volume, .percent), .atOnce),
        (RecordField("sound", \.sound, .sound), .nextRing),
        (RecordField("vibration", optional: \.vibration, .vibration), .nextRing),
        (RecordField("rampSeconds", \.ramp, .seconds(in: AlarmLimits.ramp)), .nextRing),
        (RecordField("mustWake", \.isMustWake, .bool, isSparse: true), .nextRing),
        (
            RecordField(
                "preAlertSeconds", \.preAlert, .seconds(in: AlarmLimits.preAlert), isSparse: true),
            .nextRing
        ),
        (RecordField("preAlertSound", optional: \.preAlertSound, .sound), .nextRing),
        (
            RecordField(
                "sunriseSeconds", \.sunrise, .seconds(in: AlarmLimits.sunrise), isSparse: true),
            .nextRing
        ),
        (
            RecordField(
                "bedtimeSeconds", \.bedtime, .seconds(in: AlarmLimits.bedtime), isSparse: true),
            .nextRing
        ),
        (RecordField("ringSeconds", \.ringLength, .seconds(in: AlarmLimits.ringLength)), .nextRing),
        (
            RecordField(
                "automaticRings", \.automaticRings, .integer(held: AlarmLimits.automaticRings)),
            .nextRing
        ),
        (RecordField("stopWith", optional: \.stopWith, .choice), .nextRing),
        (RecordField("snooze", record: \.snooze), .nextSnooze),
        (RecordField("observesFreeDays", \.observesFreeDays, .bool, isSparse: true), .nextDecision),
        (
            RecordField("respectsDoNotDisturb", \.respectsDoNotDisturb, .bool, isSparse: true),
            .nextDecision
        ),
        (RecordField("noiseAfter", \.noiseAfter, .bool, isSparse: true), .nextDecision),
    ]

    package static let fields: [RecordField<Alarm>] =
        changing.map(\.field) + [
            RecordField("id", \.id, .coded(.integer(Int.min...Int.max))),
            RecordField("revision", \.revision, .integer),
            RecordField("enabled", \.isEnabled, .bool),
            RecordField("createdAt", \.createdAt, .unixSeconds),
            RecordField("armedAt", \.armedAt, .unixSeconds),
            RecordField("armedProvisionally", \.isArmedProvisionally, .bool),
            RecordField("spent", elements: \.spent.stored, .coded(.text)),
            RecordField(
                "skipNext", \.skipNext, .integer(held: AlarmLimits.skipNext), isSparse: true),
            // Also after the last skip, because a clock correction can bring it back.
            RecordField("skipsAfter", optional: \.skipsAfter, .unixSeconds),
            RecordField("skipsProvisional", \.areSkipsProvisional, .bool, isSparse: true),
            RecordField("switchedOffBy", optional: \.switchedOffBy, .date),
            RecordField("silencedLead", optional: \.silencedLead, .date),
        ]
    package static let required = ["id", "schedule"]
    package static let settings = changing.map {
        AlarmSetting(name: $0.field.name, onset: $0.onset)
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

    /// What it plays: in its ring, and before it.
    var sounds: [SoundID] { preAlertSound.map { [sound, $0] } ?? [sound] }

    var patience: RingPatience {
        RingPatience(length: ringLength, automaticRings: automaticRings)
    }

    package var name: AlarmName { AlarmName(id, label: label) }

    /// How long before the ring its first sign appears.
    var lead: Duration { max(preAlert, sunrise) }
}

/// Whether and how an alarm can be snoozed.
package struct SnoozeRule: DescribedRecord {
    package var isAllowed = true
    /// The law's S, 1 to 60 minutes.
    package var length = AlarmDefaults.snoozeLength
    /// The law's K; nil: no limit.
    package var limit: Int?
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<SnoozeRule>] = [
        RecordField("allowed", \.isAllowed, .bool),
        RecordField("seconds", \.length, .seconds(in: AlarmLimits.snoozeLength)),
        RecordField("limit", optional: \.limit, .integer(held: AlarmLimits.snoozeLimit)),
    ]
}
