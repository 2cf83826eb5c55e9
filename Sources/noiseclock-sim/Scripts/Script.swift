import ClockCore
import ClockTime
import Control
import HAL

/// The events of a simulated clock's run: keys, light, faults, power, the client's words.
///
/// A script is a file of JSON lines; empty lines are skipped. Each line has `at`, one action, and what
/// belongs to that action:
///
/// | Action | Means |
/// | --- | --- |
/// | `"press": "snooze"` | a tap: up again 100 ms later; with `"for": "3s"` up again after that |
/// | `"hold": KEY`, `"release": KEY` | the halves of a press |
/// | `"turn": "right"` | turns the knob by one detent; with `"detents": 3` by so many; or `"left"` |
/// | `"light": 0.3` | lux at the bedside |
/// | `"battery": 40` | per cent; with `"charging": true` |
/// | `"step-clock": "-1h"` | the wall clock is set on or back; with `"by": "user"` or `"outside"`, else `"sync"` |
/// | `"set-clock": TIME` | the wall clock is set to that time; with `by` as above |
/// | `"unplug-sound": 1` | that sound output goes away, 0 being the first, or `"all"`; with `"back": true` it comes back; `true` is short for 0, `false` for all that come back |
/// | `"stall-sound": 1` | that sound output takes frames and plays none; `"all"`, `back`, `true` and `false` as above |
/// | `"bus-fault": "nack"` | transfers fail from now on; or `"timeout"`, `"gone"`, and `"none"` to mend; with `"transfers": 3` only so many |
/// | `"power-cut": "5m"` | no power for that long; `true`: for no time at all |
/// | `"noiseclock": "noise play pink --volume 50"` | the client's own words |
///
/// `at` is `"+1.5s"`, counted from the start of the run and on through power cuts, or an RFC 3339 instant of
/// true time, which a step of the device's clock does not move. Keys are levels: one that is pressed while it
/// is down stays down, and the first release lets it go. Two taps within 350 ms are a double press. A key
/// that is held through a power cut is down when the clock starts.
struct Script: Hashable, Sendable {
    enum At: Hashable, Sendable {
        /// Since the start of the run; at least 0.
        case elapsed(Duration)
        /// By a correct clock.
        case instant(WallTime)
    }

    enum BusFault: String, CaseIterable, Hashable, Sendable {
        case nack, timeout, gone

        /// The error of each transfer.
        var error: I2CError {
            switch self {
            case .nack: .nack
            case .timeout: .timedOut
            case .gone: .busGone
            }
        }
    }

    /// One thing that happens at one time.
    enum Action: Hashable, Sendable {
        case button(Button, isDown: Bool)
        case turn(QuadratureDecoder.Click, detents: Int)
        case light(Lux)
        case battery(Percent, isCharging: Bool)
        /// Sets the wall clock forward by this much, or back if negative.
        case stepClock(by: Duration, StepCause)
        case setClock(to: WallTime, StepCause)
        /// Nil: all sound outputs.
        case soundDevice(isPluggedIn: Bool, output: Int?)
        /// Takes frames but plays none; nil as above.
        case soundStall(Bool, output: Int?)
        /// Transfers fail: the next so many, or all until the bus is mended if nil.
        case breakBus(BusFault, transfers: Int?)
        case mendBus
        case cutPower(for: Duration)
        /// What somebody types after `noiseclock`.
        case client(String)

        /// The edge of the key with that name; nil if no clock has such a key.
        static func key(named name: String, isDown: Bool) -> Action? {
            Button(rawValue: name).map { .button($0, isDown: isDown) }
        }
    }

    struct Step: Hashable, Sendable {
        var at: At
        var action: Action
        /// The line number in the file, from 1.
        var line: Int

        init(at: At, _ action: Action, line: Int) {
            self.at = at
            self.action = action
            self.line = line
        }
    }

    /// The `elapsed` steps first, then those at an instant, each sorted by time and then by their order in the file.
    /// How the two kinds interleave is known only with the run's start.
    private(set) var steps: [Step]

    init(steps: [Step]) {
        var elapsed: [(time: Duration, step: Step)] = []
        var instants: [(time: WallTime, step: Step)] = []
        for step in steps {
            switch step.at {
            case .elapsed(let time): elapsed.append((time, step))
            case .instant(let time): instants.append((time, step))
            }
        }
        // Swift's sort keeps equal elements in order but does not promise it, hence the index.
        self.steps =
            Script.sorted(elapsed.map { ($0.time, $0.step) })
            + Script.sorted(instants.map { ($0.time, $0.step) })
    }

    private static func sorted<Time: Comparable, Value>(_ timed: [(Time, Value)]) -> [Value] {
        timed.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }

    /// An action, and when it happens after the start of the run.
    struct TimedAction: Hashable, Sendable {
        var elapsed: Duration
        var action: Action
        /// The line number in the file, from 1.
        var line: Int

        init(_ elapsed: Duration, _ action: Action, line: Int) {
            self.elapsed = elapsed
            self.action = action
            self.line = line
        }
    }

    /// All steps in the order of a run that starts at this true time; simultaneous ones in the order of the file.
    /// Throws if an instant is before the start.
    func timeline(startingAt start: WallTime) throws(ScriptError) -> [TimedAction] {
        var timed: [(key: Place, value: TimedAction)] = []
        for step in steps {
            switch step.at {
            case .elapsed(let elapsed):
                timed.append((Place(elapsed, step.line), TimedAction(step, elapsed)))
            case .instant(let instant):
                let elapsed = instant - start
                guard elapsed >= .zero else {
                    throw ScriptError(
                        line: step.line,
                        "at \(RFC3339.format(instant)) lies before the start of the run, "
                            + RFC3339.format(start))
                }
                timed.append((Place(elapsed, step.line), TimedAction(step, elapsed)))
            }
        }
        return Script.sorted(timed.map { ($0.key, $0.value) })
    }

    private struct Place: Comparable {
        var elapsed: Duration
        var line: Int

        init(_ elapsed: Duration, _ line: Int) {
            self.elapsed = elapsed
            self.line = line
        }

        static func < (one: Place, other: Place) -> Bool {
            (one.elapsed, one.line) < (other.elapsed, other.line)
        }
    }
}

extension Script.TimedAction {
    fileprivate init(_ step: Script.Step, _ elapsed: Duration) {
        self.init(elapsed, step.action, line: step.line)
    }
}

/// A problem in a script.
struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; nil for the file as a whole.
    var line: Int?
    /// What is wrong and what is allowed, on one line.
    var message: String

    init(line: Int?, _ message: String) {
        self.line = line
        self.message = message
    }

    var description: String {
        line.map { "line \($0): \(message)" } ?? message
    }
}

extension Script {
    /// The length of a press without one: a finger's tap, and shorter than any long press.
    static let tap = Duration.milliseconds(100)
    /// More than a line for each second of a day; a longer script is a mistake.
    static let mostLines = 100_000
    static let largestSize = 16 * 1024 * 1024
    /// Longer than the longest command, with room for every character escaped.
    static let longestLine = 64 * 1024
    /// Nobody leans on a key for longer.
    static let longestPress = Duration.seconds(86_400)
    /// Some turns of a knob at once.
    static let mostDetents = 100
    /// Lux in direct sunlight at noon, and more.
    static let brightest = 200_000.0
    /// The first, and as many more as a board file can name.
    static let lastSoundOutput = 8
    static let mostTransfers = 1_000_000

    /// Reads a script. The error names the wrong line, the problem, and what is allowed.
    static func parse(_ bytes: [UInt8]) throws(ScriptError) -> Script {
        guard bytes.count <= largestSize else {
            throw ScriptError(
                line: nil, "the script has \(bytes.count) bytes; at most \(largestSize) are allowed"
            )
        }
        var steps: [Step] = []
        var rest = bytes[...]
        var number = 0
        while !rest.isEmpty {
            number += 1
            guard number <= mostLines else {
                throw ScriptError(
                    line: nil, "the script has more lines than the \(mostLines) that are allowed")
            }
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            var reader = try ScriptLineReader(line, number: number)
            steps += try reader.steps()
        }
        return Script(steps: steps)
    }

    /// Checks the client's words on all lines, so that a mistake is found before the run.
    ///
    /// - Parameter zones: the source of the zone rules that the words name.
    /// - Throws: the first line whose words are not a valid command.
    func checkWords(zones: any ZoneSource) throws(ScriptError) {
        for step in steps.sorted(by: { $0.line < $1.line }) {
            guard case .client(let words) = step.action else { continue }
            do throws(Control.UsageError) {
                _ = try ClientWords.command(words, zones: SourceZones(zones))
            } catch {
                throw ScriptError(line: step.line, error.message)
            }
        }
    }
}
