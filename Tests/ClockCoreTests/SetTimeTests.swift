import ClockTime
import Testing

@testable import ClockCore

extension Night {
    /// A person sets the clock, and the host obeys at once.
    ///
    /// - Parameter outcome: the result that the host reports.
    @discardableResult
    fileprivate mutating func set(
        _ text: String, _ outcome: ClockSetting = .done(.absent)
    ) throws -> Reply? {
        let given = try #require(GivenTime(text))
        let asked = clockOrders.count
        let request = send(.time(.set(given)))
        guard clockOrders.count > asked else { return replies[request] }
        if case .done = outcome { try obeyOrder() }
        handle(.clockSet(request, outcome))
        return replies[request]
    }

    /// The host carries out its last order, and nobody has told the machine yet.
    fileprivate mutating func obeyOrder() throws {
        let target = try #require(clockOrders.last).moment
        let wall = target.wall + (now.boot - target.boot)
        passUnevenly(wall: wall - now.wall, boot: .zero)
    }

    fileprivate func refusal(_ reply: Reply?) -> CommandError? {
        guard case .refused(let error)? = reply else { return nil }
        return error
    }
}

@Suite("A person sets the clock (law, 3.4 and 5.1; product, H1b)")
struct SetTimeTests {
    private func passed(_ night: Night) -> [Note] {
        night.log.map(\.note).filter {
            switch $0 {
            case .clockStepped, .trustChanged: true
            default: false
            }
        }
    }

    @Test(
        "5.1: a clock that knew no time knows it, and is trusted; 5.2: its alarms ring from then on"
    )
    func unknown() throws {
        var night = try Night(at: "2020-01-01 00:00", trust: .unknown)
        let id = try night.daily("07:00")
        guard case .timeSet(let report) = try night.set("2026-11-22T06:59") else {
            Issue.record("it was not set")
            return
        }
        #expect(report.time.civil?.description == "2026-11-22T06:59:00")
        #expect(report.time.trust == .trusted)
        #expect(report.time.confirmedAgo == .zero)
        #expect(report.time.offset == 3600)
        #expect(report.nextAlarm?.alarm.id == id)
        #expect(report.nextAlarm?.untilNext == .seconds(60))
        #expect(report.secondPass == nil && report.hardwareClock == .absent)
        night.wait(.seconds(60))
        #expect(night.ringing == [id])
        #expect(night.durable?.trust == .trusted)
    }

    @Test("3.4: what lies between is passed over and does not ring, and back again it is due")
    func passedOver() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.daily("07:00")
        try night.set("2025-01-14T07:15")
        #expect(night.story == ["2025-01-14 07:15:00 passed over 1 of 2025-01-14"])
        #expect(night.ringing.isEmpty && night.missed.isEmpty)
        try night.set("2025-01-14T06:45")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("The machine asks the host, and answers nobody until it has answered")
    func asks() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let request = night.send(.time(.set(try #require(GivenTime("2025-01-14T05:00:00Z")))))
        #expect(night.clockOrders.map(\.request) == [request])
        let meant = WallTime(try instant("2025-01-14T05:00:00Z"))
        #expect(night.clockOrders.first?.moment == Moment(wall: meant, boot: night.now.boot))
        #expect(night.replies[request] == nil)
        #expect(passed(night).isEmpty)
        // With a second setting meanwhile, the machine could not tell which of them the step is.
        let other = try #require(GivenTime("2025-01-14T06:00"))
        #expect(night.refusal(night.ask(.time(.set(other))))?.code == "wrongState")
        #expect(night.clockOrders.count == 1)
        try night.obeyOrder()
        night.handle(.clockSet(request, .done(.set)))
        guard case .timeSet(let report) = night.replies[request] else {
            Issue.record("it was not answered")
            return
        }
        #expect(report.hardwareClock == .set)
        #expect(try night.set("2025-01-14T06:00") != nil)
    }

    @Test(
        "3.4: the step is the person's though it is seen before the host is heard of, however late")
    func seenFirst() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        _ = try night.daily("06:30")
        let request = night.send(.time(.set(try #require(GivenTime("2025-01-14T06:40")))))
        night.wait(.minutes(3))
        try night.obeyOrder()
        night.handle(.wake)
        #expect(night.clock == "2025-01-14 06:43:00")
        #expect(night.story == ["2025-01-14 06:43:00 passed over 1 of 2025-01-14"])
        #expect(
            passed(night) == [.clockStepped(by: .minutes(40), .user), .trustChanged(.trusted)])
        night.wait(.seconds(1))
        night.handle(.clockSet(request, .done(.absent)))
        #expect(passed(night).count == 2)
        #expect(night.replies[request] != nil)
    }

    @Test("3.1: a step to elsewhere meanwhile is the network's, and its alarms ring")
    func otherStep() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("06:30")
        let request = night.send(.time(.set(try #require(GivenTime("2025-01-14T09:00")))))
        night.passUnevenly(wall: .minutes(40), boot: .zero)
        night.handle(.wake)
        #expect(night.ringing == [id])
        let error = CommandError.wrongState(.inWords("the network keeps it"))
        night.handle(.clockSet(request, .refused(error)))
        #expect(night.refusal(night.replies[request]) == error)
    }

    @Test("What the host refuses changes nothing: no step, no trust")
    func refused() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        let before = night.machine.trust
        let error = CommandError.notPermitted("it may not")
        let reply = try night.set("2025-01-14T09:00", .refused(error))
        #expect(night.refusal(reply) == error)
        #expect(night.machine.trust == before && passed(night).isEmpty)
        // The setting can be tried again.
        guard case .timeSet = try night.set("2025-01-14T09:00") else {
            Issue.record("it was not set")
            return
        }
    }

    @Test("5.1: to set the time that the clock shows anyway says that it is right")
    func confirmed() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        try night.set("2025-01-14T06:00")
        #expect(passed(night) == [.trustChanged(.trusted)])
    }

    @Test(
        "1.4, 1.5: a local time that does not come is refused, and of one that comes twice it is the first"
    )
    func clockChanges() throws {
        var night = try Night(at: "2026-03-01 06:00")
        let jumpedOver = night.refusal(try night.set("2026-03-29T02:30"))
        let day = try #require(CivilDate("2026-03-29"))
        func at(_ text: String) throws -> CivilTime {
            CivilTime(date: day, time: try #require(TimeOfDay(text)))
        }
        let skipped = TimeFault.skipped(
            try at("02:30"), zone: "Europe/Berlin",
            from: try at("02:00"),
            to: try at("03:00"))
        #expect(jumpedOver == .invalid(field: "time", .time(skipped)))
        guard case .timeSet(let first) = try night.set("2026-10-25T02:30") else {
            Issue.record("it was not set")
            return
        }
        #expect(try first.time.wall == WallTime(instant("2026-10-25T00:30:00Z")))
        #expect(try first.secondPass == instant("2026-10-25T01:30:00Z"))
        guard case .timeSet(let second) = try night.set("2026-10-25T02:30+01:00") else {
            Issue.record("it was not set")
            return
        }
        #expect(second.time.civil?.description == "2026-10-25T02:30:00")
        #expect(try second.time.wall == WallTime(instant("2026-10-25T01:30:00Z")))
        #expect(second.secondPass == nil)
        // A zone can also leave out a whole day (1.6).
        var apia = try Night("Pacific/Apia", at: "2011-12-01 06:00")
        let leftOut = apia.refusal(try apia.set("2011-12-30T12:00"))
        let missing = TimeFault.daySkipped(
            try #require(CivilDate("2011-12-30")), zone: "Pacific/Apia")
        #expect(leftOut == .invalid(field: "time", .time(missing)))
    }

    @Test("5.1: no time before the program was made can be right, and none is taken after 2099")
    func bounds() throws {
        let now = Moment(
            wall: WallTime(try instant("2026-06-01T00:00:00Z")), boot: BootTime(nanoseconds: 0))
        var machine = ClockMachine(
            restoring: nil, zone: .utc, trust: .trusted, boot: BootID("boot 1"),
            madeAt: try instant("2026-03-01T00:00:00Z"), at: now)
        _ = machine.handle(.started, at: now)
        func answer(_ text: String) throws -> Effect? {
            let given = try #require(GivenTime(text))
            var copy = machine
            return copy.handle(.command(RequestID(1), .time(.set(given))), at: now).first {
                switch $0 {
                case .reply, .setClock: true
                default: false
                }
            }
        }
        let allowed = try instant("2026-03-01T00:00:00Z")...instant("2099-12-31T23:59:59Z")
        for text in ["2026-02-28T23:59:59Z", "2100-01-01T00:00:00Z", "1999-01-01T00:00"] {
            guard case .reply(_, let said) = try answer(text), case .refused(let error) = said.reply
            else {
                Issue.record("\(text) was taken")
                continue
            }
            let given = try #require(GivenTime(text))
            #expect(error == .invalid(field: "time", .time(.notAllowed(given, allowed: allowed))))
        }
        for text in ["2026-03-01T00:00:00Z", "2099-12-31T23:59:59"] {
            guard case .setClock = try answer(text) else {
                Issue.record("\(text) was refused")
                continue
            }
        }
    }

    @Test("The time is told, and while it is not known, that and how to set it")
    func told() throws {
        var night = try Night(at: "2025-07-14 06:00", trust: .plausible)
        guard case .time(let report) = night.ask(.time(.show)) else {
            Issue.record("it was not told")
            return
        }
        #expect(report.civil?.description == "2025-07-14T06:00:00")
        #expect(report.zone == "Europe/Berlin" && report.offset == 7200)
        #expect(report.trust == .plausible && report.confirmedAgo == nil)
        var lost = try Night(at: "2020-01-01 00:00", trust: .unknown)
        guard case .time(let unknown) = lost.ask(.time(.show)),
            case .health(let health) = lost.ask(.health(.show))
        else {
            Issue.record("it was not told")
            return
        }
        #expect(unknown.civil == nil)
        #expect(health.checks.first { $0.subject == .time }?.advice == .setTime)
    }
}
