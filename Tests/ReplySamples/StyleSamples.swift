package import ClockCore
import ClockTime

/// Commands and replies about the style, its presets and the display.
package enum StyleSamples {
    /// Words, and the command that they mean.
    /// Two colours on a display of 3 x 2.
    package static let pixels = ShownPicture(
        brightness: 40.5,
        pixels: ShownPicture.Pixels(
            columns: 3, rows: 2, colors: ["#000000", "#ff8000"], cells: ["000100", "010001"]))

    /// "10:07" and the lamp of an alarm.
    package static let segments = ShownPicture(
        brightness: 12,
        segments: ShownPicture.Segments(
            digits: [
                ["b", "c"], ["a", "b", "c", "d", "e", "f"], ["a", "b", "c", "d", "e", "f"],
                ["a", "b", "c"],
            ], colon: true, lamps: ["alarm"]))

    package static func words() throws -> [(String, Command)] {
        let night = QuietHours(
            from: try time("22:00"), to: try time("07:00"))
        let orange = Tint(red: 255, green: 136, blue: 0)
        return [
            ("style", .style(.show)), ("style reset", .style(.reset)),
            ("style set --seconds on", .style(.set([.set(\.showsSeconds, true)]))),
            (
                "style set --size 80 --color #FF8800 --hours 12",
                .style(
                    .set([
                        .set(\.hourFormat, .twelve), .set(\.digitColor, orange),
                        .set(\.size, .percent(percent(80))),
                    ])
                )
            ),
            ("style set --brightness auto", .style(.set([.set(\.brightness, .automatic)]))),
            (
                "style set --night 22:00-07:00 --sleep 10m",
                .style(.set([.set(\.sleepAfter, .minutes(10)), .set(\.night.hours, night)]))
            ),
            (
                "style set --night off --sleep off",
                .style(.set([.set(\.sleepAfter, nil), .set(\.night.hours, nil)]))
            ),
            (
                "style set --change bounce --roll on --glow 20 --transition slide",
                .style(
                    .set([
                        .set(\.motion.digitChange, .bounce), .set(\.motion.rolls, true),
                        .set(\.motion.glow, percent(20)),
                        .set(\.motion.transition, .slide),
                    ]))
            ),
            ("preset", .preset(.list)), ("preset load Red", .preset(.load("Red"))),
            ("preset save Cabin", .preset(.save("Cabin"))),
            ("preset remove Cabin", .preset(.delete("Cabin"))),
            ("font", .font(.list)), ("font list", .font(.list)),
            ("font remove Terminus", .font(.delete("Terminus"))),
            ("style set --family Terminus", .style(.set([.set(\.fontFamily, "Terminus")]))),
            ("style set --family built-in", .style(.set([.set(\.fontFamily, nil)]))),
            ("display", .display(.show)), ("display picture", .display(.picture)),
            ("display mode face", .display(.setMode(.face))),
            ("style set --hours 24", .style(.set([.set(\.hourFormat, .twentyFour)]))),
            (
                "style set --brightness 30",
                .style(.set([.set(\.brightness, .fixed(percent(30)))]))
            ),
            ("display test all", test(.all)), ("display test rows", test(.rows)),
            ("display test columns", test(.columns)), ("display test row 3", test(.row(3))),
            ("display test column 0", test(.column(0))),
            ("display test pixel 12 5", test(.pixel(column: 12, row: 5))),
            ("display test digit 1", test(.digit(1))),
            ("display test letter DP", test(.letter("dp"))),
            ("display test text Good night", test(.text("Good night"))),
            (
                "display test all --for 1m --color #ff8800",
                .display(.test(TestPicture(.all, color: orange), for: .minutes(1)))
            ),
            ("display test off", .display(.endTest)),
            ("display off", .display(.setLit(false))), ("display on", .display(.setLit(true))),
            ("display text Good night", .display(.text("Good night", for: .seconds(30)))),
            ("display text Hello --for 5m", .display(.text("Hello", for: .minutes(5)))),
        ]
    }

    package static func replies() throws -> [Reply] {
        let small = OwnFont(
            family: "Terminus", design: .monospaced, weight: .bold, rows: 10, columns: 6,
            fits: true)
        let large = OwnFont(
            family: "10 x 20", design: .default, weight: .regular, rows: 60, columns: 30,
            fits: false)
        return [
            .style(try style()),
            .presets(PresetReport(builtIn: ["Night", "Day"], saved: [])),
            .presets(PresetReport(builtIn: ["Night", "Day"], saved: ["Cabin", "Reading lamp"])),
            .fonts(FontReport(fonts: [], chosen: nil)),
            .fonts(FontReport(fonts: [], chosen: "Terminus")),
            .fonts(FontReport(fonts: [large, small], chosen: "Terminus")),
            .font(small, replaced: false), .font(large, replaced: true),
            .font(
                small, replaced: true,
                ignored: FontRemark.Kind.allCases.enumerated().map { place, kind in
                    FontRemark(kind, count: 1 + place % 2, line: 10 * place + 1)
                }),
            .fontRemoved("Terminus", wasChosen: true), .fontRemoved("10 x 20", wasChosen: false),
            .picture(pixels), .picture(segments),
            .display(
                DisplayReport(
                    shape: .digits(4), mode: .normal, brightness: 40, isNight: false,
                    isAsleep: false, isTested: false, lux: 148.25)),
            .display(
                DisplayReport(
                    shape: .pixels(columns: 128, rows: 64), mode: .face, brightness: 5,
                    isNight: true, isAsleep: true, isTested: false, lux: 0.05)),
            .display(
                DisplayReport(
                    shape: .pixels(columns: 16, rows: 9), mode: .normal, brightness: 100,
                    isNight: false, isAsleep: false, isTested: true)),
            .display(
                DisplayReport(
                    shape: .digits(4), mode: .normal, brightness: 40, isNight: false,
                    isAsleep: false, isTested: false, message: "192.168.1.23")),
        ]
    }

    /// A style that differs from a new clock's in everything that is shown.
    package static func style() throws -> ClockStyle {
        var style = ClockStyle()
        let changes: [StyleChange] = [
            .set(\.hourFormat, .twelve), .set(\.hasLeadingZero, false), .set(\.showsBadge, false),
            .set(\.colon, .breathing),
            .set(\.showsSeconds, true), .set(\.floor, percent(5)), .set(\.ceiling, percent(80)),
            .set(\.hasRandomColor, true),
            .set(\.backgroundColor, Tint(red: 0, green: 0, blue: 64)),
            .set(\.digitBrightness, percent(90)),
            .set(\.overlayBrightness, percent(40)), .set(\.fontDesign, .serif),
            .set(\.fontWeight, .semibold), .set(\.size, .percent(percent(80))),
            .set(\.rotation, .quarter),
            .set(\.sleepAfter, .minutes(10)),
            .set(
                \.night.hours,
                QuietHours(from: try time("22:00"), to: try time("07:00"))),
            .set(\.night.followsLight, true), .set(\.motion.digitChange, .spring),
            .set(\.motion.rolls, true), .set(\.motion.glow, percent(50)),
            .set(\.motion.transition, .slide), .set(\.motion.isReduced, false),
        ]
        changes.apply(to: &style)
        return style
    }

    private static func percent(_ value: Int) -> Percent { Percent(clamping: value) }

    private static func test(_ content: TestPicture.Content) -> Command {
        .display(.test(TestPicture(content), for: .seconds(10)))
    }
}
