import CLinux
import ClockTime
import Foundation
import Glibc

/// What `board/vm` reports about the kernel that this runs on, and functions for the whole kernel.
enum VirtualBench {
    enum Mode: String {
        case real, simulated
    }

    /// Nil on any other machine.
    static let mode = ProcessInfo.processInfo.environment["NOISECLOCK_VIRTUAL_BENCH"]
        .flatMap(Mode.init(rawValue:))

    /// Nanoseconds since this kernel started, on the clock that the bus log uses.
    static var bootTime: Int64 { noiseclock_nanoseconds(CLOCK_BOOTTIME) }

    static var wallTime: Int64 { noiseclock_nanoseconds(CLOCK_REALTIME) }

    /// Sets the wall clock, as network time or a person does it.
    ///
    /// - Parameter text: RFC 3339 in UTC.
    static func setWallClock(_ text: String, isSynchronised: Bool = true) throws {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        var date = formatter.date(from: text)
        if date == nil {
            formatter.formatOptions.insert(.withFractionalSeconds)
            date = formatter.date(from: text)
        }
        guard let date else { throw BenchError("no time: \(text)") }
        let seconds = date.timeIntervalSince1970
        var value = timeval()
        value.tv_sec = Int(seconds.rounded(.down))
        value.tv_usec = Int(((seconds - seconds.rounded(.down)) * 1_000_000).rounded())
        guard settimeofday(&value, nil) == 0 else { throw BenchError("settimeofday", errno) }
        if isSynchronised { try synchronise() }
    }

    /// Tells the kernel that its time is right, as a time service does. Setting the clock resets that.
    static func synchronise() throws {
        var request = timex()
        request.modes = UInt32(ADJ_STATUS | ADJ_MAXERROR | ADJ_ESTERROR)
        request.status = 0
        guard adjtimex(&request) >= 0 else { throw BenchError("adjtimex", errno) }
    }

    static func read(_ path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw BenchError("reading \(path)", errno)
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Writes to a kernel file in one call. Foundation would replace the file.
    static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw BenchError("opening \(path)", errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw BenchError("writing to \(path)", errno)
        }
    }

    /// Sleeps, in real or simulated time.
    static func rest(_ duration: Duration) {
        let end = bootTime + duration.wholeNanoseconds
        while bootTime < end {
            usleep(UInt32(clamping: min(1_000_000_000, (end - bootTime) / 1000)))
        }
    }

    /// For events that take only seconds unless the host is busy.
    static let patience = Duration.seconds(40)

    /// Waits until it holds, and returns whether it did in time.
    static func wait(
        upTo limit: Duration = patience, until condition: () throws -> Bool
    ) rethrows -> Bool {
        let begin = bootTime
        let end = begin + limit.wholeNanoseconds
        while true {
            if try condition() { return true }
            let now = bootTime
            guard now < end else { return false }
            // Often at first. Where hours pass in seconds, polling is the main cost.
            let longest: Int64 = mode == .simulated ? 500_000 : 10_000
            usleep(UInt32(clamping: max(1000, min(longest, (now - begin) / 50_000))))
        }
    }
}

struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ what: String, _ code: Int32? = nil) {
        description = code.map { "\(what): \(String(cString: strerror($0)))" } ?? what
    }
}
