import Testing

@testable import noiseclock

@Suite struct LineWrappingTests {
    @Test("A line that is too long goes on under its own text; others stay as they are")
    func rows() {
        let text = """
            Time        23:57:43, Sun 29 Mar 2026
            Next alarm  1 (Work), Mon 30 Mar 07:45, in 7 h 47 min

            """
        #expect(
            LineWrapping.wrapped(text, to: 40) == """
                Time        23:57:43, Sun 29 Mar 2026
                Next alarm  1 (Work), Mon 30 Mar 07:45,
                            in 7 h 47 min

                """)
        #expect(LineWrapping.wrapped(text, to: nil) == text)
        #expect(LineWrapping.wrapped(text, to: 80) == text)
    }

    @Test("A wider gap within a line stays, and is left out where the line is broken")
    func gaps() {
        #expect(
            LineWrapping.wrapped("one   two three  four", to: 16) == """
                one   two three
                      four
                """)
    }

    @Test("A sentence goes on at its margin, and what begins far to the right at the line's own")
    func sentences() {
        #expect(
            LineWrapping.wrapped("  one two three four five", to: 12) == """
                  one two
                  three four
                  five
                """)
        #expect(
            LineWrapping.wrapped("one two three four  five six", to: 20) == """
                one two three four
                five six
                """)
    }

    @Test("A number stays with its unit, and a length of time in one piece")
    func units() {
        #expect(LineWrapping.wrapped("Rain, volume 40 %: on", to: 16) == "Rain, volume\n40 %: on")
        #expect(
            LineWrapping.wrapped("Sat 09:00, in 11 h 59 min", to: 20)
                == "Sat 09:00,\nin 11 h 59 min")
        #expect(
            LineWrapping.wrapped("rings 10 times in 2 days", to: 17) == "rings 10 times in\n2 days")
        #expect(LineWrapping.wrapped("30 s, then 9 min off", to: 12) == "30 s, then\n9 min off")
    }

    @Test("A word that no line holds is not broken, and wide letters count as two")
    func words() {
        #expect(
            LineWrapping.wrapped("see https://example.org/a/long/path now", to: 12) == """
                see
                https://example.org/a/long/path
                now
                """)
        #expect(LineWrapping.wrapped("起きる 時間 だよ", to: 12) == "起きる 時間\nだよ")
    }
}
