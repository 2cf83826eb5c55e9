import ClockCore
import ClockTime
import Foundation
import LinuxHost
import Runtime
import Testing

/// A whole day, from nine in the evening to nine in the evening, including the night on which the clock jumps from
/// 01:59 to 03:00. `Tests/Golden/Simulator/day.txt` holds a readable transcript, in order of time, of the input, its
/// effects and the display.
@Suite("A day beside the bed")
struct DayTests {
    private static let start = "2026-03-28T20:00:00Z"

    /// The true time of each action, and the action.
    private static let script: [(at: String, line: String)] = [
        (
            "2026-03-28T20:00:30Z",
            #""noiseclock": "alarm add 07:00 daily --label Swim --snooze 5m""#
        ),
        ("2026-03-28T20:00:40Z", #""noiseclock": "alarm add 02:30 2026-03-29 --label Milk""#),
        ("2026-03-28T20:00:50Z", #""noiseclock": "alarm add 09:00 once --label Call --snooze 4m""#),
        ("2026-03-28T20:05:00Z", #""press": "snooze""#),
        ("2026-03-28T20:30:00Z", #""light": 3"#),
        ("2026-03-28T20:40:00Z", #""press": "stop""#),
        ("2026-03-28T20:40:10Z", #""press": "plus""#),
        ("2026-03-28T20:40:12Z", #""press": "plus""#),
        ("2026-03-28T20:40:20Z", #""press": "noise""#),
        ("2026-03-28T21:00:00Z", #""light": 0"#),
        ("2026-03-28T23:10:20Z", #""power-cut": "95s""#),
        ("2026-03-29T00:40:00Z", #""press": "stop""#),
        ("2026-03-29T01:00:20Z", #""press": "stop""#),
        ("2026-03-29T03:00:00Z", #""bus-fault": "nack""#),
        ("2026-03-29T03:20:00Z", #""bus-fault": "none""#),
        ("2026-03-29T04:30:00Z", #""light": 80"#),
        ("2026-03-29T05:00:12Z", #""press": "snooze""#),
        ("2026-03-29T05:05:20Z", #""press": "stop""#),
        ("2026-03-29T09:30:00Z", #""press": "snooze""#),
        ("2026-03-29T10:00:30Z", #""noiseclock": "style set --hours 12""#),
        ("2026-03-29T11:30:30Z", #""noiseclock": "style set --hours 24""#),
        ("2026-03-29T12:00:30Z", #""noiseclock": "alarm disable 1""#),
        ("2026-03-29T12:00:40Z", #""press": "snooze""#),
        ("2026-03-29T12:01:00Z", #""noiseclock": "alarm enable 1""#),
        ("2026-03-29T18:00:10Z", #""step-clock": "+40s""#),
        ("2026-03-29T18:30:00Z", #""noiseclock": "noise play white --volume 25""#),
        ("2026-03-29T18:30:10Z", #""unplug-sound": true"#),
        ("2026-03-29T18:31:00Z", #""unplug-sound": false"#),
        ("2026-03-29T18:45:00Z", #""noiseclock": "noise stop""#),
    ]

    @Test("reads as such a day should")
    func transcript() throws {
        let workspace = try Workspace()
        let script = DayTests.script.map { #"{"at": "\#($0.at)", \#($0.line)}"# }
        try workspace.write(script.joined(separator: "\n"), to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--at", DayTests.start, "--until", "2026-03-29T19:00:00Z", "--zone",
            "Europe/Berlin", "--speed", "max", "--script", "s.jsonl", "--events", "e.jsonl",
            "--frames", "f.txt")
        #expect(finished.exitCode == 0)
        #expect(finished.complaints.isEmpty, "\(finished.complaints)")
        var day = DayTranscript(zone: try ZoneFiles().zone(named: "Europe/Berlin"))
        for step in DayTests.script { day.did(step.line, at: try RFC3339.parse(step.at)) }
        for event in try workspace.events("e.jsonl") { try day.told(event) }
        for frame in try TranscriptFrame.parse(workspace.text("f.txt")) { day.showed(frame) }
        try expectGolden(day.text, "day.txt")
    }
}

/// Merges the input (`>`), its effects (`*`) and the display, in order of time. A display that follows the clock
/// takes one line, however long it does so. A display that blinks or pages takes one line for each picture of its
/// cycle.
struct DayTranscript {
    private enum Kind: Int {
        case done, told, shown
    }

    private struct Entry {
        var wall: WallTime
        var kind: Kind
        var text: String
        var caption = ""
    }

    private let zone: Zone
    private var entries: [Entry] = []

    /// Pictures that follow each other faster than this form a cycle.
    private static let cycle = Duration.milliseconds(2_100)

    init(zone: Zone) { self.zone = zone }

    mutating func did(_ line: String, at wall: WallTime) {
        entries.append(Entry(wall: wall, kind: .done, text: "> \(line)"))
    }

    mutating func told(_ event: ToldEvent) throws {
        let wall = try RFC3339.parse(event.wall)
        let local: (String) throws -> String = { [self] in clock(try RFC3339.parse($0), false) }
        var words = [event.event.rawValue]
        if let alarm = event.alarm { words.append("alarm \(alarm)") }
        if let date = event.date { words.append("of \(date)") }
        if let scheduled = event.scheduled { words.append("due \(try local(scheduled))") }
        if let late = event.lateSeconds, late > 0 { words.append("\(late) s late") }
        if event.joined == true { words.append("joins") }
        if let until = event.until { words.append("until \(try local(until))") }
        if let count = event.count { words.append("count \(count)") }
        if let step = event.stepSeconds { words.append("by \(step) s") }
        if let part = event.part { words.append("\(part):") }
        if event.event == .other(.healthChanged) { words.append(event.problem ?? "well") }
        if let page = event.page { words.append(page) }
        if let sound = event.sound { words.append(sound) }
        if event.event == .other(.noiseChanged), event.sound == nil { words.append("off") }
        if let volume = event.volume { words.append("\(volume) %") }
        if let trust = event.trust { words.append(trust) }
        if let reason = event.reason { words.append("(\(reason))") }
        entries.append(Entry(wall: wall, kind: .told, text: "* " + words.joined(separator: " ")))
    }

    mutating func showed(_ frame: TranscriptFrame) {
        entries.append(
            Entry(wall: frame.wall, kind: .shown, text: frame.shown, caption: frame.caption))
    }

    /// Local time, with seconds and any milliseconds.
    private func clock(_ wall: WallTime, _ precise: Bool) -> String {
        let time = String(zone.civilTime(at: wall.instant).description.suffix(8))
        let fraction = String(RFC3339.format(wall).suffix(5).prefix(4))
        return precise && fraction != ".000" ? time + fraction : time
    }

    /// Describes the picture; "the time" if it shows what a wall clock would, apart from its marks.
    private func words(_ entry: Entry) -> String {
        let civil = String(zone.civilTime(at: entry.wall.instant).description.suffix(8))
        guard let hour = Int(civil.prefix(2)) else { return entry.text }
        let minute = civil.dropFirst(3).prefix(2)
        let twelve = hour % 12 == 0 ? 12 : hour % 12
        var marks: [String] = []
        var rest = entry.text
        if rest.last == "." {
            marks.append("alarm mark")
            rest.removeLast()
        }
        if rest.dropFirst().first == "." {
            marks.append("PM mark")
            rest.remove(at: rest.index(after: rest.startIndex))
        }
        let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        var name = "\"\(rest)\""
        for (hour, form) in [(hour, "the time"), (twelve, "the 12-hour time")] {
            guard name.hasPrefix("\"") else { break }
            if rest == "\(twoDigits(hour)):\(minute)" { name = form }
            if rest == "\(twoDigits(hour)) \(minute)" { name = form + " without colon" }
        }
        let light = entry.text == "dark" ? [] : [entry.caption]
        return ([entry.text == "dark" ? "dark" : name] + marks + light).joined(separator: ", ")
    }

    var text: String {
        let sorted = entries.enumerated().sorted { one, other in
            (one.element.wall, one.element.kind.rawValue, one.offset)
                < (other.element.wall, other.element.kind.rawValue, other.offset)
        }.map(\.element)
        var lines: [String] = []
        var rest = sorted[...]
        while let entry = rest.popFirst() {
            let time = clock(entry.wall, true)
            guard entry.kind == .shown else {
                lines.append(time + "  " + entry.text)
                continue
            }
            let (pictures, count, end) = takeRun(entry, &rest)
            var line = "\(time)  [\(words(entry))]"
            if pictures.count > 1 {
                line = time + "  " + pictures.map { "[\($0)]" }.joined(separator: " ")
                line += ", \(count) pictures to \(clock(end, true))"
            } else if count > 1 {
                line += " to \(clock(end, false)), \(count) pictures"
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Takes the pictures that continue the first one: the same description, or a cycle of pictures.
    private func takeRun(
        _ first: Entry, _ rest: inout ArraySlice<Entry>
    ) -> (pictures: [String], count: Int, end: WallTime) {
        var pictures = [words(first)]
        var count = 1
        var last = first.wall
        let isCycle = isCycling(first, rest)
        while let next = rest.first, next.kind == .shown {
            let words = words(next)
            let isNear = next.wall - last < DayTranscript.cycle
            guard isCycle ? isNear : words == pictures[0] && !isCycling(next, rest.dropFirst())
            else { break }
            if !pictures.contains(words) { pictures.append(words) }
            count += 1
            last = next.wall
            rest.removeFirst()
        }
        return (pictures, count, last)
    }

    private func isCycling(_ first: Entry, _ rest: ArraySlice<Entry>) -> Bool {
        let next = rest.prefix(3)
        guard next.count == 3, next.allSatisfy({ $0.kind == .shown }) else { return false }
        var last = first.wall
        for entry in next {
            guard entry.wall - last < DayTranscript.cycle else { return false }
            last = entry.wall
        }
        return true
    }
}
