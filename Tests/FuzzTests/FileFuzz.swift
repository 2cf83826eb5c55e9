import CalendarFile
import FuzzKit
import Glibc
import HAL

@testable import ClockCore
@testable import ClockTime
@testable import noiseclock_import

extension FuzzParser {
    static let tzif = FuzzParser(
        "tzif",
        dictionary: [
            "TZif", "TZif2", "TZif3", "\nCET-1CEST,M3.5.0,M10.5.0/3\n", "\n<-03>3\n", ",J60/-167",
            ",0/0", "M13.9.9", "EST5EDT", "/25:00:00", "<+9999>", "-24:59:59",
        ]
    ) {
        let instants: [Int64] = [
            .min, -62_135_596_800, -1, 0, 1_774_742_400, 253_402_300_799, .max,
        ]
        return { bytes in
            let zone: Zone
            do throws(ZoneError) {
                zone = try Zone(name: "Test", tzif: bytes)
            } catch {
                try expect(!error.description.isEmpty, "refused without a word")
                return .refused
            }
            for seconds in instants {
                let instant = Instant(seconds: seconds)
                try expect(
                    abs(zone.offset(at: instant).seconds) <= Zone.furthestOffset, "a wild offset")
                _ = zone.civilTime(at: instant)
            }
            var last = Instant(seconds: .min)
            var count = 0
            while let next = zone.nextTransition(after: last) {
                try expect(next > last, "the transitions are not in order")
                last = next
                count += 1
            }
            try expect(count <= 70_000, "\(count) transitions")
            guard let time = TimeOfDay("02:30") else { return .refused }
            for now in instants.dropFirst().dropLast().map({ Instant(seconds: $0) }) {
                let found = Schedule.once(at: time).nextOccurrence(
                    after: now, armedAt: now, in: zone)
                try expect(found.map { $0.instant > now } ?? true, "a date that is past")
            }
            return .accepted
        }
    }

    static let ics = FuzzParser(
        "ics",
        dictionary: [
            "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "BEGIN:VCALENDAR\r\n", "END:VCALENDAR\r\n",
            "DTSTART;VALUE=DATE:20260101\r\n", "DTEND;VALUE=DATE:20260102\r\n", "DURATION:P1D\r\n",
            "RRULE:FREQ=DAILY\r\n", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n", ";INTERVAL=",
            ";COUNT=", ";UNTIL=20261231", "EXDATE;VALUE=DATE:", "RECURRENCE-ID;VALUE=DATE:",
            ";BYDAY=-1SU",
            "SUMMARY:", "STATUS:CANCELLED\r\n", "SEQUENCE:2\r\n", "EXDATE:20260101T000000Z\r\n",
            "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\r\n", "DTEND:None\r\n", "RRULE:\r\n", "\r\n ",
            ";TZID=\"", "FREQ=SECONDLY",
        ]
    ) {
        guard let first = CivilDate("2026-01-01"), let last = CivilDate("2030-12-31") else {
            throw FuzzFinding("there are no dates")
        }
        return { bytes in
            let lines = 1 + bytes.filter { $0 == 0x0a || $0 == 0x0d }.count
            let found: [CalendarDay]
            do throws(CalendarError) {
                found = try CalendarFile.days(
                    in: bytes, from: first, through: last, zone: .utc
                ).days
            } catch {
                try expect((1...lines).contains(error.line), "the error names no line: \(error)")
                try expect(!error.description.isEmpty, "refused without a word")
                return .refused
            }
            try expect(
                found.allSatisfy { (first...last).contains($0.date) }, "days that nobody asked for")
            try expect(
                zip(found, found.dropFirst()).allSatisfy { $0.date < $1.date }, "days out of order")
            try expect(!found.contains { $0.name.contains("\n") }, "a name of two lines")
            return .accepted
        }
    }

    /// Every second input gets a valid checksum.
    static let mixCode = FuzzParser(
        "mix-code", dictionary: ["0", "Z", "-", "ZZZZZZ", "000000", "7"]
    ) {
        { bytes in
            var text = String(decoding: bytes, as: UTF8.self)
            if bytes.count % 2 == 0 { text = withChecksum(text) }
            let mix: SharedMix
            do throws(MixCode.Problem) {
                mix = try MixCode.decode(text)
            } catch {
                return .refused
            }
            try expect((1...16).contains(mix.voices.count), "\(mix.voices.count) sounds")
            try expect(
                (try? MixCode.decode(MixCode.encode(mix))) == mix, "written, it reads otherwise")
            return .accepted
        }
    }

    private static func withChecksum(_ text: String) -> String {
        let digits = text.unicodeScalars.compactMap { MixCode.alphabet.firstIndex(of: $0) }
            .map { UInt8($0) }.dropLast(MixCode.checksumLength)
        var whole = ""
        for digit in digits + MixCode.checksum(of: Array(digits)) {
            whole.unicodeScalars.append(MixCode.alphabet[Int(digit)])
        }
        return whole
    }

    static let wave = FuzzParser("wave", dictionary: ["RIFF", "WAVE", "fmt ", "data", "smpl"]) {
        { bytes in
            let header = Array(bytes.prefix(WaveFile.headerSize))
            guard let content = WaveFile.content(ofHeader: header, size: bytes.count) else {
                return .refused
            }
            let rest = WaveFile.headerSize + content.frames * WaveFile.bytesPerFrame
            try expect(rest <= bytes.count && content.frames > 0, "more frames than there are")
            try expect(
                WaveFile.header(
                    frames: content.frames, rate: content.rate, isLoop: content.isLoop) == header,
                "written, it reads otherwise")
            return .accepted
        }
    }

    /// The decoder of foreign files, without its process and sandbox. Short files can decode to long sounds, so it
    /// stops after some blocks.
    static let audio = FuzzParser(
        "audio",
        dictionary: [
            "RIFF", "RIFX", "RF64", "WAVE", "fmt ", "data", "fact", "LIST", "FORM", "AIFF", "AIFC",
            "COMM", "SSND", "fLaC", "OggS", "caff", "desc", "pakt", "ima4", "lpcm", "ID3", "TAG",
            "Xing", "Info", "\u{ff}\u{fb}", "vorbis", "OpusHead",
        ]
    ) {
        // It disappears with the process, however that ends.
        var name = Array("/tmp/nc-fuzz-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        try expect(file >= 0, "no file can be made")
        unlink(name)
        return { bytes in
            try expect(
                ftruncate(file, 0) == 0 && pwrite(file, bytes, bytes.count, 0) == bytes.count,
                "the input cannot be written")
            do throws(ImportProblem) {
                let input = try InputFile(file)
                var decoder = try Decoder(input)
                var blocks = 0
                while blocks < 8 {
                    let block = try decoder.next()
                    if block.isEmpty { break }
                    blocks += 1
                }
                _ = try decoder.remarks()
                return blocks > 0 ? .accepted : .refused
            } catch {
                try expect(!error.message.isEmpty, "refused without a word")
                return .refused
            }
        }
    }
}
