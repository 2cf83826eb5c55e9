import ClockTime
import Testing

@testable import ClockCore

@Suite("Which crashes count")
struct CrashRecordTests {
    /// The record of a run that begins after crashes at these seconds of the boot, where each run noticed the crash
    /// before it.
    private func record(
        afterCrashesAt seconds: [Int], boot: String = "one"
    ) -> CrashRecord {
        var record = CrashRecord(after: nil, boot: BootID(boot), at: time(0))
        for second in seconds {
            record = CrashRecord(after: record, boot: BootID(boot), at: time(second))
        }
        return record
    }

    private func time(_ second: Int) -> BootTime {
        BootTime(nanoseconds: Int64(second) * 1_000_000_000)
    }

    @Test("Five crashes within ten minutes ask for safe mode, and four do not")
    func five() {
        #expect(!record(afterCrashesAt: [1, 2, 3, 4]).asksForSafeMode)
        #expect(record(afterCrashesAt: [1, 2, 3, 4, 5]).asksForSafeMode)
        #expect(record(afterCrashesAt: [1, 150, 300, 450, 600]).asksForSafeMode)
        #expect(!record(afterCrashesAt: [1, 150, 300, 450, 601]).asksForSafeMode)
    }

    @Test("A crash in safe mode is followed by safe mode while the others are young, and not later")
    func again() {
        #expect(record(afterCrashesAt: [1, 2, 3, 4, 5, 600]).asksForSafeMode)
        #expect(!record(afterCrashesAt: [1, 2, 3, 4, 5, 700]).asksForSafeMode)
    }

    @Test("After an end in order nothing is left, so the count begins anew")
    func inOrder() {
        let record = CrashRecord(after: nil, boot: BootID("one"), at: time(9))
        let next = CrashRecord(after: record, boot: BootID("one"), at: time(10))
        #expect(!record.asksForSafeMode && !next.asksForSafeMode)
    }

    @Test("What another boot left says nothing: its power may have gone")
    func otherBoot() {
        var left = record(afterCrashesAt: [1, 2, 3, 4, 5])
        #expect(!CrashRecord(after: left, boot: BootID("two"), at: time(6)).asksForSafeMode)
        left = record(afterCrashesAt: [1, 2, 3, 4])
        #expect(!CrashRecord(after: left, boot: BootID("two"), at: time(5)).asksForSafeMode)
    }

    @Test("Crashes that are still to come are none")
    func future() {
        let left = record(afterCrashesAt: [900, 901, 902, 903, 904])
        #expect(!CrashRecord(after: left, boot: BootID("one"), at: time(5)).asksForSafeMode)
    }

    @Test("However often it crashes, the record does not grow")
    func bounded() {
        #expect(record(afterCrashesAt: Array(1...500)) == record(afterCrashesAt: Array(496...500)))
    }
}
