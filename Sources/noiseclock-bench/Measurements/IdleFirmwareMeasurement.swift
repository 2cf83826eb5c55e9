extension Measurement {
    /// What a `noiseclockd` takes that does nothing, and one that plays: wake-ups, memory, room on the card.
    static let idleFirmware = Measurement(
        name: "firmware",
        summary: "wake-ups and memory of the firmware, idle and playing; its size"
    ) { conditions in
        guard let program = conditions.firmware else {
            return [
                Row(
                    name: "firmware", unit: .wakesPerMinute,
                    outcome: .skipped("no noiseclockd lies beside this program; --noiseclockd PATH")
                )
            ]
        }
        let build = FirmwareSize.isDebugBuild(program) ? "DEBUG BUILD; " : ""
        return rows(
            "firmware/display missing", missingDisplay, program, build, conditions.idleSeconds)
            + rows("firmware/no display", noDisplay, program, build, conditions.idleSeconds)
            + rows(
                "firmware/pink", noDisplay, program, build, conditions.idleSeconds, orders: pink)
            + rows(
                "firmware/4 voices", noDisplay, program, build, conditions.idleSeconds,
                orders: fourVoices, peakBar: peakBar)
            + FirmwareSize.rows(program, build)
    }

    private static let missingDisplay =
        #"{"driver": "ht16k33-7seg", "addresses": ["0x70"], "digitBytes": [0, 2, 6, 8], "colon": [4, 2]}"#
    private static let noDisplay = #"{"driver": "none"}"#

    /// What `sound-share` has for pink without the firmware around it.
    private static let pink = [#"{"id":"1","command":"noise.play","sound":"pink"}"#]

    /// Four generated sounds at once.
    private static let fourVoices = [
        #"{"id":"1","command":"noise.play","sound":"white"}"#,
        #"{"id":"2","command":"mix.add","sound":"ocean"}"#,
        #"{"id":"3","command":"mix.add","sound":"rain"}"#,
        #"{"id":"4","command":"mix.add","sound":"wind"}"#,
    ]

    /// Sound design, B7, in KiB.
    private static let peakBar = 32.0 * 1024

    private static func rows(
        _ name: String, _ display: String, _ program: String, _ build: String, _ seconds: Double,
        orders: [String] = [], peakBar: Double? = nil
    ) -> [Row] {
        let firmware = IdleFirmware(program: program, display: display, orders: orders)
        do throws(RunFailure) {
            if let refusal = try firmware.refusal() {
                return [Row(name: name, unit: .wakesPerMinute, outcome: .skipped(refusal))]
            }
            return rows(name, try firmware.observe(seconds: seconds), build, seconds, peakBar)
        } catch {
            return [Row(name: name, unit: .wakesPerMinute, outcome: .failed(error.reason))]
        }
    }

    private static func rows(
        _ name: String, _ seen: IdleFirmware.Observation, _ build: String, _ seconds: Double,
        _ peakBar: Double?
    ) -> [Row] {
        func row(
            _ what: String, _ unit: Unit, _ value: Double?, _ remark: String, bar: Double? = nil
        ) -> Row {
            Row(
                name: "\(name)/\(what)", unit: unit,
                outcome: value.map { .measured(Statistics(single: $0)) }
                    ?? .skipped("this kernel does not tell"),
                bar: bar, remark: build + remark)
        }
        let locked = seen.lockedKibibytes.map { $0 > 0 ? "locked" : "not locked" } ?? ""
        let clock =
            seen.isClockTrusted ? "" : "; nobody keeps this system's clock, so the colon blinks"
        return [
            row(
                "wake-ups", .wakesPerMinute, seen.wakesPerMinute,
                "in \(Table.text(seconds)) s; \(seen.busiest)\(clock)"),
            row(
                "processor", .millisecondsPerMinute, seen.processorMillisecondsPerMinute,
                "all threads"),
            row("resident", .kibibytes, seen.residentKibibytes.map(Double.init), locked),
            row(
                "peak", .kibibytes, seen.peakKibibytes.map(Double.init),
                "the most that was resident",
                bar: peakBar),
            row(
                "proportional", .kibibytes, seen.proportionalKibibytes.map(Double.init),
                "of what it shares, its part"),
            row(
                "libraries", .kibibytes, Double(seen.libraryBytes) / 1024,
                "\(seen.libraryCount) shared libraries on disk, Swift's and the system's"),
        ]
    }
}

/// How much room the program takes.
enum FirmwareSize {
    static func rows(_ program: String, _ build: String) -> [Row] {
        [
            row("firmware/program", FolderEntries.size(of: program), "\(build)as built"),
            stripped(program, build),
        ]
    }

    /// The package manager builds into folders named after the configuration.
    static func isDebugBuild(_ program: String) -> Bool {
        (ChildProcess.realPath(program) ?? program).split(separator: "/").dropLast().last == "debug"
    }

    private static func row(_ name: String, _ bytes: Int?, _ remark: String) -> Row {
        Row(
            name: name, unit: .kibibytes,
            outcome: bytes.map { .measured(Statistics(single: Double($0) / 1024)) }
                ?? .failed("the file cannot be seen"),
            remark: remark)
    }

    private static func stripped(_ program: String, _ build: String) -> Row {
        let name = "firmware/program stripped"
        let tools = ["strip", "llvm-strip"]
        guard let tool = tools.first(where: { ChildProcess.find($0) != nil }),
            let path = ChildProcess.find(tool)
        else {
            return Row(
                name: name, unit: .kibibytes,
                outcome: .skipped("neither of \(tools.joined(separator: ", ")) is installed"))
        }
        do throws(RunFailure) {
            let folder = try TemporaryFolder()
            let copy = folder.file("stripped")
            let child = try ChildProcess(path, ["-o", copy, program])
            if let problem = child.wait().problem {
                throw RunFailure(reason: "\(tool) \(problem)")
            }
            return row(name, FolderEntries.size(of: copy), "\(build)by \(tool)")
        } catch {
            return Row(name: name, unit: .kibibytes, outcome: .failed(error.reason))
        }
    }
}
