/// Describes a Linux error number for people. The system's own texts need the C library, which the layers above
/// the drivers do without.
package enum SystemError {
    /// Errors that devices, files and clocks return (errno(3); Linux's asm-generic/errno.h, which is the same on
    /// every machine that this runs on).
    private static let words: [Int32: String] = [
        1: "not permitted",
        2: "not found",
        4: "interrupted",
        5: "input/output error",
        6: "no such device",
        9: "already closed",
        11: "not ready",
        12: "out of memory",
        13: "no permission",
        16: "in use",
        19: "no such device",
        22: "not accepted",
        23: "too many open files in the system",
        24: "too many open files",
        25: "wrong type of device",
        27: "file too large",
        28: "no space left",
        30: "read-only",
        32: "broken pipe",
        71: "protocol error",
        77: "in the wrong state",
        95: "not supported",
        110: "timed out",
        121: "remote input/output error",
        122: "quota exceeded",
    ]

    /// The end of a message, such as the text in brackets: `input/output error, error 5`.
    ///
    /// - Parameter errno: positive. An unknown number gives only the number.
    package static func text(_ errno: Int32) -> String {
        words[errno].map { "\($0), error \(errno)" } ?? "error \(errno)"
    }
}
