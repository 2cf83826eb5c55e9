package import BoundedJSON
package import ClockTime

/// How noise starts and ends, as far as the user has set it; the catalogue defines the rest (product, S1, N1, N6).
package struct NoiseSettings: DescribedRecord {
    package var fades = FadeChanges()
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<NoiseSettings>] = [
        RecordField("fadeInSeconds", optional: \.fades.fadeIn, .seconds(in: Duration.storable)),
        RecordField("fadeOutSeconds", optional: \.fades.fadeOut, .seconds(in: Duration.storable)),
        RecordField(
            "sleepFadeSeconds", optional: \.fades.sleepFade, .seconds(in: Duration.storable)),
        RecordField("fadeShape", optional: \.fades.shape, .choice),
    ]
}

package struct Settings: DescribedRecord {
    @OnHeap package var style = ClockStyle()
    /// Saved styles, at most `StylePreset.capacity`, by name.
    package var presets: [StylePreset] = []
    package var displayMode = DisplayMode.normal
    /// At most `WorldClock.capacity`, each zone once.
    package var worldClocks: [WorldClock] = []
    package var noise = NoiseSettings()
    package var soundOutput = SoundOutputSettings()
    /// Whether the stop key must be held to stop a ring (product, B3).
    package var holdToStop = false
    package var keyFeedback = KeyFeedback.off
    package static let holdToStopLength = Duration.seconds(2)
    /// The law's G.
    package var grace = AlarmDefaults.grace
    package var doNotDisturb = DoNotDisturb()
    package var nap = NapSettings()
    package var countdownRings = CountdownRings()
    /// When everything that a ring needs is tested each evening; nil: never (product, H1a).
    package var rehearsal: TimeOfDay? = Settings.defaultRehearsal
    package static let defaultRehearsal = TimeOfDay(hour: 21, minute: 0)
    package var pairing = PairingSettings()
    package var mqtt = MqttSettings()
    package var page = PageSettings()
    package var lamp = LampSettings()
    package var goodNight = GoodNightSettings()
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<Settings>] = [
        RecordField("style", record: \.style),
        RecordField("presets", records: \.presets),
        RecordField("displayMode", \.displayMode, .choice),
        RecordField("worldClocks", records: \.worldClocks),
        RecordField("noise", record: \.noise),
        RecordField("soundOutput", record: \.soundOutput),
        RecordField("holdToStop", \.holdToStop, .bool),
        RecordField("keyFeedback", \.keyFeedback, .choice, isSparse: true),
        RecordField("graceSeconds", \.grace, .seconds(in: AlarmLimits.grace)),
        RecordField("doNotDisturb", record: \.doNotDisturb),
        RecordField("nap", record: \.nap),
        RecordField("countdownRings", record: \.countdownRings),
        RecordField("rehearsal", \.rehearsal, .timeOrNever),
        RecordField("pairing", record: \.pairing, isSparse: true),
        RecordField("mqtt", record: \.mqtt, isSparse: true),
        RecordField("page", record: \.page, isSparse: true),
        RecordField("lamp", record: \.lamp, isSparse: true),
        RecordField("goodNight", record: \.goodNight, isSparse: true),
    ]
}

extension FieldForm where Value == TimeOfDay? {
    fileprivate static var timeOrNever: FieldForm<TimeOfDay?> {
        let never = JSONValue.string("never")
        let time = FieldForm<TimeOfDay>.time
        return FieldForm<TimeOfDay?>(
            .either(time.values, .choice([never])),
            read: { value in
                if value == never { return .some(nil) }
                return time.read(value).map { .some($0) }
            }, write: { $0.map(time.write) ?? never })
    }
}

extension Settings {
    var ringRules: RingRules {
        get { RingRules(grace: grace, countdowns: countdownRings) }
        set { (grace, countdownRings) = (newValue.grace, newValue.countdowns) }
    }
}
