import ClockCore
import HAL
import Synchronization

/// Open files that came with requests, until whoever carries a request out takes its own.
///
/// The machine knows commands as values, and an open file is none: so it lies here meanwhile, under the number of
/// its request. What nobody took goes with the request's answer.
package final class PassedFiles: Sendable {
    /// Imports that wait at once. One after the other is decoded, for minutes perhaps; each that waits holds a
    /// descriptor.
    static let capacity = 8

    private let files = Mutex<[RequestID: PassedFile]>([:])

    package init() {}

    /// Returns false, and keeps nothing, where as many wait as may.
    func keep(_ file: PassedFile, for request: RequestID) -> Bool {
        files.withLock { files in
            guard files.count < PassedFiles.capacity else { return false }
            files[request] = file
            return true
        }
    }

    /// The request's file, which is the caller's from now on.
    @discardableResult
    func take(of request: RequestID) -> PassedFile? {
        files.withLock { $0.removeValue(forKey: request) }
    }
}
