import BoundedJSON
import ClockCore
import ClockTime

/// A history record of 64 bytes, numbers little-endian:
///
///     0  sequence, 64 bits, from 1 on; 0 marks a place that was never written
///     8  instant, seconds, 64 bits
///     16 kind, 16 bits: what the rest means
///     18 trust: 0 unknown, 1 plausible, 2 trusted
///     19 a small number, 8 bits
///     20 checksum of the zone's name, 32 bits
///     24 offset of the zone, seconds, 32 bits
///     28 date, days since 1970, 32 bits
///     32 alarm or timer, 64 bits
///     40 a number, 64 bits
///     48 another number, 64 bits
///     56 zero, 32 bits
///     60 CRC-32C of all before
///
/// `HistoryLayout` says what the numbers of a kind are. A kind or word of a newer program is read as
/// `HistoryEvent.unknown` and stays unchanged in the file.
enum HistoryRecordCoding {
    static let length = 64

    static func bytes(of record: HistoryRecord) -> [UInt8] {
        let payload = HistoryLayout.payload(of: record.event)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        append(record.sequence, to: &bytes)
        append(record.instant.seconds, to: &bytes)
        append(payload.kind, to: &bytes)
        append(code(record.trust), to: &bytes)
        append(payload.small, to: &bytes)
        append(record.zone, to: &bytes)
        append(Int32(clamping: record.zoneOffset), to: &bytes)
        append(Int32(clamping: payload.date), to: &bytes)
        append(Int64(clamping: payload.number), to: &bytes)
        append(payload.first, to: &bytes)
        append(payload.second, to: &bytes)
        append(UInt32(0), to: &bytes)
        var checksum = CRC32C()
        checksum.update(bytes[...])
        append(checksum.value, to: &bytes)
        return bytes
    }

    /// Decodes 64 bytes; nil if they hold no record, or a torn or changed one.
    static func record(in bytes: ArraySlice<UInt8>) -> HistoryRecord? {
        guard bytes.count == length else { return nil }
        let start = bytes.startIndex
        func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
            littleEndian(bytes[(start + offset)..<(start + offset + Number.bitWidth / 8)])
        }
        let sequence: UInt64 = number(0)
        // Most slots of a new ring are empty.
        guard sequence != 0 else { return nil }
        var checksum = CRC32C()
        checksum.update(bytes.prefix(length - 4))
        guard checksum.value == number(60), let trust = trust(bytes[start + 18]) else {
            return nil
        }
        let payload = HistoryPayload(
            kind: number(16), small: bytes[start + 19], date: Int(number(28) as Int32),
            number: Int(truncatingIfNeeded: number(32) as Int64), first: number(40),
            second: number(48))
        return HistoryRecord(
            sequence: sequence, instant: Instant(seconds: number(8)), trust: trust,
            zoneOffset: Int(number(24) as Int32), zone: number(20),
            event: HistoryLayout.event(of: payload))
    }

    /// All records in bytes that begin with one, in order; skips what is not a record.
    static func records(in bytes: [UInt8]) -> [HistoryRecord] {
        stride(from: 0, through: bytes.count - length, by: length).compactMap { start in
            record(in: bytes[start..<(start + length)])
        }
    }

    private static func code(_ trust: ClockTrust) -> UInt8 {
        switch trust {
        case .unknown: 0
        case .plausible: 1
        case .trusted: 2
        }
    }

    private static func trust(_ code: UInt8) -> ClockTrust? {
        switch code {
        case 0: .unknown
        case 1: .plausible
        case 2: .trusted
        default: nil
        }
    }
}
