import ClockTime
import Control
import Glibc

/// The program from its arguments to its exit status.
enum WebProgram {
    static func run(_ arguments: [String]) -> Int32 { 0 }
}
