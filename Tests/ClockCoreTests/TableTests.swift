import ClockTime
import Testing

@testable import ClockCore

/// The tables of the smaller machines. The suites for keys, ring, timers, nap, rehearsal and operations check
/// the tables of those.
@Suite("The tables at the heads of files are what the machines do")
struct TableTests {
    private let start = BootTime(nanoseconds: 0)
    private let pink = SoundID("pink")
    private let white = SoundID("white")
    private let choice = NoiseState.Choice(
        catalogue: SoundCatalogue(noises: ["pink", "white"], tones: ["digital"]), seed: 7)

    @Test("FaceMachine.swift")
    func face() throws {
        let names: [(page: FacePage, name: String)] = [
            (.time, "time"),
            (.warning(0), "warning"), (.countdown(0), "countdown"), (.nowPlaying, "now playing"),
            (.volume, "volume"),
            (.nextAlarm, "next alarm"), (.sleepLeft, "sleep left"), (.date, "date"),
            (.seconds, "seconds"),
            (.world(0), "world"), (.battery, "battery"),
            (.snooze, "snooze"), (.hint, "hint"), (.up, "up"), (.message, "message"),
            (.code, "code"), (.armed, "armed"),
        ]
        let turn: [FacePage] = [
            .warning(0), .snooze, .countdown(0), .nowPlaying, .nextAlarm, .sleepLeft, .date,
            .seconds,
            .world(0), .battery,
        ]
        func name(_ page: FacePage) -> String {
            names.first { $0.page == page }?.name ?? "\(page)"
        }
        /// Goes to a page as a person does.
        func machine(_ row: String) -> FaceMachine {
            var face = FaceMachine()
            if row == "snooze" { face.show(.snooze, at: start) }
            if row == "hint" { face.show(.hint, at: start) }
            if row == "armed" { face.show(.armed, at: start) }
            if row == "up" { face.show(.up, at: start) }
            if row == "message" {
                face.showMessage("Hi", until: start + .seconds(30), at: start)
            }
            if row == "code" {
                face.showCode("482913", until: start + .seconds(1), at: start)
            }
            if row == "volume" { face.show(.volume, at: start) }
            for _ in turn where name(face.page) != row {
                face.show(face.next(in: turn), at: start)
            }
            return row == "time" ? FaceMachine() : face
        }
        try HeadTable("Face/FaceMachine.swift", first: "page").expect { row, column in
            var face = machine(row)
            #expect(name(face.page) == row)
            switch column {
            case "next page key": face.show(face.next(in: turn), at: start)
            case "its time is over": if let wake = face.nextWake { _ = face.advance(to: wake) }
            case "ring": _ = face.showTime()
            default: Issue.record("no such event: \(column)")
            }
            let after = name(face.page)
            return after == row ? "-" : after
        }
    }

    @Test("The next page key leaves out what has nothing to show, and shows each world clock")
    func turnOfPages() {
        var face = FaceMachine()
        var shown: [FacePage] = []
        let turn: [FacePage] = [.nextAlarm, .date, .world(0), .world(1)]
        for _ in 0...turn.count {
            face.show(face.next(in: turn), at: start)
            shown.append(face.page)
        }
        #expect(shown == turn + [.time])
        // What counted down has ended while its page was shown.
        face.show(.countdown(0), at: start)
        #expect(face.next(in: turn) == .nextAlarm)
    }

    @Test("NoiseMachine.swift")
    func noise() throws {
        try HeadTable("Noise/NoiseMachine.swift", first: "state").expect { row, column in
            var noise = NoiseState()
            try noise.play(nil, choice)
            if row == "silent" { noise.stop() }
            switch column {
            case "play": try noise.play(nil, choice)
            case "pause", "stop ¹": noise.stop()
            case "toggle": noise.toggle(choice)
            case "volume": noise.changeVolume(by: 1)
            case "next ²": noise.playNext(choice)
            case "add": try noise.add(white, VoiceChanges(), choice)
            case "the last removed": try noise.remove(pink)
            case "clear": noise.clearMix()
            default: Issue.record("no such event: \(column)")
            }
            if noise.mix == [white] { return noise.isPlaying ? "the one after this" : "?" }
            guard noise.isPlaying != (row == "playing") else { return "-" }
            return noise.isPlaying ? "playing" : "silent"
        }
    }

    @Test("SleepTimer.swift")
    func sleep() throws {
        func name(_ night: Night) -> String {
            switch night.machine.playing.sleep.state {
            case .idle: "idle"
            case .running: night.machine.playing.sleep.isFading ? "fading" : "running"
            case .paused: "paused"
            }
        }
        try HeadTable("Noise/SleepTimer.swift", first: "state").expect { row, column in
            var night = try Night(at: "2025-01-14 22:00")
            night.ask(.noise(.play(pink, volume: nil)))
            if row != "idle" {
                night.ask(.noise(.setSleep(.start(.after(.minutes(10)), plays: false))))
            }
            if row == "fading" { night.wait(.seconds(9 * 60 + 30)) }
            if row == "paused" { night.ask(.noise(.setSleep(.pause))) }
            #expect(name(night) == row)
            var reply: Reply?
            switch column {
            case "start":
                reply = night.ask(.noise(.setSleep(.start(.after(.minutes(20)), plays: false))))
            case "pause": reply = night.ask(.noise(.setSleep(.pause)))
            case "resume": reply = night.ask(.noise(.setSleep(.resume)))
            case "extend": reply = night.ask(.noise(.setSleep(.extend(.minutes(5)))))
            case "off": reply = night.ask(.noise(.setSleep(.off)))
            case "time passes": night.wait(row == "running" ? .minutes(9) : .minutes(1))
            case "noise stopped": night.ask(.noise(.stop))
            case "noise chosen": night.ask(.noise(.play(white, volume: nil)))
            default: Issue.record("no such event: \(column)")
            }
            if case .refused = reply { return "refused" }
            let after = name(night)
            guard after == row, ["idle", "paused"].contains(row) || reply == nil else {
                let isOver = row == "fading" && column == "time passes"
                return isOver && !night.machine.playing.noise.isPlaying ? after + " ¹" : after
            }
            return row == "paused" && reply != nil ? after : "-"
        }
    }

    @Test("PreviewMachine.swift")
    func preview() throws {
        func name(_ state: PreviewMachine.State) -> String {
            switch state {
            case .idle: "idle"
            case .playing: "playing"
            case .over: "over"
            }
        }
        try HeadTable("Noise/PreviewMachine.swift", first: "state").expect { row, column in
            var preview = PreviewMachine()
            if row != "idle" { preview.play(NoiseVoice(sound: pink), at: start) }
            if row == "over" { preview.end() }
            switch column {
            case "preview": preview.play(NoiseVoice(sound: white), at: start)
            case "its time is over": preview.advance(to: start + PreviewMachine.length)
            case "noise chosen or stopped": preview.giveWay()
            case "ring", "stopped": preview.end()
            default: Issue.record("no such event: \(column)")
            }
            let after = name(preview.state)
            return after == row ? "-" : after
        }
    }

    /// A night with a daily alarm for 07:00 whose ring is in the state of that row.
    private func night(_ row: String) throws -> Night {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        if row != "none" { try night.wait(until: "2025-01-14 07:00") }
        if row == "snoozed" { night.press(.snooze) }
        night.forgetStory()
        return night
    }

    /// Makes the alarm's next date fall due now, `late` after its instant.
    private func due(_ night: inout Night, late: Duration) throws {
        let next = try #require(
            night.machine.ringing.alarms.nextAlarm(
                after: night.now.wall.instant, night.machine.ringing.rules))
        let wait = WallTime(next.occurrence.instant) + late - night.now.wall
        // The boot time hardly moves, so a ring or snooze goes on.
        night.passUnevenly(wall: wait, boot: .seconds(1))
        night.handle(.clockAdjusted(trust: night.machine.trust, by: .synchronised))
    }

    /// The meaning of a cell about keys, as a check of a key.
    private static let meanings: [String: @Sendable (Button) throws -> Bool] = [
        "-": { key in
            var night = try Night(at: "2025-01-14 06:00")
            let before = (
                night.machine.playing.noise, night.machine.showing.face, night.machine.ringing.nap
            )
            night.hold(key, for: .seconds(1))
            return before == (
                night.machine.playing.noise, night.machine.showing.face, night.machine.ringing.nap
            )
        },
        "snooze": { key in
            var night = try Night(at: "2025-01-14 06:59")
            _ = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:00")
            night.handle(.button(key, isDown: true))
            return !night.snoozed.isEmpty
        },
        "stop ¹": { key in
            var night = try Night(at: "2025-01-14 06:59")
            _ = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:00")
            night.press(key)
            return !night.machine.isRinging && night.snoozed.isEmpty
        },
        "next page ³": { key in
            var night = try Night(at: "2025-01-14 06:00")
            night.press(key)
            return night.machine.showing.face.page != .time
        },
        "a nap, for as long as held ³": { key in
            var night = try Night(at: "2025-01-14 06:00")
            night.handle(.button(key, isDown: true))
            night.wait(.seconds(5))
            let isHeld = night.machine.ringing.nap.state.phase == .holding
            night.handle(.button(key, isDown: false))
            return isHeld && night.machine.ringing.nap.state.phase == .releasing
        },
        "play or stop the noise ⁴": { key in
            var night = try Night(at: "2025-01-14 06:00")
            night.press(key)
            let plays = night.machine.playing.noise.isPlaying
            night.press(key)
            return plays && !night.machine.playing.noise.isPlaying
        },
        "ends a snooze or nap ⁵": { key in
            var night = try Night(at: "2025-01-14 06:59")
            _ = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:00")
            night.press(.snooze)
            night.hold(.snooze, for: .seconds(1))
            night.hold(key, for: .seconds(1))
            let isFirst = !night.snoozed.isEmpty && night.machine.ringing.nap.state == .idle
            night.hold(key, for: .seconds(1))
            return isFirst && night.snoozed.isEmpty
        },
        "next noise; the previewed one": { key in
            var night = try Night(at: "2025-01-14 06:00")
            night.press(key)
            let first = night.machine.playing.noise
            night.press(key)
            let second = night.machine.playing.noise.sound
            night.ask(.noise(.preview(try #require(first.sound))))
            night.press(key)
            return first.isPlaying && second != first.sound
                && night.machine.playing.noise.sound == first.sound
        },
        "preview; 15 min more ⁶": { key in
            var night = try Night(at: "2025-01-14 06:00")
            night.hold(key, for: .seconds(1))
            let previews =
                night.machine.playing.preview.sound != nil
                && !night.machine.playing.noise.isPlaying
            night.ask(.noise(.play(nil, volume: nil)))
            night.hold(key, for: .seconds(1))
            return previews && night.machine.playing.sleep.isCounting
        },
        "volume, or brightness ²": { key in
            var night = try Night(at: "2025-01-14 06:00")
            let brightness = night.machine.snapshot.brightness
            night.handle(.button(key, isDown: true))
            night.handle(.button(key, isDown: false))
            let isBrightness = night.machine.snapshot.brightness != brightness
            night.ask(.noise(.play(nil, volume: nil)))
            let volume = night.machine.playing.noise.volume
            night.handle(.button(key, isDown: true))
            night.handle(.button(key, isDown: false))
            return isBrightness && night.machine.playing.noise.volume != volume
        },
        "opens the menu ²": { key in
            var night = try Night(at: "2025-01-14 06:00")
            night.handle(.button(key, isDown: true))
            return night.machine.snapshot.menu != nil
        },
        "lamp on or off": { key in
            var equipment = Equipment()
            equipment.hasLight = true
            var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
            night.press(key)
            let isOn = night.outputs.light.value > 0
            night.press(key)
            return isOn && night.outputs.light.value == 0
        },
        "good night": { key in
            var night = try Night(at: "2025-01-14 22:00")
            night.press(key)
            return night.machine.snapshot.isNight && night.noiseSound != nil
        },
        "repeats": { key in
            var night = try Night(at: "2025-01-14 06:00")
            night.ask(.noise(.play(nil, volume: Percent(50))))
            night.hold(key, for: .seconds(2))
            return abs(night.machine.playing.noise.volume.value - 50) >= 15
        },
    ]

    @Test("ClockMachine+Buttons.swift")
    func buttons() throws {
        let table = try HeadTable("Machine/ClockMachine+Buttons.swift", first: "key")
        #expect(
            table.rows.flatMap { $0.split(separator: ", ").map(String.init) }.sorted()
                == Button.allCases.map(\.rawValue).sorted())
        for row in table.rows {
            for column in table.columns {
                let cell = try #require(table[row, column])
                let means = try #require(TableTests.meanings[cell], "\(cell)")
                for word in row.split(separator: ", ") {
                    let key = try #require(Button(rawValue: String(word)))
                    #expect(try means(key), "\(key), \(column): \(cell)")
                }
            }
        }
    }

    @Test("AlarmMachine.swift")
    func alarms() throws {
        try HeadTable("Alarms/AlarmMachine.swift", first: "member").expect { row, column in
            var night = try night(row)
            switch column {
            case "due": try due(&night, late: .seconds(1))
            case "due, too late ¹": try due(&night, late: row == "none" ? .hours(2) : .minutes(59))
            case "its time is over ²":
                night.wait(
                    row == "ringing" ? .minutes(10) : row == "snoozed" ? .minutes(9) : .zero)
            case "snooze": night.ask(.ring(.snooze(.current)))
            case "stop": night.ask(.ring(.stop(.current)))
            case "edit ³": night.edit(AlarmID(1)) { $0.time = TimeOfDay(hour: 23, minute: 0) }
            case "power cut": night.cutPower(for: .minutes(1), wall: nil, trust: .trusted)
            case "cut, too long ¹": night.cutPower(for: .hours(3), wall: nil, trust: .trusted)
            default: Issue.record("no such event: \(column)")
            }
            let words = night.story.map { line in
                String(line.dropFirst(20).prefix { $0 != " " })
            }
            return words.isEmpty ? "-" : words.joined(separator: ", ")
        }
    }
}
