import Testing

/// The clock answers every command, and does not know who sends it.
@Suite("Commands")
struct CommandTests {
    @Test("No text of the core speaks of the client; English and Control do")
    func coreKnowsNoClient() {
        for file in Repository.sources where file.target == "ClockCore" {
            #expect(!file.text.contains("noiseclock "), "\(file.path)")
        }
    }

    @Test("No switch over commands has a default, which could leave a new one without its answer")
    func everyCommandIsNamed() {
        // Created once, because a regex literal in a loop is parsed each time.
        let opening = #/^ *switch \(?command\b/#
        var switches = 0
        // A chip has commands of its own.
        for file in Repository.sources where file.target != "SimulatedBoard" {
            let lines = file.code.lines
            for (index, line) in lines.enumerated() {
                guard holds(line, anyOf: ["switch"]), line.contains(opening) else { continue }
                switches += 1
                let indent = String(line.prefix { $0 == " " })
                let body = lines[(index + 1)...].prefix { $0 != indent + "}" }
                #expect(
                    !body.contains { $0.hasPrefix(indent + "default:") },
                    "\(file.path):\(index + 1)")
            }
        }
        #expect(switches > 10)
    }
}
