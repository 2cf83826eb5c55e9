import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

@Suite("The time in words")
struct TimeTextTests {
    @Test("The time is told with its zone, its offset, and how far it is believed")
    func status() throws {
        #expect(
            Presentation.text(.time(try TimeSamples.confirmed())) == """
                Time        23:57:43, Sun 29 Mar 2026
                Zone        Europe/Berlin, UTC+02:00
                Confirmed   7 h 32 min ago

                """)
        #expect(
            Presentation.text(.time(try TimeSamples.plausible())) == """
                Time        23:57:43, Sun 29 Mar 2026
                Zone        Europe/Berlin, UTC+02:00
                Confirmed   no; alarms ring by it; set it: "noiseclock time set YYYY-MM-DDTHH:MM"

                """)
        #expect(
            Presentation.text(.time(try TimeSamples.unknown())) == """
                Time        not known; set it: "noiseclock time set YYYY-MM-DDTHH:MM"
                Zone        Europe/Berlin
                Confirmed   no; no alarm rings

                """)
    }

    @Test("Who set the clock hears what it shows, what rings next, and what needs a word")
    func set() throws {
        #expect(
            Presentation.text(.timeSet(try TimeSamples.set())) == """
                The clock shows 23:57:43, Sun 29 Mar 2026, Europe/Berlin.
                The next alarm is 3 (Work), Mon 30 Mar 07:30, in 7 h 32 min.

                """)
        #expect(
            Presentation.text(.timeSet(try TimeSamples.setWithWords())) == """
                The clock shows 23:57:43, Sun 29 Mar 2026, Europe/Berlin.
                That time comes twice, and this is the first; for the second: noiseclock time set 2026-10-25T01:30:00Z
                No alarm is set.
                The hardware clock was not set: the clock's program may not open it. The time is gone with the power.

                """)
    }

    @Test(
        "Who chose another zone hears what the clock shows, what rings next, and if it is not saved"
    )
    func zone() throws {
        let report = ZoneSetReport(time: try TimeSamples.confirmed(), nextAlarm: nil)
        #expect(
            Presentation.text(Answer(.zoneSet(report), .notSaved("the disk is full"))) == """
                The clock shows 23:57:43, Sun 29 Mar 2026, Europe/Berlin.
                No alarm is set.
                Not saved: the disk is full. It holds until the power goes.

                """)
    }
}
