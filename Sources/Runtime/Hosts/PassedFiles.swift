import ClockCore
import HAL
import Synchronization

/// Holds open files that came with requests until the host that carries out a request takes its file.
///
/// The machine handles commands as plain values, and an open file is not one. So the file waits here under its
/// request number. A file that nobody takes is dropped with the request's answer.
package final class PassedFiles: Sendable {
    /// How many imports may wait at once. They are decoded one after the other, perhaps for minutes, and each waiting
    /// one holds a descriptor.
    static let capacity = 8

    private let files = Mutex<[RequestID: PassedFile]>([:])

    package init() {}

    /// Returns false, and keeps nothing, when the limit is reached.
    func keep(_ file: PassedFile, for request: RequestID) -> Bool {
        files.withLock { files in
            guard files.count < PassedFiles.capacity else { return false }
            files[request] = file
            return true
        }
    }

    /// Hands the request's file over to the caller.
    @discardableResult
    func take(of request: RequestID) -> PassedFile? {
        files.withLock { $0.removeValue(forKey: request) }
    }
}
