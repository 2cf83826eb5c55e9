import ClockTime
import English
import Testing

@testable import ClockCore

@Suite("The ladder: an alarm is never silent (law, 6.8; product, A3a, A12, A12a)")
struct LadderTests {
    /// A board with every output that a ring can use.
    private func everything() -> Equipment {
        var equipment = Equipment()
        equipment.soundOutputs = 3
        equipment.hasMotor = true
        equipment.hasBuzzer = true
        equipment.hasLight = true
        return equipment
    }

    private func ringing(
        _ equipment: Equipment, working: Set<Int>, _ set: (inout AlarmChanges) -> Void = { _ in }
    ) throws -> Night {
        var night = try Night(at: "2025-01-14 06:00", equipment: equipment)
        night.workingOutputs = working
        try night.add(.daily(at: try timeOfDay("07:00")), set)
        try night.wait(until: "2025-01-14 07:00")
        return night
    }

    @Test("6.8: while frames of the chosen sound move, nothing is climbed")
    func wellHeard() throws {
        var night = try ringing(everything(), working: [0])
        night.wait(.minutes(9))
        #expect(!night.story.contains { $0.contains("rung") })
        #expect(night.alarmSound?.outputs == 1)
        #expect(night.outputs == .off)
        #expect(night.notes.contains(.ringHeard(output: 0)))
    }

    @Test("6.8: with no frames anywhere each rung is taken after 2 s, and those reached stay on")
    func nothingWorks() throws {
        var night = try ringing(everything(), working: [])
        night.wait(.seconds(30))
        #expect(
            night.story == [
                "2025-01-14 07:00:00 fired 1",
                "2025-01-14 07:00:02 rung tone noFrames",
                "2025-01-14 07:00:04 rung output 2 noFrames",
                "2025-01-14 07:00:06 rung output 3 noFrames",
                "2025-01-14 07:00:08 rung buzzer noFrames",
                "2025-01-14 07:00:10 rung motor noFrames",
                "2025-01-14 07:00:12 rung display noFrames",
            ])
        #expect(night.alarmSound?.outputs == 3)
        #expect(night.machine.snapshot.ring?.isFlashing == true)
        #expect(night.outputs.motor && night.outputs.buzzer)
        #expect(!night.notes.contains(.ringHeard(output: 0)))
        night.press(.stop)
        #expect(night.outputs == .off)
        #expect(night.machine.ringing.ring.session == nil)
    }

    @Test("6.8: a board with nothing but a display flashes it after the tone")
    func leastBoard() throws {
        var night = try ringing(Equipment(), working: [])
        night.wait(.seconds(10))
        #expect(
            night.story.dropFirst() == [
                "2025-01-14 07:00:02 rung tone noFrames",
                "2025-01-14 07:00:04 rung display noFrames",
            ])
    }

    @Test("6.8: the climb ends where frames move, and goes on when they stop")
    func climbEnds() throws {
        var night = try ringing(everything(), working: [1])
        night.wait(.minutes(1))
        #expect(
            night.story.dropFirst() == [
                "2025-01-14 07:00:02 rung tone noFrames",
                "2025-01-14 07:00:04 rung output 2 noFrames",
            ])
        #expect(night.notes.contains(.ringHeard(output: 1)))
        night.workingOutputs = []
        // The hosts report once nothing has moved for 2 s.
        night.handle(.wake)
        night.wait(.seconds(1))
        #expect(night.story.last == "2025-01-14 07:01:00 rung output 3 noFrames")
    }

    @Test("Buzzer and motor work as long as a stand-in plays, and rest once the chosen device does")
    func standIn() throws {
        var night = try Night(at: "2025-01-14 06:00", equipment: everything())
        night.isOnStandIn = true
        try night.add(.daily(at: try timeOfDay("07:00")))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.outputs.motor && night.outputs.buzzer)
        night.wait(.minutes(2))
        #expect(!night.story.contains { $0.contains("rung") })
        var seen: Set<OutputLevels> = []
        for _ in 0..<20 {
            night.wait(.milliseconds(200))
            seen.insert(night.outputs)
        }
        #expect(seen.contains { $0.motor && $0.buzzer } && seen.contains(.off))
        night.isOnStandIn = false
        night.handle(.wake)
        #expect(night.outputs == .off)
        night.wait(.seconds(5))
        #expect(night.outputs == .off)
    }

    @Test("Buzzer and motor work as long as another output than the first plays alone")
    func furtherOutput() throws {
        var night = try ringing(everything(), working: [1])
        night.wait(.seconds(5))
        #expect(night.story.last == "2025-01-14 07:00:04 rung output 2 noFrames")
        #expect(night.machine.ringing.ring.session?.playsElsewhere == true)
        #expect(night.machine.ringing.ring.nextEdge(after: night.now.boot) != nil)
        night.workingOutputs = [0, 1]
        night.handle(.wake)
        #expect(night.outputs == .off)
        #expect(night.machine.ringing.ring.nextEdge(after: night.now.boot) == nil)
    }

    @Test("6.8: frames of a ring that is over say nothing about the next")
    func staleFrames() throws {
        var night = try ringing(everything(), working: [])
        let serial = try #require(night.alarmSound?.serial)
        night.handle(
            .alarmFrames(AlarmFrames(serial: serial &+ 1, output: 0, areMoving: true)))
        night.wait(.seconds(2))
        #expect(night.story.last == "2025-01-14 07:00:02 rung tone noFrames")
    }

    @Test(
        "6.8, A12a: nobody answers an alarm that must wake: louder each 30 s, then the further rungs"
    )
    func mustWake() throws {
        var night = try ringing(everything(), working: [0, 1, 2]) { $0.isMustWake = true }
        #expect(night.alarmSound?.boostDecibels == 0)
        night.wait(.seconds(59))
        #expect(night.alarmSound?.boostDecibels == 0)
        // 60 % is 15.6 dB below full: three steps.
        for decibels in [6, 12, 18] {
            night.wait(.seconds(decibels == 6 ? 1 : 30))
            #expect(night.alarmSound?.boostDecibels == decibels)
        }
        night.wait(.minutes(3))
        #expect(
            night.story.dropFirst() == [
                "2025-01-14 07:02:30 rung tone nobodyAnswered",
                "2025-01-14 07:03:00 rung output 2 nobodyAnswered",
                "2025-01-14 07:03:30 rung output 3 nobodyAnswered",
                "2025-01-14 07:04:00 rung buzzer nobodyAnswered",
                "2025-01-14 07:04:30 rung motor nobodyAnswered",
                "2025-01-14 07:05:00 rung display nobodyAnswered",
            ])
    }

    @Test("An alarm that need not must wake stays as loud as it is")
    func usualAlarmStays() throws {
        var night = try ringing(everything(), working: [0])
        night.wait(.minutes(9))
        #expect(night.alarmSound?.boostDecibels == 0)
    }

    @Test("A3a: silence is felt and seen, and sounds after 60 s without an answer")
    func silence() throws {
        var night = try ringing(everything(), working: [0]) {
            $0.sound = .silence
            $0.vibration = .steady
        }
        #expect(night.alarmSound == nil)
        #expect(night.outputs.motor)
        #expect(night.machine.snapshot.ring?.isFlashing == true)
        night.wait(.seconds(59))
        #expect(night.alarmSound == nil)
        night.wait(.seconds(1))
        #expect(night.alarmSound?.sound == SoundID("digital"))
        #expect(night.story.last == "2025-01-14 07:01:00 rung tone silence")
    }

    @Test("A3a: without a motor silence is refused, and a stored one sounds at once")
    func silenceWithoutMotor() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let reply = night.edit(id) { $0.sound = .silence }
        guard case .refused(let error) = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(error.field == "sound")
        try night.rewrite(id) { $0.sound = .silence }
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.alarmSound?.sound == SoundID("digital"))
    }

    @Test("A3a: of sounds to choose from silence is one, where it may be chosen")
    func silenceIsListed() throws {
        let sound = SoundID("nope")
        for (equipment, mustWake, isListed) in [
            (everything(), false, true), (everything(), true, false), (Equipment(), false, false),
        ] {
            var night = try Night(at: "2025-01-14 06:00", equipment: equipment)
            let id = try night.daily("07:00")
            let reply = night.edit(id) {
                $0.sound = sound
                $0.isMustWake = mustWake
            }
            guard case .refused(let error) = reply else {
                Issue.record("\(String(describing: reply))")
                return
            }
            #expect(error.message.hasSuffix(", silence") == isListed, "\(error.message)")
        }
    }

    @Test("A3a: an alarm that must wake cannot be silent, in whatever order it is asked")
    func silenceForMustWake() throws {
        var night = try Night(at: "2025-01-14 06:00", equipment: everything())
        let id = try night.daily("07:00")
        night.edit(id) { $0.sound = .silence }
        #expect(try night.alarm(id).sound == .silence)
        night.edit(id) { $0.isMustWake = true }
        #expect(try !night.alarm(id).isMustWake)
        night.edit(id) {
            $0.isMustWake = true
            $0.sound = SoundID("bell")
        }
        night.edit(id) { $0.sound = .silence }
        #expect(try night.alarm(id).sound == SoundID("bell"))
    }

    @Test("A4: the motor follows the alarm's pattern to the millisecond, and rests between rings")
    func vibration() throws {
        var night = try ringing(everything(), working: [0]) {
            $0.vibration = .heartbeat(HeartRate(clamping: 60))
        }
        var seen: [Bool] = []
        for _ in 0..<10 {
            seen.append(night.outputs.motor)
            night.wait(.milliseconds(100))
        }
        #expect(
            seen == [true, true, false, true, false, false, false, false, false, false])
        #expect(night.outputs.motor)
        night.press(.snooze)
        #expect(night.outputs == .off)
        night.wait(.minutes(9))
        #expect(night.outputs.motor)
    }

    @Test("A4: the patterns' edges, in milliseconds from the beginning of the ring")
    func patterns() {
        func edges(_ pattern: VibrationPattern, until end: Duration) -> [Int64] {
            var edges: [Int64] = []
            var elapsed = Duration.zero
            var wasOn = false
            while elapsed < end {
                let phase = pattern.phase(at: elapsed)
                if phase.isOn != wasOn { edges.append(elapsed.wholeNanoseconds / 1_000_000) }
                wasOn = phase.isOn
                guard let until = phase.until else { break }
                elapsed = until
            }
            return edges
        }
        #expect(edges(.steady, until: .seconds(3)) == [0])
        #expect(edges(.pulse, until: .seconds(2)) == [0, 500, 1000, 1500])
        #expect(
            edges(.heartbeat(HeartRate(clamping: 120)), until: .seconds(1))
                == [0, 120, 240, 360, 500, 620, 740, 860])
        #expect(edges(.growing, until: .seconds(2)) == [0, 100, 1000, 1123])
        #expect(edges(.growing, until: .seconds(62)).suffix(2) == [61_000, 61_800])
    }

    @Test("The table at the head of RingMachine.swift is what the machine does")
    func table() throws {
        let start = BootTime(nanoseconds: 0)
        let tone = RingVoice(sound: SoundID("bell"))
        let silent = RingVoice(sound: nil)
        func machine(_ row: String) throws -> RingMachine {
            var machine = RingMachine(equipment: everything())
            var notes: [Note] = []
            switch row {
            case "none": break
            case "awaited": machine.join(tone, since: start, at: start, &notes)
            case "heard":
                machine.join(tone, since: start, at: start, &notes)
                machine.received(.init(serial: 1, output: 0, areMoving: true), at: start, &notes)
            case "silent": machine.join(silent, since: start, at: start, &notes)
            default: Issue.record("no such state: \(row)")
            }
            return machine
        }
        func name(_ machine: RingMachine) -> String {
            guard let session = machine.session else { return "none" }
            if session.sound == nil { return "silent" }
            return session.movingOutputs.isEmpty ? "awaited" : "heard"
        }
        func cell(
            _ machine: RingMachine, _ act: (inout RingMachine, inout [Note]) -> Void
        ) -> String {
            var after = machine
            var notes: [Note] = []
            act(&after, &notes)
            var parts: [String] = []
            if name(after) != name(machine) { parts.append(name(after)) }
            if (after.session?.boosts ?? 0) > (machine.session?.boosts ?? 0) {
                parts.append("louder")
            }
            if notes.contains(where: { if case .rungTaken = $0 { true } else { false } }) {
                parts.append("next rung")
            }
            return parts.isEmpty ? "-" : parts.joined(separator: ", ")
        }
        try HeadTable("Ring/RingMachine.swift", first: "ring").expect { row, column in
            let machine = try machine(row)
            return cell(machine) { machine, notes in
                switch column {
                case "a sound joins": machine.join(tone, since: start, at: start, &notes)
                case "silence joins": machine.join(silent, since: start, at: start, &notes)
                case "frames move":
                    machine.received(
                        .init(serial: 1, output: 0, areMoving: true), at: start, &notes)
                case "frames stop":
                    machine.received(
                        .init(serial: 1, output: 0, areMoving: false), at: start, &notes)
                case "2 s": machine.advance(to: start + .seconds(2), &notes)
                case "60 s": machine.advance(to: start + .seconds(60), &notes)
                case "the last ends": machine.end()
                default: Issue.record("no such event: \(column)")
                }
            }
        }
    }
}
