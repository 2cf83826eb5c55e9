extension Measurement {
    /// How soon a `noiseclockd` that was ended while it played plays again.
    static let firstSound = Measurement(
        name: "first-sound", summary: "from the start of the firmware to its first frame"
    ) { conditions in
        guard let program = conditions.firmware else {
            return [
                row(.skipped("no noiseclockd lies beside this program; --noiseclockd PATH"))
            ]
        }
        let build = FirmwareSize.isDebugBuild(program) ? "DEBUG BUILD; " : ""
        do throws(RunFailure) {
            let times = try PipedFirmware(program: program).timesToFirstFrame(starts: starts)
            guard let statistics = Statistics(times) else {
                return [row(.failed("it was never started"))]
            }
            return [row(.measured(statistics), "\(build)\(starts) starts, in the midst of noise")]
        } catch {
            return [row(.failed(error.reason))]
        }
    }

    private static let starts = 9
    /// Sound design, R3, in milliseconds of real time.
    private static let bar = 100.0

    private static func row(_ outcome: Row.Outcome, _ remark: String = "") -> Row {
        Row(
            name: "first-sound/start", unit: .milliseconds, outcome: outcome, bar: bar,
            remark: remark)
    }
}
