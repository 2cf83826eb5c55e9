import ClockCore
import ClockTime
import Runtime
import Testing

@Suite("The record of crashes in its file")
struct CrashRecordCodingTests {
    private func record(crashes: Int) -> CrashRecord {
        let boot = BootID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        return (0..<crashes).reduce(
            CrashRecord(after: nil, boot: boot, at: BootTime(nanoseconds: .max / 2))
        ) { record, crash in
            CrashRecord(
                after: record, boot: boot, at: BootTime(nanoseconds: .max / 2 + Int64(crash)))
        }
    }

    @Test("A record is read as it was written, and has room", arguments: [0, 1, 4, 5, 100])
    func roundTrip(crashes: Int) throws {
        let record = record(crashes: crashes)
        #expect(record.bytes.count < CrashRecord.largestSize / 4)
        let read = try #require(CrashRecord(reading: record.bytes))
        #expect(read == record)
        #expect(read.asksForSafeMode == (crashes >= 5))
    }

    @Test(
        "Bytes that are no record are none, whatever they are",
        arguments: [
            "", "{", "null", "[]", "{}", #"{"boot":1,"noticed":[]}"#, #"{"boot":"a"}"#,
            #"{"boot":"a","noticed":["x"]}"#, "{\"bo\tot\":1}", "\u{0}\u{0}",
        ])
    func damaged(text: String) {
        #expect(CrashRecord(reading: Array(text.utf8)) == nil)
    }

    @Test("A cut record is none", arguments: 0..<40)
    func cut(length: Int) {
        #expect(CrashRecord(reading: Array(record(crashes: 3).bytes.prefix(length))) == nil)
    }
}
