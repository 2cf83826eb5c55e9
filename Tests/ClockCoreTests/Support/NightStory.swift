import ClockTime
import Foundation
import Testing

@testable import ClockCore

// Commands to a night, and views of it.
extension Night {
    // MARK: - Commands

    @discardableResult
    mutating func ask(_ command: Command) -> Reply? {
        answer(to: command)?.reply
    }

    mutating func answer(to command: Command) -> Answer? {
        let request = send(command)
        return answers[request]
    }

    var replies: [RequestID: Reply] { answers.mapValues(\.reply) }

    /// Sends a command without waiting for its answer.
    @discardableResult
    mutating func send(_ command: Command) -> RequestID {
        requests += 1
        handle(.command(RequestID(requests), command))
        return RequestID(requests)
    }

    /// Adds an alarm; `set` changes what differs from the defaults.
    @discardableResult
    mutating func add(
        _ schedule: Schedule, _ set: (inout AlarmChanges) -> Void = { _ in }
    ) throws -> AlarmID {
        var changes = AlarmChanges()
        set(&changes)
        let expected = machine.ringing.alarms.book.nextNumber
        send(.alarm(.add(schedule, changes)))
        return try #require(machine.ringing.alarms.book[AlarmID(expected)]).id
    }

    mutating func daily(_ time: String) throws -> AlarmID {
        try add(.daily(at: try timeOfDay(time)))
    }

    mutating func once(_ time: String) throws -> AlarmID {
        try add(.once(at: try timeOfDay(time)))
    }

    @discardableResult
    mutating func edit(_ id: AlarmID, _ set: (inout AlarmChanges) -> Void) -> Reply? {
        var changes = AlarmChanges()
        set(&changes)
        return ask(.alarm(.edit(id, changes)))
    }

    /// Restarts the program with a changed record of an alarm, for values that no command can set yet.
    mutating func rewrite(_ id: AlarmID, _ change: (inout Alarm) -> Void) throws {
        var state = try #require(durable)
        let place = try #require(state.alarms.firstIndex { $0.id == id })
        change(&state.alarms[place])
        restartProgram(restoring: state)
    }

    // MARK: - Looking

    /// The time that the device's clock shows.
    var clock: String { zone.text(at: now.wall.instant) }

    var notes: [Note] { log.map(\.note) }
    /// The alarms that are heard: not what a tap on stop has just silenced, although that is final only 0.3 s later.
    var ringing: [AlarmID] {
        machine.ringing.ring.isHushed ? [] : machine.ringing.alarms.ringing.map(\.occurrence.alarm)
    }
    var snoozed: [AlarmID] { machine.ringing.alarms.snoozed.map(\.occurrence.alarm) }
    var missed: [MissedNotice] { machine.ringing.alarms.notices }
    var alarmSound: AlarmIntent? { intent.alarm }
    var noiseSound: NoiseIntent? { intent.noise }

    func alarm(_ id: AlarmID) throws -> Alarm {
        try #require(machine.ringing.alarms.book[id])
    }

    func occurrence(_ id: AlarmID, _ date: String) throws -> OccurrenceID {
        OccurrenceID(alarm: id, date: try civilDate(date))
    }

    /// The time that the device's clock will show when the alarm rings next.
    func next(_ id: AlarmID) throws -> String? {
        try alarm(id).timing.nextRing(after: now.wall.instant, machine.ringing.rules).map {
            zone.text(at: $0.instant)
        }
    }

    /// The story of the alarms, each line with the time that the device's clock showed.
    var story: [String] {
        log.compactMap { entry in
            entry.note.line.map { zone.text(at: entry.at.wall.instant) + " " + $0 }
        }
    }

    mutating func forgetStory() {
        log = []
    }
}

enum NightDefaults {
    /// Two tones, so that tests can tell which one sounds.
    static let catalogue = SoundCatalogue(noises: ["pink", "white"], tones: ["digital", "bell"])
}

extension SoundCatalogue {
    /// Sounds named after their ids.
    init(noises: [String], tones: [String]) {
        self.init(
            noises: noises.map { Sound(id: SoundID($0), name: $0) },
            tones: tones.map { Sound(id: SoundID($0), name: $0) })
    }
}

extension NoiseIntent {
    /// The first, or only, sound.
    var sound: SoundID? { voices.first?.sound }
    var volume: Percent { master }
}

extension NoiseState {
    /// The first, or only, sound of the mix.
    var sound: SoundID? { mix.first }
}

extension Note {
    /// What happened to an alarm, in a few words; nil for other notes.
    var line: String? {
        switch self {
        case .of(.alarm(let id), .fired(_, let lateness, let joined, _)):
            "fired \(id.alarm)" + (lateness >= .seconds(1) ? " late \(lateness)" : "")
                + (joined ? " joined" : "")
        case .of(.alarm(let id), .rangAgain(let cause)): "again \(id.alarm) \(cause)"
        case .of(.alarm(let id), .snoozed): "snoozed \(id.alarm)"
        case .of(.alarm(let id), .silenced): "silenced \(id.alarm)"
        case .of(.alarm(let id), .stopped(let cause)): "stopped \(id.alarm) \(cause)"
        case .of(.alarm(let id), .missed(_, let reason, let count)):
            "missed \(id.alarm) of \(id.date) \(reason) \(count)"
        case .of(.alarm(let id), .skipped(let reason)):
            "skipped \(id.alarm) of \(id.date) \(reason)"
        case .of(.alarm(let id), .gotUp): "up before \(id.alarm)"
        case .of(.alarm(let id), .passedOver): "passed over \(id.alarm) of \(id.date)"
        case .of(.alarm(let id), .superseded): "superseded \(id.alarm) of \(id.date)"
        case .of(.alarm(let id), .reopened): "reopened \(id.alarm) of \(id.date)"
        case .of(.alarm(let id), .preAlert): "counts down to \(id.alarm)"
        case .of(.alarm(let id), .sunrise): "sunrise of \(id.alarm)"
        case .alarmTested(let id): "tested \(id)"
        case .alarmTestEnded(let id): "test of \(id) ended"
        case .rungTaken(let rung, let reason): "rung \(rung.name) \(reason)"
        case .cardTaken(let name): "card \(name)"
        case .alarmsUnreadable(let count): "\(count) alarms unreadable"
        case .soundReplaced(let id, let name): "sound \(name) of \(id) replaced"
        case .keyRefused(let button, let code): "refused \(button.rawValue) \(code)"
        case .faultRepaired(let part): "repaired \(part)"
        case .of(.alarm, _), .of(.timer, _), .of(.nap, _), .booted, .alarmEdited, .alarmsPaused,
            .pauseEnded, .ringHeard, .rehearsed, .doNotDisturbChanged, .clockStepped,
            .trustChanged, .zoneChanged, .noiseChanged, .sleepTimer, .soundMissing,
            .healthChanged, .outlookChanged, .updateTold, .devicePaired, .deviceRemoved,
            .pageShown:
            nil
        }
    }
}
