import ClockCore
import ClockTime
import Control
import Runtime
import SimulatedBoard
import Synchronization

/// The log of a night's clock, in the story's own times and names.
final class NightLog: Sendable {
    private struct State {
        /// The true time at which the boot time was zero.
        var truthAtBootZero = WallTime(nanoseconds: 0)
        var names: [Int: String] = [:]
        var timers: [Int: String] = [:]
        /// The name of the alarm or timer that is being added.
        var expected: String?
        /// Whether the latest answer was a refusal.
        var isRefused = false
        var entries: [NightStory.Entry] = []
    }

    private let time: VirtualClock
    private let state = Mutex(State())

    init(time: VirtualClock) {
        self.time = time
    }

    var entries: [NightStory.Entry] { state.withLock { $0.entries } }

    // MARK: - Times

    /// Maps the device's current boot time to this true time.
    func booted(at truth: WallTime) {
        let sinceBoot = time.now().boot - BootTime(nanoseconds: 0)
        state.withLock { $0.truthAtBootZero = truth - sinceBoot }
    }

    /// The boot time at this true time, provided that the power stays on.
    func bootTime(at truth: WallTime) -> BootTime {
        BootTime(nanoseconds: 0) + (truth - state.withLock { $0.truthAtBootZero })
    }

    // MARK: - Names

    func name(_ alarm: AlarmID, _ name: String) {
        state.withLock { $0.names[alarm.number] = name }
    }

    func alarm(named name: String) -> AlarmID? {
        state.withLock { state in
            state.names.first { $0.value == name }.map { AlarmID($0.key) }
        }
    }

    /// The next answer gives the id of the alarm with this name.
    func expect(_ name: String) {
        state.withLock { $0.expected = name }
    }

    /// Whether the last request was refused.
    var isRefused: Bool { state.withLock { $0.isRefused } }

    func receive(_ answer: AnsweredRequest) {
        state.withLock { state in
            if case .refused = answer.answer.reply {
                state.isRefused = true
            } else {
                state.isRefused = false
            }
            if case .alarm(let report) = answer.answer.reply, let name = state.expected {
                state.names[report.alarm.id.number] = name
            }
            if case .timer(let report) = answer.answer.reply, let name = state.expected {
                state.timers[report.id.number] = name
            }
            state.expected = nil
        }
    }

    // MARK: - Events

    func receive(_ line: EventLine) {
        guard let kind = NightLog.kind(of: line.event) else { return }
        let sinceBoot = time.now().boot - BootTime(nanoseconds: 0)
        state.withLock { state in
            let entry = NightStory.Entry(
                time: (state.truthAtBootZero + sinceBoot).instant, kind: kind,
                name: name(of: line, state))
            state.entries.append(entry)
        }
    }

    private func name(of line: EventLine, _ state: borrowing State) -> String {
        if let timer = line.timer { return state.timers[timer.number] ?? "\(timer)" }
        guard let alarm = line.alarm else { return "" }
        return state.names[alarm.number] ?? "\(alarm)"
    }

    private static func kind(of event: EventName) -> NightStory.Entry.Kind? {
        switch event {
        case .of(.alarm, .fired), .of(.alarm, .rangAgain): .ring
        case .of(.timer, .fired), .of(.timer, .rangAgain): .alert
        case .of(.alarm, .missed), .of(.timer, .missed): .missed
        case .of, .sleepTimer, .other:
            nil
        }
    }
}
