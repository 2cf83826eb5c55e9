import ClockCore

/// Commands about the keys.
enum KeyCommands {
    static let all = [
        CommandDescription(
            "keys.status", "Show how the clock answers a press",
            "Shows whether a press is answered by a chirp, by a vibration, or not at all.",
            kind: .query, examples: ["keys", "keys status --json"], isAlone: true
        ) { _ in .settings(.keyFeedback) },
        CommandDescription(
            "keys.feedback", "Answer each press by a chirp or a vibration",
            """
            With "chirp" the clock answers each press by a short, soft tone, as loud as the
            noise is set. With "vibration" its motor moves for a moment. A press that only
            wakes the display gets no answer, and neither does one that snoozes or stops a
            ring. While do not disturb holds, there is none at all.
            """,
            parameters: [feedback], examples: ["keys feedback chirp", "keys feedback off"]
        ) { .settings(.setKeyFeedback(try $0.required(feedback))) },
    ]

    private static let feedback = Parameter(
        "feedback", argument: "the feedback", Form<KeyFeedback>.choice(),
        question: "Which? Give off, chirp or vibration.")
}
