import ClockCore
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import TestKit
import Testing

@testable import noiseclock_sim

/// How long a person takes from a new clock to the time and an alarm, on every board.
@Suite("The first start at a person's pace (product, B4)")
struct FirstStartTests {
    @Test("20 s are enough with plus and minus, and 30 s with two keys, with the date in between")
    func pace() throws {
        var groups: [(boards: [String], pace: Pace)] = []
        for (name, board) in try GonePartTests.boards() {
            let pace = try FirstStart(on: board).pace()
            let limit = Duration.seconds(board.buttons.all.contains(.plus) ? 20 : 30)
            #expect(pace.whole < limit, "\(name): \(pace)")
            if let place = groups.firstIndex(where: { $0.pace == pace }) {
                groups[place].boards.append(name)
            } else {
                groups.append((boards: [name], pace: pace))
            }
        }
        let rows = groups.map { group in
            "| \(group.boards.map { "`\($0)`" }.joined(separator: ", ")) | \(group.pace.cells) |\n"
        }
        try Golden.expect(
            "| Board | Time | Alarm | Date and days | Whole | Presses | Rest skipped |\n"
                + "| --- | --- | --- | --- | --- | --- | --- |\n" + rows.joined(),
            inReadme: "board/menu.md", under: "### How long it takes")
    }

    struct Pace: Equatable {
        /// From the first press on.
        var time: Duration
        var alarm: Duration
        var whole: Duration
        var presses: Int
        /// With the zone and the welcome, which are looked at and skipped.
        var end: Duration

        var cells: String {
            func seconds(_ length: Duration) -> String {
                "\((length / .milliseconds(1) / 100).rounded() / 10) s"
            }
            let lengths = [time, alarm - time, whole - alarm, whole].map(seconds)
            return (lengths + ["\(presses)", seconds(end)]).joined(separator: " | ")
        }
    }
}

/// A person who knows the menu, at a new clock of some board.
///
/// A tap takes 0.27 s, and a new page 0.6 s to read. A held key is let go 0.1 s after the value that was wanted. A knob is
/// never held.
private final class FirstStart {
    private let time: VirtualClock
    private let world: SimulatedWorld
    private let clock: SteppedClock
    private let answers = Answers()
    private let keys: Set<Button>
    private let hasKnob: Bool
    private var presses = 0

    private static let made = "2026-11-29T09:00:00Z"

    init(on board: BoardDescription) throws {
        // A system that knows no time.
        let time = VirtualClock(
            Moment(wall: try RFC3339.parse("1970-01-01T00:00:20Z"), boot: BootTime(nanoseconds: 0)))
        self.time = time
        let sinks = board.soundOutputs.compactMap { devices in
            SelectableSink(devices) { _ in SimulatedPCMSink(clock: time) }
        }
        var surroundings = SimulatedWorld.Surroundings(
            time: time, sinks: sinks, storage: MemorySlotStorage(slotSize: 4_194_304),
            zones: SystemZones(isWatched: false), zoneOverride: "Europe/Berlin", seed: 1,
            runName: "first", emit: { _ in })
        surroundings.trust = .unknown
        world = try SimulatedWorld(board: board, surroundings)
        var parts = world.parts(boot: 1)
        parts.madeAt = try RFC3339.parse(FirstStart.made).instant
        keys = Set(board.buttons.all.compactMap { Button(rawValue: $0.rawValue) })
        hasKnob = board.buttons.encoder != nil
        let answers = answers
        clock = SteppedClock(parts, answer: { answers.take($0) })
    }

    /// 18:42 on Tuesday, 17 August 2027, and an alarm at 6:30 on weekdays.
    func pace() throws -> FirstStartTests.Pace {
        run(for: .seconds(5))
        let start = time.now().boot
        tap(.snooze)
        try answer([18, 4, 2])
        let afterTime = time.now().boot - start
        let set = try #require(clock.snapshot?.civil)
        #expect(set.hour == 18 && set.minute == 42)
        try answer([6, 3, 0])
        let afterAlarm = time.now().boot - start
        #expect(try onlyAlarm().alarm.schedule.kind == .weekly(.daily))
        try answer([17, 8, 2027])
        let date = try #require(CivilDate(year: 2027, month: 8, day: 17))
        #expect(clock.snapshot?.civil?.date == date)
        read()
        #expect(page?.value == .days(.weekly(.weekdays)))
        tap(forward)
        let whole = time.now().boot - start
        let count = presses
        let report = try onlyAlarm()
        #expect(report.alarm.schedule.kind == .weekly(.weekdays))
        #expect(report.nextCivil?.date.weekday == .wednesday)
        // One press leaves each of the rest as it is: the zone, and the steps of the welcome.
        guard case .zone = page?.value else { throw Lost(page: page) }
        let rest: [MenuItem?] = [.help, .hourFormat, .brightness, nil]
        for item in rest {
            read()
            leave()
            #expect(page?.item == item)
        }
        return FirstStartTests.Pace(
            time: afterTime, alarm: afterAlarm, whole: whole, presses: count,
            end: time.now().boot - start)
    }

    private func onlyAlarm() throws -> AlarmReport {
        let request = clock.takeRequestID()
        clock.post(.command(request, .alarm(.list)))
        run(for: .milliseconds(1))
        guard case .alarms(let alarms, _)? = answers.replies[request], alarms.count == 1 else {
            throw Lost(page: page)
        }
        return alarms[0]
    }

    // MARK: - What the person does

    private var page: MenuPage? { clock.snapshot?.menu }

    private var hasSteps: Bool { keys.contains(.plus) }

    private var forward: Button {
        keys.contains(.menu) ? .menu : hasSteps ? .snooze : .stop
    }

    private func read() { run(for: .milliseconds(600)) }

    private func tap(_ button: Button) {
        presses += 1
        move(button, isDown: true)
        run(for: .milliseconds(100))
        move(button, isDown: false)
        run(for: .milliseconds(170))
    }

    /// Back out of a question.
    private func leave() {
        guard !hasSteps else { return tap(.stop) }
        move(.stop, isDown: true)
        run(for: .milliseconds(700))
        move(.stop, isDown: false)
        run(for: .milliseconds(170))
    }

    /// Sets the values of one question.
    private func answer(_ values: [Int]) throws {
        for value in values {
            read()
            try choose(value)
            tap(forward)
        }
    }

    private func choose(_ wanted: Int) throws {
        while let shown = try Shown(page), shown.value != wanted {
            let (up, down) = (shown.distance(to: wanted), shown.distance(to: wanted, by: -1))
            let isDown = keys.contains(.minus) && down < up
            let button: Button = isDown ? .minus : hasSteps ? .plus : .snooze
            // A hold pays off only then.
            if !hasKnob, min(up, isDown ? down : up) > (shown.hasTens ? 9 : 5) {
                try hold(button, until: wanted, by: isDown ? -1 : 1)
            } else {
                tap(button)
            }
        }
    }

    /// Holds a key until the value is there, or until the next ten would be too far.
    private func hold(_ button: Button, until wanted: Int, by direction: Int) throws {
        presses += 1
        move(button, isDown: true)
        var held = Duration.zero
        while let shown = try Shown(page), shown.value != wanted {
            let isInTens = shown.hasTens && held > .milliseconds(900)
            if isInTens, shown.distance(to: wanted, by: direction) < shown.ten(by: direction) {
                break
            }
            run(for: .milliseconds(50))
            held += .milliseconds(50)
        }
        run(for: .milliseconds(100))
        move(button, isDown: false)
        run(for: .milliseconds(170))
    }

    private func move(_ button: Button, isDown: Bool) {
        clock.press(button, isDown: isDown)
        clock.step()
    }

    private func run(for length: Duration) {
        let end = time.now().boot + length
        clock.step()
        while let wake = clock.nextWake, wake < end {
            time.advance(to: max(wake, time.now().boot + .nanoseconds(1)))
            clock.step()
        }
        time.advance(to: end)
        clock.step()
    }

    private final class Answers {
        var replies: [RequestID: Reply] = [:]
        func take(_ answer: AnsweredRequest) { replies[answer.request] = answer.answer.reply }
    }
}

/// The figure that blinks.
private struct Shown {
    var value: Int
    var range: ClosedRange<Int>
    var hasTens = false

    init?(_ page: MenuPage?) throws {
        switch page?.value {
        case .hour(let time): (value, range) = (time.hour, 0...23)
        case .minuteTens(let time): (value, range) = (time.minute / 10, 0...5)
        case .minuteOnes(let time): (value, range) = (time.minute % 10, 0...9)
        case .day(let date):
            (value, range) = (date.day, 1...CivilDate.daysInMonth(date.month, year: date.year))
            hasTens = true
        case .month(let date): (value, range) = (date.month, 1...12)
        case .year(let year): (value, range, hasTens) = (year, 2026...2099, true)
        default: throw Lost(page: page)
        }
    }

    /// How many steps it takes in that direction.
    func distance(to wanted: Int, by direction: Int = 1) -> Int {
        let steps = (wanted - value) * direction
        return steps < 0 ? steps + range.count : steps
    }

    /// How many steps the next ten takes, or the end.
    func ten(by direction: Int) -> Int {
        direction > 0
            ? min(10 - value % 10, range.upperBound + 1 - value)
            : value % 10 == 0 ? 10 : value % 10
    }
}

private struct Lost: Error {
    var page: MenuPage?
}
