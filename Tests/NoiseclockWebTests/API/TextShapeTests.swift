import BoundedJSON
import ClockCore
import ClockTime
import Testing

@Suite("The shapes of texts")
struct TextShapeTests {
    private func expect<Value>(
        _ form: FieldForm<Value>, toAgreeWith shape: TextShape, on texts: [String]
    ) throws {
        let pattern = try Regex(shape.pattern)
        for text in texts + [shape.example, "", " ", shape.example + " ", shape.example + "x"] {
            let isRead = form.read(.string(text)) != nil
            #expect(isRead == (text.wholeMatch(of: pattern) != nil), "\(text)")
        }
    }

    private let dates: [String] = {
        var dates = ["2026-3-29", "20260329", "2026-03-29T", "+2026-03-29", "٢٠٢٦-03-29"]
        for year in [
            "0000", "0001", "0004", "1900", "2000", "2023", "2024", "2100", "9999", "10000",
        ] {
            for month in ["00", "01", "02", "04", "09", "11", "12", "13"] {
                for day in ["00", "01", "28", "29", "30", "31", "32"] {
                    dates.append("\(year)-\(month)-\(day)")
                }
            }
        }
        return dates
    }()
    private let times = [
        "00:00", "7:30", "07:30", "19:59", "23:59", "24:00", "07:60", "7:3", "007:30", "-7:30",
        "07.30",
    ]

    @Test("Dates are those of the calendar")
    func days() throws { try expect(FieldForm<CivilDate>.date, toAgreeWith: .date, on: dates) }

    @Test("Times of day have a colon")
    func timesOfDay() throws {
        try expect(FieldForm<TimeOfDay>.time, toAgreeWith: .timeOfDay, on: times)
    }

    @Test("Instants are in UTC and in whole seconds")
    func instants() throws {
        let texts =
            dates.map { "\($0)T12:00:00Z" } + times.map { "2026-03-29T\($0):00Z" } + [
                "2026-03-29T12:00:60Z", "2026-03-29T12:00:00.5Z", "2026-03-29T12:00:00+01:00",
                "2026-03-29t12:00:00Z", "2026-03-29T12:00:00z", "2026-03-29T12:00Z",
            ]
        try expect(FieldForm<Instant>.instant, toAgreeWith: .instant, on: texts)
    }

    @Test("A clock is set to a local time or to an instant of this century")
    func settable() throws {
        let ends = ["", "Z", "z", "+01:00", "-23:59", "+24:00", "+1:00", ".5Z", ".5", ".Z", " "]
        let near = dates.filter { date in
            (date.hasPrefix("20") || date.hasPrefix("2") && date.count == 10)
                && !date.hasPrefix("2100")
        }
        var texts = near.map { "\($0)T12:00" }
        texts += times.filter { $0.count == 5 }.map { "2026-03-29T\($0)" }
        for end in ends { texts += ["2026-03-29T12:00\(end)", "2026-03-29T12:00:00\(end)"] }
        try expect(FieldForm<GivenTime>.given, toAgreeWith: .settableTime, on: texts)
    }

    @Test("Colours have six digits")
    func colors() throws {
        let texts = ["#000000", "#AbCdEf", "#fff", "ff8800", "#ff88000", "#gg8800", "#+f8800"]
        try expect(FieldForm<Tint>.tint, toAgreeWith: .color, on: texts)
    }
}
