import Testing

/// What must exist beside each hardware driver. A driver is a file in Drivers that is named after a chip
/// (`BH1750.swift`, `HT16K33SevenSegment.swift`).
@Suite("Parts")
struct PartTests {
    struct Part: Sendable, CustomTestStringConvertible {
        var number: String
        var driver: SourceFile

        var testDescription: String { driver.path }
    }

    static let parts: [Part] = Repository.sources.filter { $0.target == "Drivers" }.compactMap {
        file in
        let name = file.path.split(separator: "/").last ?? ""
        guard let match = name.prefixMatch(of: #/[A-Z]+[0-9]+(?:[A-Z]+[0-9]+)*/#) else {
            return nil
        }
        return Part(number: String(match.output), driver: file)
    }

    @Test(
        "Each chip's driver cites its datasheet, and has a model and tests of both",
        arguments: parts)
    func partIsWhole(part: Part) {
        #expect(
            part.driver.text.contains(#/\b(p\.|pages?|section|table) ?\d/#.ignoresCase()),
            "\(part.driver.path): cites no page of the datasheet")
        let model = "Simulated\(part.number)"
        #expect(
            Repository.sources.contains { $0.path.hasSuffix("/Chips/\(model).swift") },
            "\(part.driver.path): has no model Sources/SimulatedBoard/Chips/\(model).swift")
        #expect(
            Repository.tests.contains { $0.code.text.contains(model) },
            "\(part.driver.path): no test uses \(model)")
        #expect(
            Repository.tests.contains {
                $0.target == "DriversTests" && $0.code.text.contains(part.number)
            },
            "\(part.driver.path): no test in DriversTests uses it")
    }

    @Test("The list of generated sounds is the only place outside of them that knows their types")
    func soundsAreListedOnce() throws {
        let folder = "Sources/ClockSound/"
        let inside = [folder + "Sounds/", folder + "Kernels/"]
        let declaration = #/struct (\w+)(?:<.*>)?: GeneratedSound/#
        let sounds = Repository.sources.filter { $0.path.hasPrefix(folder) }
            .compactMap { $0.code.text.firstMatch(of: declaration).map { String($0.output.1) } }
        #expect(sounds.count > 10)
        let list = try #require(
            Repository.sources.first { $0.path == folder + "Sounds/Generator.swift" })
        for sound in sounds where !list.code.text.contains(sound) {
            report(list.path, "does not list \(sound)")
        }
        for file in Repository.sources
        where !inside.contains(where: file.path.hasPrefix) {
            for sound in sounds where holds(file.code.text, anyOf: [sound]) {
                report(file.path, "knows \(sound); what depends on it belongs into the sound")
            }
        }
    }
}
