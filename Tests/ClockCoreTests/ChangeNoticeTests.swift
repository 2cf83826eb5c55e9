import ClockTime
import Testing

@testable import ClockCore

@Suite("The answer to a change says what will not work (product, H1)")
struct ChangeNoticeTests {
    private func notices(
        _ command: Command, _ night: inout Night
    ) throws -> [ChangeNotice.Code] {
        let request = night.send(command)
        return try #require(night.answers[request]).notices.map(\.code)
    }

    private func plain(_ change: (inout Equipment) -> Void = { _ in }) throws -> Night {
        var equipment = Equipment()
        equipment.hasColors = false
        change(&equipment)
        var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
        night.ask(.health(.rehearse))
        return night
    }

    @Test("An alarm that is set while something would keep it from ringing")
    func mayNotRing() throws {
        var night = try plain()
        let seven = Schedule.daily(at: try timeOfDay("07:00"))
        #expect(try notices(.alarm(.add(seven, AlarmChanges())), &night) == [])
        night.handle(.health(HealthReport(part: .display, problem: "it is gone")))
        #expect(try notices(.alarm(.add(seven, AlarmChanges())), &night) == [])
        night.handle(.health(HealthReport(part: .sound, problem: "it is gone")))
        let request = night.send(.alarm(.add(seven, AlarmChanges())))
        guard case .mayNotRing(let checks)? = night.answers[request]?.notices.first else {
            Issue.record("the answer says nothing")
            return
        }
        #expect(checks.map(\.subject) == [.sound])
        let id = AlarmID(1)
        #expect(try notices(.alarm(.setEnabled(id, false)), &night) == [])
        #expect(try notices(.alarm(.setEnabled(id, true)), &night) == [.mayNotRing])
        #expect(
            try notices(.timer(.add(.minutes(5), name: nil, starts: true)), &night)
                == [.mayNotRing])
    }

    @Test("An alarm that is set while the time is unknown; a timer needs no time")
    func unknownTime() throws {
        var night = try plain()
        night.cutPower(for: .minutes(5), wall: WallTime(nanoseconds: 0), trust: .unknown)
        night.ask(.health(.rehearse))
        let seven = Schedule.daily(at: try timeOfDay("07:00"))
        #expect(try notices(.alarm(.add(seven, AlarmChanges())), &night) == [.mayNotRing])
        #expect(
            try notices(.timer(.add(.minutes(5), name: nil, starts: true)), &night) == [])
    }

    @Test("A vibration without a motor, and a pulse without a motor, a lamp and a display")
    func noMotor() throws {
        var changes = AlarmChanges()
        changes.vibration = .default
        let pulse: [NapChange] = [.set(\.hasPulse, true)]
        let seven = Schedule.daily(at: try timeOfDay("07:00"))
        var night = try plain()
        #expect(try notices(.alarm(.add(seven, changes)), &night) == [.vibrationWithoutMotor])
        #expect(try notices(.nap(.set(pulse)), &night) == [])
        night = try plain { $0.hasDisplay = false }
        #expect(try notices(.nap(.set(pulse)), &night) == [.pulseWithoutMotor])
        night = try plain {
            $0.hasDisplay = false
            $0.hasLight = true
        }
        #expect(try notices(.nap(.set(pulse)), &night) == [])
        night = try plain { $0.hasMotor = true }
        #expect(try notices(.alarm(.add(seven, changes)), &night) == [])
        #expect(try notices(.nap(.set(pulse)), &night) == [])
    }

    @Test("A task to stop for which the board lacks a key")
    func noKey() throws {
        let seven = Schedule.daily(at: try timeOfDay("07:00"))
        var night = try plain { $0.keys = [.snooze, .stop] }
        for task in StopTask.allCases {
            var changes = AlarmChanges()
            changes.stopWith = task
            let isThere = !task.rawValue.hasPrefix("key:")
            let told: [ChangeNotice.Code] = isThere ? [] : [.stopKeyMissing]
            #expect(try notices(.alarm(.add(seven, changes)), &night) == told, "\(task)")
        }
    }

    @Test("A nap that is longer than its max")
    func longNap() throws {
        var night = try plain()
        var changes: [NapChange] = [.set(\.nap, .minutes(45))]
        #expect(try notices(.nap(.set(changes)), &night) == [.napLongerThanMax])
        changes = [.set(\.max, .hours(1))]
        #expect(try notices(.nap(.set(changes)), &night) == [])
    }

    @Test("A colour on a display of one colour")
    func oneColor() throws {
        let red = try #require(Tint("#ff0000"))
        let navy = try #require(Tint("#000040"))
        let changes: [StyleChange] = [
            .set(\.digitColor, red), .set(\.backgroundColor, navy), .set(\.hasRandomColor, true),
            .set(\.night.isRed, true),
        ]
        var night = try plain()
        for change in changes {
            #expect(try notices(.style(.set([change])), &night) == [.oneColor])
        }
        #expect(
            try notices(
                .style(.set([.set(\.hasRandomColor, false), .set(\.showsSeconds, true)])), &night)
                == [])
        night = try plain { $0.hasColors = true }
        #expect(try notices(.style(.set(changes)), &night) == [])
    }

    @Test("Light of its own on a display that dims all its lights together")
    func oneLevel() throws {
        let some = Percent(clamping: 30)
        let changes: [StyleChange] = [
            .set(\.halo, some), .set(\.motion.glow, some), .set(\.digitBrightness, some),
            .set(\.overlayBrightness, some),
        ]
        var night = try plain { $0.hasLevels = false }
        for change in changes {
            #expect(try notices(.style(.set([change])), &night) == [.oneLevel])
        }
        #expect(try notices(.style(.set(changes)), &night) == [.oneLevel])
        let off: [StyleChange] = [
            .set(\.halo, Percent(clamping: 0)), .set(\.brightness, .fixed(some)),
        ]
        #expect(try notices(.style(.set(off)), &night) == [])
        night = try plain()
        #expect(try notices(.style(.set(changes)), &night) == [])
    }

    @Test("Another shape of digits that are segments")
    func fixedFigures() throws {
        let changes: [StyleChange] = [
            .set(\.fontDesign, .serif), .set(\.fontWeight, .bold), .set(\.rotation, .half),
            .set(\.size, .percent(Percent(clamping: 50))),
        ]
        var night = try plain { $0.display = .digits(4) }
        for change in changes {
            #expect(try notices(.style(.set([change])), &night) == [.fixedFigures])
        }
        night = try plain { $0.display = .pixels(columns: 16, rows: 9) }
        #expect(try notices(.style(.set(changes)), &night) == [])
        night = try plain {
            $0.display = .digits(4)
            $0.hasDisplay = false
        }
        #expect(try notices(.style(.set(changes)), &night) == [])
    }

    @Test("A font that the display is too small for, where the change asks for that part of it")
    func tooSmall() throws {
        var night = try plain {
            $0.display = .pixels(columns: 16, rows: 9)
            $0.fonts = FontSight { $0.fontDesign == .serif ? [.design, .weight] : [] }
        }
        #expect(try notices(.style(.set([.set(\.fontDesign, .rounded)])), &night) == [])
        let request = night.send(.style(.set([.set(\.fontDesign, .serif)])))
        #expect(night.answers[request]?.notices == [.tooSmall([.design])])
        #expect(try notices(.style(.set([.set(\.showsSeconds, true)])), &night) == [])
        let both: [StyleChange] = [.set(\.fontDesign, .serif), .set(\.fontWeight, .bold)]
        let other = night.send(.style(.set(both)))
        #expect(night.answers[other]?.notices == [.tooSmall([.design, .weight])])
    }

    @Test("An output that is not connected, and the change is saved all the same")
    func missingOutput() throws {
        var night = try plain { $0.listsOutputs = true }
        let changes: [OutputChange] = [.set(\.device, "nosuch")]
        let request = night.send(.sounds(.setOutputs(changes)))
        #expect(night.answers[request] == nil)
        let devices = [
            SoundDevice(id: "nosuch", description: "nosuch", isPresent: false, isChosen: true),
            SoundDevice(id: "other", description: "other", isPresent: false, isChosen: false),
        ]
        let chosen = night.machine.settings.soundOutput
        night.handle(.answered(request, .outputs(devices, chosen)))
        #expect(
            night.answers[request]
                == Answer(
                    .outputSettings(chosen), .saved, notices: [.outputMissing("nosuch")]))
    }

    @Test("What was tried counts no more once the outputs lead elsewhere")
    func triedElsewhere() throws {
        var night = try plain()
        #expect(night.machine.knowledge(of: 0) == .good)
        let changes: [OutputChange] = [.set(\.device, "hdmi")]
        night.send(.sounds(.setOutputs(changes)))
        #expect(night.machine.knowledge(of: 0) == .untried)
    }
}
