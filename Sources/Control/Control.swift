import BoundedJSON
package import ClockCore

/// What can be asked for from outside, and how it is said: as lines of JSON, and as words.
///
/// Theory of operation. A command is a value of ClockCore (`Command`), and so is its answer
/// (`Reply`). This target gives them two forms and owns nothing else; it is all pure functions: bytes
/// or words in, bytes, values or text out.
///
///     the client                                                      the clock
///     words ─ ClientWords ─▶ Command ─ RequestLine ─▶ {"id": …} ─ RequestLine ─▶ Command
///     text ◀─ Presentation ── Reply ◀─── ReplyLine ── {"id": …} ◀── ReplyLine ── Reply
///
/// On the socket stands one JSON object per line. A request has an id of the sender's choosing, and
/// its reply bears the same id; a line from which no id can be read is answered with the id null.
///
///     {"id":"1","command":"alarm.edit","alarm":3,"changes":{"schedule":{"time":"07:45"}}}
///     {"id":"1","ok":true,"alarm":{"id":3,…},"saved":true}
///     {"id":"2","command":"alarm.remove","alarm":9}
///     {"id":"2","ok":false,"error":{"code":"notFound","message":"there is no alarm 9","field":"alarm"}}
///
/// A request may also have a key, which names the change and not the message. The clock remembers what it
/// answered to the last changes, so a client that lost a reply sends the same key again, over any
/// connection and with any id: the change is not made twice, and the answer is the same (law, 13).
///
/// Requests are read strictly: each field that is not known, missing or out of range is refused with
/// its path and what is allowed, because a mistyped field that is silently left out is an alarm that
/// does not ring. Replies are read leniently: a newer clock may say more than this client knows.
/// Lines are bounded in length and depth (`JSONValue.parse`), so that hostile bytes cost little and end
/// in a typed error.
///
/// JSON is read by `BoundedJSON`, which says why.
///
/// `CommandName` is the one list of what there is. The JSON name of a command is also its words
/// ("alarm.add": `alarm add`); fields, words and help of each stand in a switch over it, so that the
/// compiler asks for what a new command lacks.
package enum CommandName: String, CaseIterable, Hashable, Sendable {
    case status
    case addAlarm = "alarm.add"
    case listAlarms = "alarm.list"
    case showAlarm = "alarm.show"
    case editAlarm = "alarm.edit"
    case removeAlarm = "alarm.remove"
    case enableAlarm = "alarm.enable"
    case disableAlarm = "alarm.disable"
    case duplicateAlarm = "alarm.duplicate"
    case testAlarm = "alarm.test"
    case skipNext = "alarm.skip"
    case pause = "alarm.pause"
    case resume = "alarm.resume"
    case schedule = "alarm.schedule"
    case cancel = "alarm.cancel"
    case countdown = "alarm.countdown"
    case `repeat` = "alarm.repeat"
    case addMinute = "alarm.add-minute"
    case snooze = "alarm.snooze"
    case stop = "alarm.stop"
    case acknowledge = "alarm.acknowledge"
    case setHoldToStop = "alarm.hold-to-stop"
    case listFreeDays = "free-days.list"
    case setFreeDays = "free-days.set"
    case clearFreeDays = "free-days.clear"
    case showDoNotDisturb = "dnd.status"
    case doNotDisturbOn = "dnd.on"
    case doNotDisturbOff = "dnd.off"
    case setQuietHours = "dnd.hours"
    case setQuietNoise = "dnd.noise"
    case showNoise = "noise.status"
    case playNoise = "noise.play"
    case pauseNoise = "noise.pause"
    case stopNoise = "noise.stop"
    case toggleNoise = "noise.toggle"
    case nextNoise = "noise.next"
    case setNoiseVolume = "noise.volume"
    case previewNoise = "noise.preview"
    case endPreview = "noise.preview-stop"
    case setFades = "noise.fade"
    case setSleep = "noise.sleep"
    case listMix = "mix.list"
    case addToMix = "mix.add"
    case setInMix = "mix.set"
    case removeFromMix = "mix.remove"
    case clearMix = "mix.clear"
    case saveMix = "mix.save"
    case loadMix = "mix.load"
    case renameMix = "mix.rename"
    case deleteMix = "mix.delete"
    case shareMix = "mix.share"
    case listSounds = "sound.list"
    case searchSounds = "sound.search"
    case showSound = "sound.show"
    case renameSound = "sound.rename"
    case deleteSound = "sound.delete"
    case importSound = "sound.import"
    case listOutputs = "sound.outputs"
    case setOutputs = "sound.output"
    case setHourFormat = "display.format"
    case showTime = "time.status"
    case setTime = "time.set"
    case setZone = "time.zone"
    case listTimers = "timer.list"
    case addTimer = "timer.add"
    case startTimer = "timer.start"
    case pauseTimer = "timer.pause"
    case resumeTimer = "timer.resume"
    case addMinuteToTimer = "timer.add-minute"
    case repeatTimer = "timer.repeat"
    case snoozeTimer = "timer.snooze"
    case stopTimer = "timer.stop"
    case removeTimer = "timer.remove"
    case showNap = "nap.status"
    case startNap = "nap.start"
    case pauseNap = "nap.pause"
    case resumeNap = "nap.resume"
    case snoozeNap = "nap.snooze"
    case stopNap = "nap.stop"
    case setNap = "nap.set"
    case showRingRules = "ring.status"
    case setRingRules = "ring.set"
    case showHealth = "health.status"
    case rehearse = "health.rehearse"
    case setRehearsal = "health.evening"
    case checkUpdate = "update.check"
    case updateReadiness = "update.ready"
    case explain
    case history

    /// The words that ask for it: `["alarm", "add"]`.
    package var words: [String] {
        rawValue.split(separator: ".").map(String.init)
    }

    /// What a group's word means alone.
    static let alone: [String: CommandName] = [
        "free-days": .listFreeDays, "dnd": .showDoNotDisturb, "timer": .listTimers,
        "nap": .showNap, "health": .showHealth, "noise": .showNoise, "mix": .listMix,
        "sound": .listSounds, "time": .showTime, "ring": .showRingRules,
    ]

    /// All names, for messages.
    static var list: String {
        allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension Command {
    package var name: CommandName {
        switch self {
        case .status: .status
        case .history: .history
        case .addAlarm: .addAlarm
        case .listAlarms: .listAlarms
        case .showAlarm: .showAlarm
        case .editAlarm: .editAlarm
        case .removeAlarm: .removeAlarm
        case .setAlarmEnabled(_, true), .setCategoryEnabled(_, true): .enableAlarm
        case .setAlarmEnabled(_, false), .setCategoryEnabled(_, false): .disableAlarm
        case .duplicateAlarm: .duplicateAlarm
        case .testAlarm: .testAlarm
        case .skipNext: .skipNext
        case .pauseAlarms: .pause
        case .operate(let operation, .alarm): operation.name
        case .operate(let operation, .timer): operation.timerName
        case .operate(let operation, .nap): operation.napName
        case .listTimers: .listTimers
        case .addTimer: .addTimer
        case .nap: .showNap
        case .setNap: .setNap
        case .ringRules: .showRingRules
        case .setRingRules: .setRingRules
        case .health: .showHealth
        case .rehearse: .rehearse
        case .setRehearsal: .setRehearsal
        case .checkUpdate: .checkUpdate
        case .updateReadiness: .updateReadiness
        case .explain: .explain
        case .listFreeDays: .listFreeDays
        case .setFreeDays(let days): days.isEmpty ? .clearFreeDays : .setFreeDays
        case .showDoNotDisturb: .showDoNotDisturb
        case .setDoNotDisturb(let change): change.name
        case .snooze: .snooze
        case .stop: .stop
        case .acknowledge: .acknowledge
        case .setHoldToStop: .setHoldToStop
        case .noise: .showNoise
        case .playNoise: .playNoise
        case .pauseNoise: .pauseNoise
        case .stopNoise: .stopNoise
        case .toggleNoise: .toggleNoise
        case .nextNoise: .nextNoise
        case .setNoiseVolume: .setNoiseVolume
        case .previewNoise: .previewNoise
        case .endPreview: .endPreview
        case .setFades: .setFades
        case .setSleep: .setSleep
        case .mix(let command): command.name
        case .sounds(let command): command.name
        case .setHourFormat: .setHourFormat
        case .time: .showTime
        case .setTime: .setTime
        case .setZone: .setZone
        }
    }
}

extension Operation {
    /// To stop and to snooze are the commands of those names, with an alarm.
    fileprivate var name: CommandName {
        switch self {
        case .schedule: .schedule
        case .cancel: .cancel
        case .countdown: .countdown
        case .pause: .pause
        case .resume: .resume
        case .stop: .stop
        case .snooze: .snooze
        case .repeat: .repeat
        case .add: .addMinute
        }
    }
}

extension Operation {
    fileprivate var timerName: CommandName {
        switch self {
        case .schedule, .countdown: .startTimer
        case .cancel: .removeTimer
        case .pause: .pauseTimer
        case .resume: .resumeTimer
        case .stop: .stopTimer
        case .snooze: .snoozeTimer
        case .repeat: .repeatTimer
        case .add: .addMinuteToTimer
        }
    }

    /// What naps do not know is asked for under a name that the clock refuses just so.
    fileprivate var napName: CommandName {
        switch self {
        case .schedule, .countdown, .repeat, .add: .startNap
        case .cancel, .stop: .stopNap
        case .pause: .pauseNap
        case .resume: .resumeNap
        case .snooze: .snoozeNap
        }
    }
}

extension DoNotDisturbChange {
    fileprivate var name: CommandName {
        switch self {
        case .byHand(.off): .doNotDisturbOff
        case .byHand(.on), .byHand(.until), .onUntil: .doNotDisturbOn
        case .quietHours: .setQuietHours
        case .allowsNoise: .setQuietNoise
        }
    }
}

extension Command {
    /// Whether carrying it out twice may differ from carrying it out once.
    package var isChange: Bool {
        switch self {
        case .status, .listAlarms, .showAlarm, .history, .listFreeDays, .showDoNotDisturb,
            .listTimers, .nap, .ringRules,
            .health, .checkUpdate, .updateReadiness, .explain, .noise, .mix(.list), .mix(.share),
            .sounds(.list), .sounds(.show),
            .sounds(.outputs), .time:
            false
        case .addAlarm, .editAlarm, .removeAlarm, .setAlarmEnabled, .skipNext, .duplicateAlarm,
            .testAlarm, .operate, .pauseAlarms, .setCategoryEnabled, .setFreeDays,
            .setDoNotDisturb, .addTimer, .setNap, .setRingRules, .rehearse, .setRehearsal, .snooze,
            .stop,
            .acknowledge,
            .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise, .setNoiseVolume,
            .previewNoise, .endPreview, .setFades, .setSleep, .mix, .sounds, .setHoldToStop,
            .setHourFormat, .setTime, .setZone:
            true
        }
    }
}

/// Bounds of the socket's lines.
package enum LineLimits {
    /// Bytes of a request, its newline included: the longest sensible one has a few hundred, and a
    /// browser's body that is passed on is bounded to the same.
    package static let request = 64 * 1024
    /// Bytes of a reply: a list of `AlarmLimits.count` alarms with the longest labels has about 5 MB.
    package static let reply = 8 * 1024 * 1024
    /// Characters of a request's id, and of its key: room for a UUID with a prefix.
    static let id = 1...64
}
