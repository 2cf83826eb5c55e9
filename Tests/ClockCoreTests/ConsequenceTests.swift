import ClockTime
import TestKit
import Testing

@testable import ClockCore

@Suite("What a change of an alarm, a favourite or the volume means")
struct ConsequenceTests {
    private func night() throws -> Night {
        let catalogue = SoundCatalogue(noises: ["pink", "rain"], tones: ["digital"])
        return try Night(at: "2025-01-14 22:00", catalogue: catalogue)
    }

    private func weekly(_ days: WeekdaySet, _ time: String) throws -> Schedule {
        try #require(Schedule(time: timeOfDay(time), kind: .weekly(days)))
    }

    private func consequences(_ reply: Reply?) -> ChangeConsequences? {
        switch reply {
        case .alarm(let report): report.consequences
        case .removed(_, let consequences, _): consequences
        default: nil
        }
    }

    @Test("A change tells how many alarms are left, and on")
    func left() throws {
        var night = try night()
        let one = try night.add(try weekly(.daily, "07:00"))
        let two = try night.add(try weekly(.daily, "08:00"))
        #expect(
            consequences(night.ask(.alarm(.setEnabled(one, false))))
                == ChangeConsequences(alarmsLeft: 2, alarmsOn: 1))
        #expect(
            consequences(night.ask(.alarm(.remove(two))))
                == ChangeConsequences(alarmsLeft: 1, alarmsOn: 0))
        #expect(
            consequences(night.ask(.alarm(.remove(one))))
                == ChangeConsequences(alarmsLeft: 0, alarmsOn: 0))
    }

    @Test("Others that ring next in the same minute are told, and no others")
    func sameMinute() throws {
        var night = try night()
        let one = try night.add(try weekly(.daily, "07:00"))
        let off = try night.add(try weekly(.daily, "07:00"))
        night.ask(.alarm(.setEnabled(off, false)))
        // The same time, but on other days.
        _ = try night.add(try weekly(.weekends, "07:00"))
        let reply = night.ask(.alarm(.add(try weekly(.weekdays, "07:00"), AlarmChanges())))
        #expect(consequences(reply)?.sameMinute == [one])
    }

    @Test("The book knows which alarms are on at a time, whatever is changed")
    func enabledByTime() throws {
        var generator = SeededGenerator(seed: 7)
        var book = AlarmBook()
        let times = try ["06:00", "07:00", "07:30"].map(timeOfDay)
        for step in 0..<600 {
            let time = try #require(times.randomElement(using: &generator))
            let schedule = try #require(Schedule(time: time, kind: .weekly(.daily)))
            let id = AlarmID(Int.random(in: 1...12, using: &generator))
            switch step % 5 {
            case 0 where book[id] == nil:
                book.insert(Alarm(id: id, schedule: schedule, createdAt: Instant(seconds: 0)))
            case 1: book.remove(id)
            case 2: book.update(id) { $0.isEnabled.toggle() }
            case 3: book.update(id) { $0.schedule = schedule }
            default: book.updateAll { if $0.id < id { $0.isEnabled = step % 2 == 0 } }
            }
            let read = AlarmBook(alarms: book.alarms, nextNumber: 1)
            for time in times {
                let wanted = book.alarms.filter { $0.isEnabled && $0.schedule.time == time }
                #expect(book.enabled[time].sorted() == wanted.map(\.id))
                #expect(read.enabled[time] == wanted.map(\.id))
            }
            #expect(book.enabled.count == book.alarms.filter(\.isEnabled).count)
        }
    }

    @Test("A snooze that a change ended is told")
    func snooze() throws {
        var night = try night()
        let one = try night.add(try weekly(.daily, "22:30"))
        for change in [AlarmCommand.setEnabled(one, false), .remove(one), .operate(.cancel, one)] {
            var copy = night
            copy.wait(.minutes(31))
            copy.press(.snooze)
            #expect(consequences(copy.ask(.alarm(change)))?.endedSnooze == true)
            #expect(consequences(night.ask(.alarm(.setEnabled(one, true))))?.endedSnooze == false)
        }
    }

    @Test("A favourite that takes the place of another mix is told, the same mix again is not")
    func favourite() throws {
        var night = try night()
        func replaced(_ night: inout Night) -> Bool? {
            guard case .favourite(let report)? = night.ask(.mix(.save("Storm"))) else { return nil }
            return report.isInPlaceOfAnother
        }
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        #expect(replaced(&night) == false)
        #expect(replaced(&night) == false)
        night.ask(.noise(.play(SoundID("rain"), volume: nil)))
        #expect(replaced(&night) == true)
    }

    @Test("The volume goes up and down by steps, and no further than it can")
    func volume() throws {
        var night = try night()
        night.ask(.noise(.setVolume(Percent(clamping: 30))))
        for (step, expected) in [(10, 40), (-15, 25), (-100, 0), (100, 100), (5, 100)] {
            guard case .noise(let report)? = night.ask(.noise(.changeVolume(step))) else {
                Issue.record("no report")
                return
            }
            #expect(report.volume.value == expected)
        }
    }

    @Test("The report of the noise says whether sound comes out")
    func sound() throws {
        var night = try night()
        func works(_ night: inout Night) -> Bool? {
            guard case .noise(let report)? = night.ask(.noise(.show)) else { return nil }
            return report.hasWorkingSound
        }
        #expect(works(&night) == true)
        night.handle(.health(HealthReport(part: .sound, problem: "gone")))
        #expect(works(&night) == false)
    }

    @Test("Where no device is, neither the noise nor the health says that sound works")
    func noDevice() throws {
        var equipment = Equipment()
        equipment.hasSoundDevice = false
        var night = try Night(at: "2025-01-14 21:00", equipment: equipment)
        guard case .noise(let report)? = night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        else {
            Issue.record("no report")
            return
        }
        #expect(report.isPlaying)
        #expect(report.hasSoundDevice == false && report.hasWorkingSound == false)
        guard case .health(let summary)? = night.ask(.health(.show)) else {
            Issue.record("no health")
            return
        }
        let sound = summary.checks.first { $0.subject == .sound }
        #expect(sound?.finding == .noSoundOutput)
    }
}
