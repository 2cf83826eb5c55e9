import ClockTime
import Testing

@Suite("A time that is given to set a clock by")
struct GivenTimeTests {
    @Test("Without an offset it is what the clock is to show; seconds may be left out")
    func local() throws {
        let expected = GivenTime.local(
            CivilTime(date: try date("2026-11-22"), time: try time("03:40")))
        #expect(GivenTime("2026-11-22T03:40") == expected)
        #expect(GivenTime("2026-11-22T03:40:00") == expected)
        #expect(expected.description == "2026-11-22T03:40:00")
        #expect(GivenTime("2026-11-22T03:40:59")?.description == "2026-11-22T03:40:59")
    }

    @Test("With Z or an offset it is an instant, to a fraction of a second")
    func instants() throws {
        for text in [
            "2026-11-22T02:40Z", "2026-11-22T02:40:00Z", "2026-11-22T03:40+01:00",
            "2026-11-22T03:40:00+01:00", "2026-11-21T21:40:00.000-05:00",
        ] {
            #expect(
                try GivenTime(text) == .instant(WallTime(instant("2026-11-22T02:40:00Z"))),
                "\(text)")
        }
        #expect(
            GivenTime("2026-11-22T02:40:00.125Z")?.description == "2026-11-22T02:40:00.125Z")
    }

    @Test("What it writes it reads")
    func roundTrip() throws {
        for text in ["2026-11-22T03:40:05", "2026-11-22T02:40:05.250Z"] {
            let given = try #require(GivenTime(text))
            #expect(GivenTime(given.description) == given)
        }
    }

    @Test(
        "Anything else is no time",
        arguments: [
            "", "03:40", "2026-11-22", "2026-11-22T03", "2026-11-22T3:40", "2026-11-22 03:40",
            "2026-13-22T03:40", "2026-11-31T03:40", "2026-11-22T24:00", "2026-11-22T03:60",
            "2026-11-22T03:40:61", "2026-11-22T03:40:00.5", "2026-11-22T03:40:00 ",
            "2026-11-22T03:40+1:00", "2026-11-22T03:40:00ZZ", "1600-11-22T03:40Z",
        ])
    func refused(text: String) {
        #expect(GivenTime(text) == nil)
    }

    @Test("To the second, a reading is none, one or two instants")
    func seconds() throws {
        let berlin = try systemZone("Europe/Berlin")
        func showing(_ text: String) throws -> CivilInstants {
            guard case .local(let civil) = try #require(GivenTime(text)) else {
                return .skippedDate
            }
            return berlin.instants(showing: civil)
        }
        #expect(try showing("2026-03-29T02:59:59") == .gap(instant("2026-03-29T01:00:00Z")))
        #expect(
            try showing("2026-03-29T01:59:59")
                == .exact(instant("2026-03-29T00:59:59Z"), second: nil))
        #expect(
            try showing("2026-10-25T02:59:59")
                == .exact(
                    instant("2026-10-25T00:59:59Z"), second: instant("2026-10-25T01:59:59Z")))
    }
}
