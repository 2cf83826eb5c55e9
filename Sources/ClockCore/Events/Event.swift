package import ClockTime

/// Every input of the clock. The shell translates the outside world into events and delivers them one at a time.
package enum Event: Hashable, Sendable {
    /// The first event; sent once.
    case started
    /// The `nextWake` deadline came, or something else woke the shell: check what is due.
    case wake
    /// - Parameter at: when the key moved, if known more precisely than from the time of delivery.
    case button(Button, isDown: Bool, at: BootTime? = nil)
    /// The key was already down when monitoring began; nobody knows when it was pressed.
    case buttonHeldAtStart(Button)
    /// The wall clock is being set, or its quality changed. The machine measures the step itself, so this event may be
    /// redundant or repeated. A user's setting must arrive before any other event after the step, and at most a second
    /// before the step; the same holds for a step by synchronisation. A step that no such event explains counts as
    /// `outside`. With cause `outside`, `trust` has no meaning.
    case clockAdjusted(trust: ClockTrust, by: StepCause)
    /// New zone rules: a user chose another zone, or new tzdata arrived for the same one.
    case zoneChanged(Zone, by: StepCause)
    /// Illuminance at the bedside in lux, 0 or more.
    case lightMeasured(lux: Double)
    /// The battery's charge; nil: the clock has none.
    case batteryRead(BatteryState?)
    case health(HealthReport)
    case alarmFrames(AlarmFrames)
    /// No output could play the ring, so an output got a sound card that nobody configured; its description.
    case cardTaken(String)
    /// A part's answer to `Effect.rehearse`; nil: it works.
    case rehearsed(RehearsalPart, problem: String?)
    /// A sound output's answer; `output` counts in the order in which alarms use them. `areMoving`: whether frames of
    /// silence moved, nil if that could not be tried. `problem`: any other fault.
    case soundRehearsed(output: Int, areMoving: Bool?, problem: String?)
    /// What is wrong with a sound output, indexed in the alarms' order; nil: it is well again.
    case outputProblem(output: Int, OutputProblem?)
    /// An output plays noise, a preview or a chirp: its frames were seen to move. Sent once per sound; `output` counts in
    /// the order in which alarms use them.
    case soundMoved(output: Int)
    /// New rules for a zone that alarms may be pinned to.
    case pinnedZoneChanged(Zone)
    case command(RequestID, Command)
    /// A host's answer to `Effect.ask`.
    case answered(RequestID, Reply)
    /// The host's answer to `Effect.setClock`, at a moment after the setting.
    case clockSet(RequestID, ClockSetting)
    /// A new catalogue replaces the current one: own sounds were added, removed or renamed.
    case catalogueChanged(SoundCatalogue)
    /// All own fonts: they were read at the start, or one was added or deleted.
    case fontsChanged([OwnFont])
    /// The store finished a save: all states up to this revision are durable, or `failure` says why this one is not.
    case saved(revision: Int, failure: String?)
}

/// What the shell must do. It carries out all effects of a step before the next event.
package enum Effect: Hashable, Sendable {
    /// What to play from now on; replaces the previous intent.
    case sound(SoundIntent)
    /// Make this durable and report `.saved` with the revision. A newer save replaces it.
    indirect case save(PersistentState, revision: Int)
    case reply(RequestID, Answer)
    /// Have the host that owns the files or devices answer once, by `Event.answered`.
    case ask(RequestID, HostQuestion)
    /// Set the wall clock so that it shows `to.wall` at `to.boot`, and answer once, by `Event.clockSet`. The step may
    /// be seen before the answer: the machine recognises it by its target.
    case setClock(RequestID, to: Moment)
    /// Where to play sound from now on; the first step emits it too.
    case chooseOutputs(SoundOutputSettings)
    /// Test every sound output and the display the way a ring uses them, inaudibly and invisibly. Report each by
    /// `Event.soundRehearsed` or `Event.rehearsed`.
    case rehearse
    /// What the motor, buzzer and lamp do from now on.
    case outputs(OutputLevels)
    case notes([Note])
    /// Append these to the durable history, best effort: nothing waits for it.
    case record([HistoryRecord])
}

/// The complete sound to play. The newest intent wins, so losing an older one does no harm.
package struct SoundIntent: Hashable, Sendable {
    package var noise: NoiseIntent?
    package var alarm: AlarmIntent?
    /// The fade-out of the noise when `noise` is nil, and of sounds that leave the mix.
    package var noiseFadeOut: Duration
    /// The shape of all noise fades.
    package var fadeShape: FadeShape
    /// The newest chirp; each serial is played once.
    package var chirp: ChirpIntent?
    /// Whether the noise is lowered for a ring: also while a ring is silent that may sound again at once (law, 6.9).
    package var ducksNoise: Bool

    package init(
        noise: NoiseIntent?, alarm: AlarmIntent?, noiseFadeOut: Duration,
        fadeShape: FadeShape = .equalPower, chirp: ChirpIntent? = nil, isHushed: Bool = false
    ) {
        ducksNoise = alarm != nil || isHushed
        self.chirp = chirp
        self.noise = noise
        self.alarm = alarm
        self.noiseFadeOut = noiseFadeOut
        self.fadeShape = fadeShape
    }

    package static let silence = SoundIntent(noise: nil, alarm: nil, noiseFadeOut: .zero)
}

/// A short tone that answers a key.
package struct ChirpIntent: Hashable, Sendable {
    /// Counts from 1, and again from 1 when the program starts.
    package var serial: UInt32
    package var volume: Percent

    package init(serial: UInt32, volume: Percent) {
        self.serial = serial
        self.volume = volume
    }
}

package struct NoiseIntent: Hashable, Sendable {
    package typealias Voice = NoiseVoice

    /// 1 to 16 voices, each sound once. A preview may also contain a tone.
    package var voices: [Voice]
    package var master: Percent
    /// The fade-in of starting noise, and of sounds that join the mix.
    package var fadeIn: Duration
    /// The same seed and recipe give the same sound (product, N11a); at most 32 bits.
    package var seed: UInt64

    package init(voices: [Voice], master: Percent, fadeIn: Duration, seed: UInt64) {
        self.voices = voices
        self.master = master
        self.fadeIn = fadeIn
        self.seed = seed
    }
}

package struct AlarmIntent: Hashable, Sendable {
    /// A tone, or any noise of the catalogue; the built-in tone if the catalogue no longer has it.
    package var sound: SoundID
    package var volume: Percent
    package var ramp: Duration
    /// How many sound outputs play it, in their order: 1 means only the first.
    package var outputs: Int
    /// Gain above its volume, up to full volume: for alarms that must wake (law, 6.8).
    package var boostDecibels: Int
    /// A new number means a new ring: tone and ramp restart.
    package var serial: UInt32
}

/// The health of one part of the device.
package struct HealthReport: Hashable, Sendable, Codable {
    package var part: HealthPart
    /// Nil: the part works.
    package var problem: String?

    package init(part: HealthPart, problem: String?) {
        self.part = part
        self.problem = problem
    }
}

package enum HealthPart: String, CaseIterable, Hashable, Comparable, Sendable, Codable {
    /// `storage` is where the state is kept. `state` is what the store held at the start, `alarms` the unreadable
    /// alarms in it: a successful save does not bring back what was lost. `outputs` are motor, buzzer and lamp,
    /// `vibration` a motor on the I2C bus. `sound` is the first sound output, `fallbackSound` the others, which an alarm
    /// uses when it must. `buttons` are the key lines, `keys` the keys themselves (a stuck one). `history` is the
    /// history's storage. `catalogue` are the files that name the sounds. `volumeControl` covers anything that could mute
    /// a sound card. `stateFolder` is the folder that holds everything, if others can write to it, `space` its disk, if it is full. `program` is the clock
    /// program: it crashes repeatedly. `fonts` are a person's own. `battery` is what tells its charge, `batteryCharge` the
    /// charge itself.
    case display, bus, buttons, keys, outputs, sound, fallbackSound, light, storage, state, alarms,
        history, board, zone, realTimePriority, catalogue, volumeControl, stateFolder, program,
        battery, batteryCharge, vibration, fonts, space

    /// For people.
    package var inWords: String {
        switch self {
        case .display: "display"
        case .bus: "bus"
        case .buttons: "buttons"
        case .keys: "buttons"
        case .outputs: "outputs"
        case .vibration: "vibration"
        case .sound: "sound"
        case .fallbackSound: "further sound outputs"
        case .light: "light sensor"
        case .storage: "storage"
        case .state: "saved state"
        case .alarms: "stored alarms"
        case .history: "history"
        case .board: "board file"
        case .zone: "time zone"
        case .realTimePriority: "real-time priority"
        case .catalogue: "sound catalogue"
        case .fonts: "your own fonts"
        case .volumeControl: "volume control"
        case .stateFolder: "state folder"
        case .space: "disk"
        case .program: "firmware"
        case .battery, .batteryCharge: "battery"
        }
    }

    package static func < (one: HealthPart, other: HealthPart) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// Links a reply to its request. The shell assigns it; it is unique among pending requests.
package struct RequestID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}
