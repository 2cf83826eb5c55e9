import TestKit
import Testing

@testable import English

@Suite("Pages of the manual")
struct ManualPageTests {
    private func page() -> ManualPage {
        ManualPage(
            "a-clock", section: 1, summary: "tells the time", version: "Clock 1.2.3")
    }

    @Test("Nothing in a text means anything to roff")
    func escaping() {
        #expect(ManualPage.escaped(#"a\b -- "c" 'd'"#) == #"a\(rsb \-\- \(dqc\(dq \(aqd\(aq"#)
        #expect(ManualPage.escaped("~/.x `^`") == #"\(ti/.x \(ga\(ha\(ga"#)
        #expect(ManualPage.escaped("07:30–08:00 🔔") == #"07:30\[u2013]08:00 \[u1F514]"#)
        var page = page()
        page.paragraph(".hidden")
        page.paragraph("'quoted")
        page.verbatim([".", "x.y"])
        #expect(
            page.text.hasSuffix(
                #"""

                .PP
                \&.hidden
                .PP
                \(aqquoted
                .PP
                .RS 4
                .nf
                \&.
                x.y
                .fi
                .RE

                """#))
    }

    @Test("What is typed is bold, and what stands for something else is slanted")
    func usages() {
        #expect(
            ManualPage.usage("noise play [SOUND] --volume 0-100")
                == #"\fBnoise\fR \fBplay\fR [\fISOUND\fR] \fB\-\-volume\fR 0\-100"#)
        #expect(
            ManualPage.usage("dnd hours FROM TO|off")
                == #"\fBdnd\fR \fBhours\fR \fIFROM\fR \fITO\fR|\fBoff\fR"#)
    }

    @Test("An explanation has paragraphs, meanings of words, and lines that stay as they are")
    func explanations() {
        var page = page()
        page.entry(
            "set TIME",
            """
            Sets it,
            at once.

              TIME      07:30, or
                        7pm
              FROM, TO  likewise

            As JSON:
              {"a": 1}
            Done.
            """)
        #expect(
            page.text.hasSuffix(
                #"""

                .TP
                \fBset\fR \fITIME\fR
                Sets it, at once.
                .RS
                .TP
                \fITIME\fR
                07:30, or 7pm
                .TP
                \fIFROM\fR, \fITO\fR
                likewise
                .RE
                .IP
                As JSON:
                .PP
                .RS 4
                .nf
                {\(dqa\(dq: 1}
                .fi
                .RE
                .IP
                Done.

                """#))
    }

    @Test("An example that is too long goes on below, where an option begins")
    func folding() {
        var page = page()
        page.examples([
            "a b --c d", "clock add 07:30 --label \"Long week\" --sound digital --volume 60",
        ])
        page.references([("a", 1), ("b-c", 8)])
        #expect(
            page.text.hasSuffix(
                #"""
                .nf
                a b \-\-c d
                clock add 07:30 \-\-label \(dqLong week\(dq \-\-sound digital \(rs
                    \-\-volume 60
                .fi
                .RE
                .SH "SEE ALSO"
                .BR a (1),
                .BR b\-c (8)

                """#))
    }

    @Test("Lines of help are as few as fit")
    func wrapping() {
        #expect(HelpText.wrapped("one two  three four", to: 9) == "one two\nthree\nfour")
        #expect(HelpText.wrapped("one two", to: 2) == "one\ntwo")
        #expect(HelpText.wrapped("", to: 2) == "")
        let rows = [("alarm pause FIRST", "Pause all alarms on one day"), ("stop", "Stop it")]
        #expect(
            HelpText.columns(rows, to: 80)
                == """
                  alarm pause FIRST  Pause all alarms on one day
                  stop               Stop it
                """)
        // Beside the terms there is no room.
        #expect(
            HelpText.columns(rows, to: 30)
                == """
                  alarm pause FIRST
                      Pause all alarms on one
                      day
                  stop
                      Stop it
                """)
    }

    @Test("A page begins with its name, its version and what it is of, and is the same each time")
    func beginning() {
        #expect(
            page().text == #"""
                .TH A\-CLOCK 1 "" "Clock 1.2.3" "NoiseClock"
                .ad l
                .nh
                .SH NAME
                a\-clock \- tells the time

                """#)
    }

    @Test(
        "man shows it without a warning",
        .enabled(if: RenderedManual.isThere, "this machine has no man"))
    func rendering() throws {
        var page = page()
        page.section("OPTIONS")
        page.command(["--zone NAME", "-z NAME"], "One.\n\nTwo \\ \"three\".")
        page.indented { $0.entry("x", "an x") }
        page.paragraph(".hidden")
        page.verbatim(["'a' ..", ".b"])
        let shown = try RenderedManual.of(page.text)
        #expect(shown.warnings == "")
        for part in ["a-clock - tells the time", "--zone NAME", "Two \\ \"three\".", ".hidden"] {
            #expect(shown.text.contains(part), "\(part) in \(shown.text)")
        }
        #expect(shown.text.contains("\n           'a' ..\n           .b\n"), "\(shown.text)")
    }
}
