import ClockTime

@testable import ClockCore

// What the hosts answer to effects that ask for it.
extension Night {
    /// Draws codes that count: 100001, 100002, ….
    mutating func drawSecrets() {
        codes += 1
        handle(
            .secretsDrawn(
                PairingSecrets(
                    code: "\(100_000 + codes)", token: "token \(codes)",
                    fingerprint: "f\(codes)")))
    }

    /// Reports the parts' answers to a rehearsal; a part that is absent does not answer.
    mutating func reportRehearsed() {
        for (part, problem) in rehearsed {
            if case .sound(let output) = part {
                handle(
                    .soundRehearsed(output: output, areMoving: problem == nil, problem: problem))
            } else {
                handle(.rehearsed(part, problem: problem))
            }
        }
    }
}
