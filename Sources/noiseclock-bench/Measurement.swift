/// One thing that is measured: a file in `Measurements`, and its line in `all`.
struct Measurement: Sendable {
    /// What rows' names begin with; never the beginning of another's.
    let name: String
    /// For `--list`: half a line.
    let summary: String
    let measure: @Sendable (Conditions) -> [Row]

    /// In the order in which they are run and shown.
    static let all: [Measurement] = [
        .noise, .kernels, .soundShare, .mix, .nextAlarm, .manyAlarms, .engineStep, .afterStep,
        .frame, .face, .motion, .bus,
        .idleFirmware, .firstSound, .web,
    ]
}

/// What a run was asked for.
struct Conditions: Sendable {
    static let defaultSeconds = 1
    static let defaultIdleSeconds = 60

    /// How long each figure is measured; nil where nobody said.
    var seconds: Double?
    /// The path of the firmware's program; nil where there is none.
    var firmware: String?

    /// How long each figure of something calculated is measured.
    var raceSeconds: Double { seconds ?? Double(Conditions.defaultSeconds) }
    /// How long an idle program is watched.
    var idleSeconds: Double { seconds ?? Double(Conditions.defaultIdleSeconds) }
}
