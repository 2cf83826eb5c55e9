import ClockTime
import Glibc
import LinuxHost

/// `--nights`: reads one story per line, and writes the log of each.
enum Nights {
    /// Answers each chunk of the input as it arrives, so that the input may be endless.
    ///
    /// - Parameters:
    ///   - file: "-" for standard input.
    ///   - seed: determines how late each wake-up is; the output does not depend on it.
    static func run(from file: String, seed: UInt64) throws(SimulatorError) {
        let isStandardInput = file == "-"
        let name = isStandardInput ? "standard input" : file
        let source = isStandardInput ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .noInput("cannot open \(name): \(reason)") }
        defer { if !isStandardInput { close(source) } }
        var batch = NightBatch(zones: StoryZoneFiles(), live: { NightRun.log(of: $0, seed: seed) })
        var block = [UInt8](repeating: 0, count: 65_536)
        var failure: String?
        func write(_ answer: [UInt8]) {
            if failure == nil, !Nights.write(answer) { failure = reason }
        }
        while failure == nil {
            let count = read(source, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .noInput("cannot read \(name): \(reason)") }
            if count == 0 {
                batch.finish(write)
                break
            }
            batch.receive(block[..<count], write)
        }
        if let failure { throw .file("cannot write to standard output: \(failure)") }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.write(
                    STDOUT_FILENO, raw.baseAddress?.advanced(by: written), raw.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}

/// The system's zones, each read once.
struct StoryZoneFiles: ZoneReader {
    private let files = ZoneFiles()
    private var known: [String: Zone] = [:]

    mutating func zone(named name: String) throws(TextFormError) -> Zone {
        if let zone = known[name] { return zone }
        do throws(ZoneFileError) {
            let zone = try files.zone(named: name)
            known[name] = zone
            return zone
        } catch {
            throw TextFormError(error.description)
        }
    }
}
