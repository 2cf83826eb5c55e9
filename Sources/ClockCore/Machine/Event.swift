package import ClockTime

/// Everything that can happen to the clock. The shell turns what the world does into these and hands
/// them in one at a time.
package enum Event: Hashable, Sendable {
    /// The first event, once.
    case started
    /// The deadline of `nextWake` came, or something else woke the shell: look what is due.
    case wake
    /// - Parameter at: when it moved, where that is known better than by when it was heard of.
    case button(Button, isDown: Bool, at: BootTime? = nil)
    /// The key was down when somebody began to listen to it; when it was pressed nobody knows.
    case buttonHeldAtStart(Button)
    /// The wall clock is being set, or what is known of its quality changed. The machine measures the
    /// step itself, so this may come for nothing, or twice. A person's setting must come no later than
    /// any other event after the step, and may come up to a second before it; so must what a synchronisation
    /// explains. A step that no such event explains is from outside. With that cause, `trust` says nothing.
    case clockAdjusted(trust: ClockTrust, by: StepCause)
    /// New zone rules: another zone that a person chose, or new tzdata for the same one.
    case zoneChanged(Zone, by: StepCause)
    /// Illuminance at the bedside in lux, 0 or more.
    case lightMeasured(lux: Double)
    case health(HealthReport)
    case alarmFrames(AlarmFrames)
    /// A card that nobody named, by its description, was given to an output for the ring that no output plays.
    case cardTaken(String)
    /// A part's answer to `Effect.rehearse`; nil: it works.
    case rehearsed(RehearsalPart, problem: String?)
    /// The answer of a sound output, in the order in which alarms take them: whether frames of silence moved,
    /// nil where that could not be tried; and what is wrong with it otherwise.
    case soundRehearsed(output: Int, areMoving: Bool?, problem: String?)
    /// New rules for a zone that alarms may be pinned to.
    case pinnedZoneChanged(Zone)
    case command(RequestID, Command)
    /// A host's answer to `Effect.ask`.
    case answered(RequestID, Reply)
    /// The host's answer to `Effect.setClock`, at a moment after it.
    case clockSet(RequestID, ClockSetting)
    /// Another catalogue takes the place of the present one: own sounds came, went or were renamed.
    case catalogueChanged(SoundCatalogue)
    /// The store is done with a save: all states up to this revision are durable, or the error says
    /// why this one is not.
    case saved(revision: Int, failure: String?)
}

/// What the shell is to do. All effects of a step are carried out before the next event.
package enum Effect: Hashable, Sendable {
    /// What should be heard from now on; it replaces what was asked before.
    case sound(SoundIntent)
    /// Make this durable and report `.saved` with the revision. A newer one replaces it.
    indirect case save(PersistentState, revision: Int)
    case reply(RequestID, Answer)
    /// Have the host that has the files or devices answer, by `Event.answered`, once.
    case ask(RequestID, HostQuestion)
    /// Set the wall clock so that it shows `to.wall` at `to.boot`, and answer by `Event.clockSet`, once. The
    /// step may be seen before the answer: the machine knows it by where it leads.
    case setClock(RequestID, to: Moment)
    /// Where sound is to come out from now on; the first step has it too.
    case chooseOutputs(SoundOutputSettings)
    /// Try every sound output and the display the way a ring does, unheard and unseen, and report each by
    /// `Event.soundRehearsed` or `Event.rehearsed`.
    case rehearse
    /// What motor, buzzer and lamp should do from now on.
    case outputs(OutputLevels)
    case notes([Note])
    /// Add these to the durable history, as well as it can be: nothing waits for it.
    case record([HistoryRecord])
}

/// What should be heard, whole: the newest intent wins, so none can be lost.
package struct SoundIntent: Hashable, Sendable {
    package var noise: NoiseIntent?
    package var alarm: AlarmIntent?
    /// How noise ends when `noise` is nil, and sounds that leave the mix.
    package var noiseFadeOut: Duration
    /// The shape of all fades of noise.
    package var fadeShape: FadeShape

    package init(
        noise: NoiseIntent?, alarm: AlarmIntent?, noiseFadeOut: Duration,
        fadeShape: FadeShape = .equalPower
    ) {
        self.noise = noise
        self.alarm = alarm
        self.noiseFadeOut = noiseFadeOut
        self.fadeShape = fadeShape
    }

    package static let silence = SoundIntent(noise: nil, alarm: nil, noiseFadeOut: .zero)
}

package struct NoiseIntent: Hashable, Sendable {
    package typealias Voice = NoiseVoice

    /// 1 to 16, each sound once. Of a preview also a tone.
    package var voices: [Voice]
    package var master: Percent
    /// How noise starts, and sounds that join the mix.
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
    /// A tone, or any noise of the catalogue; the built-in tone where it is not there any more.
    package var sound: SoundID
    package var volume: Percent
    package var ramp: Duration
    /// How many of the sound outputs, in their order, are to play it: 1 is the first alone.
    package var outputs: Int
    /// Louder than its volume by so much, up to full: alarms that must wake (law, 6.8).
    package var boostDecibels: Int
    /// A new number is a new ring: tone and ramp start from their beginning.
    package var serial: UInt32
}

/// One part of the device, and how it is.
package struct HealthReport: Hashable, Sendable, Codable {
    package var part: HealthPart
    /// Nil: it is well.
    package var problem: String?

    package init(part: HealthPart, problem: String?) {
        self.part = part
        self.problem = problem
    }
}

package enum HealthPart: String, CaseIterable, Hashable, Comparable, Sendable, Codable {
    /// `storage` is where the state is kept, `state` what was found there at the start, `alarms` those of
    /// it that could not be read: a save that succeeds does not bring back what was lost. `outputs` are motor, buzzer and lamp. `sound` is the
    /// first of the sound outputs, `fallbackSound` the others, which an alarm takes when it must.
    /// `buttons` are the keys' lines, `keys` the keys themselves: one that is stuck. `history` is where
    /// it is kept what came to pass. `catalogue` are the files that name the sounds,
    /// `volumeControl` what could mute a sound card. `stateFolder` is the folder that all is kept in, where others
    /// can write to it. `program` is the clock's own: one that crashes again and again.
    case display, bus, buttons, keys, outputs, sound, fallbackSound, light, storage, state, alarms,
        history, board, zone, realTimePriority, catalogue, volumeControl, stateFolder, program

    /// For people.
    package var inWords: String {
        switch self {
        case .display: "display"
        case .bus: "bus"
        case .buttons: "buttons"
        case .keys: "buttons"
        case .outputs: "outputs"
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
        case .volumeControl: "volume control"
        case .stateFolder: "state folder"
        case .program: "firmware"
        }
    }

    package static func < (one: HealthPart, other: HealthPart) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// What a reply belongs to. Given by the shell; unique among the requests that wait.
package struct RequestID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}
