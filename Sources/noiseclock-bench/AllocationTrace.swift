import CLinux
import Glibc
import LinuxHost

/// Calls of the allocator, as glibc's tracer writes them down (mtrace(3)).
///
/// The tracer counts a whole process and is a library that must be there from its start. So this program
/// is started once more with it; there the measurement marks what is to be counted, and does nothing else.
enum AllocationTrace {
    private static let library = "libc_malloc_debug.so.0"
    /// Names the file that the tracer writes.
    private static let variable = "MALLOC_TRACE"
    /// A trace with more than this is one of a thing that allocates.
    private static let largest = 1 << 20

    /// Whether this process is the one that is looked at.
    static var isOn: Bool { getenv(variable) != nil }

    /// Has what is called from here on written down.
    static func mark(_ body: () -> Void) {
        mtrace()
        body()
        muntrace()
    }

    /// How often a measurement's marked part allocates, frees or moves memory.
    static func count(in measurement: String, of program: String) -> Row.Outcome {
        do throws(RunFailure) {
            let folder = try TemporaryFolder()
            let trace = folder.file("trace")
            let child = try ChildProcess(
                program, [measurement], environment: ["LD_PRELOAD": library, variable: trace])
            if let problem = child.wait().problem {
                throw RunFailure(reason: "this program, traced, \(problem)")
            }
            guard let bytes = try? FileReading.bytes(at: trace, limit: largest),
                let calls = calls(in: String(decoding: bytes, as: UTF8.self))
            else { return .skipped("glibc's tracer, \(library), is not here, or wrote too much") }
            return .measured(Statistics(single: Double(calls)))
        } catch {
            return .failed(error.reason)
        }
    }

    /// Each call is a line "@ caller sign address size", between the marks "= Start" and "= End". Nil for
    /// what is no whole trace.
    static func calls(in trace: String) -> Int? {
        let lines = trace.split(separator: "\n")
        guard lines.first == "= Start", lines.last == "= End" else { return nil }
        return lines.count { $0.hasPrefix("@") }
    }
}
