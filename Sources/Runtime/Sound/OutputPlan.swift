import ClockCore

/// The devices that each output tries, and the order in which alarms use the outputs, after a person's choice
/// overrides the board's.
struct OutputPlan: Equatable {
    var devices: [[String]]
    var alarmOrder: [Int]

    /// - Parameter board: the board's devices for each output; for the first, including all its fallbacks.
    init(_ chosen: SoundOutputSettings, board: [[String]], boardOrder: [Int]) {
        devices = board
        alarmOrder = boardOrder
        guard !board.isEmpty else { return }
        if let device = chosen.device {
            let rest = chosen.fallbacks.isEmpty ? board[0] : chosen.fallbacks
            devices[0] = [device] + rest.filter { $0 != device }
        } else if !chosen.fallbacks.isEmpty {
            devices[0] = board[0].prefix(1) + chosen.fallbacks.filter { $0 != board[0].first }
        }
        // Each further output gets one of the first output's fallbacks, as far as there are outputs.
        for (place, name) in zip(board.indices.dropFirst(), devices[0].dropFirst()) {
            devices[place] = [name]
        }
        guard let alarm = chosen.alarm else { return }
        if alarm == devices[0].first {
            alarmOrder = Array(board.indices)
        } else if let place = devices.indices.dropFirst().first(where: { devices[$0] == [alarm] }) {
            alarmOrder = [place] + board.indices.filter { $0 != place }
        } else if let last = board.indices.dropFirst().last {
            devices[last] = [alarm]
            alarmOrder = [last] + board.indices.filter { $0 != last }
        }
    }
}
