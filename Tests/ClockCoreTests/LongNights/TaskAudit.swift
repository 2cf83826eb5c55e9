import ClockTime

@testable import ClockCore

/// Checks that an alarm with a task is stopped at the clock by that alone (law, 6.12). It knows what was asked of the
/// alarm, and when each key moved; what the clock does about a key that it ignores, the screen's problems tell.
struct TaskAudit {
    private(set) var problems: [String] = []
    private(set) var figures = NightFigures()
    /// The tasks with which the members last began to ring.
    private var tasks: [OccurrenceID: StopTask] = [:]
    /// Since when each key has been down.
    private var down: [Button: BootTime] = [:]
    private var lastPresses: [Button: BootTime] = [:]
    private var hasKeyProblem = false

    mutating func restarted() { (down, lastPresses) = ([:], [:]) }

    /// Whether a press of the key may silence what rings.
    func mayStop(_ key: Button) -> Bool { key == .stop || tasks.values.contains(.key(key)) }

    mutating func look(_ look: RoomAudit.Look, _ wishes: [AlarmID: NightAudit.Wish]) {
        let hadKeyProblem = hasKeyProblem
        hasKeyProblem = look.screen.problems.contains { $0.part == .keys }
        for case .alarm(let id, let event) in look.told {
            switch event {
            case .fired: tasks[id] = wishes[id.alarm]?.stopWith
            case .rangAgain(let cause):
                if cause != .powerCut { tasks[id] = wishes[id.alarm]?.stopWith }
            case .stopped(by: .button):
                guard let task = tasks.removeValue(forKey: id) else { break }
                figures.count(.tasks)
                if !hadKeyProblem, !hasKeyProblem, !isDone(task, at: look.at.boot) {
                    problems.append(
                        "\(RFC3339.format(look.at.wall)): 6.12: \(id) stops without its task "
                            + "\(task.rawValue), keys down: \(down)")
                }
            case .stopped, .missed, .superseded: tasks[id] = nil
            default: break
            }
        }
        guard case .button(let key, let isDown, _) = look.event else { return }
        down[key] = isDown ? look.at.boot : nil
        if isDown { lastPresses[key] = look.at.boot }
    }

    private func isDone(_ task: StopTask, at now: BootTime) -> Bool {
        func isHeld(_ key: Button, for length: Duration) -> Bool {
            down[key].map { now - $0 >= length } ?? false
        }
        switch task {
        case .hold(let length): return isHeld(.stop, for: length)
        case .both: return isHeld(.stop, for: .seconds(3)) && isHeld(.snooze, for: .seconds(3))
        case .key(let key):
            let final = Hand.span...(Hand.span + Night.longestDelay)
            let isPressed = lastPresses[key].map { final.contains(now - $0) } ?? false
            return isPressed || isHeld(key, for: .seconds(2))
        }
    }
}
