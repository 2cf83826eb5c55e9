import BoundedJSON
import CLinux
import Glibc
import Synchronization

/// The OpenAPI file, which is made when it is first asked for, and kept.
///
/// A slow clock takes a second to make it, so that has a thread of its own: others want their answers meanwhile.
final class Description: Sendable {
    private struct State {
        var progress = Progress.unasked
        var thread: pthread_t?
    }

    private enum Progress {
        case unasked
        /// Whoever waits for it.
        case making([@Sendable (StoredFile?) -> Void])
        /// Nil: the server ended before anybody asked.
        case made(StoredFile?)
    }

    private let state = Mutex(State())

    /// - Parameter take: called once, here or on the thread.
    func ask(_ take: @escaping @Sendable (StoredFile?) -> Void) {
        let progress = state.withLock { state -> Progress in
            switch state.progress {
            case .unasked:
                state.progress = .making([take])
                state.thread = try? startThread("description") { [self] in make() }
                // Without a thread it is made here.
                return state.thread == nil ? .unasked : state.progress
            case .making(let waiting): state.progress = .making(waiting + [take])
            case .made: break
            }
            return state.progress
        }
        switch progress {
        case .unasked: make()
        case .making: break
        case .made(let file): take(file)
        }
    }

    /// Answers all who wait, and from then on at once.
    func stop() {
        let thread = state.withLock { state in
            if case .unasked = state.progress {
                state.progress = .made(nil)
            }
            defer { state.thread = nil }
            return state.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    private func make() {
        let file = StoredFile(OpenAPI.document().line(), type: "application/json")
        // As values, the document took several times as much memory as its text, which glibc would keep.
        malloc_trim(0)
        noiseclock_release_file_pages()
        let waiting = state.withLock { state -> [@Sendable (StoredFile?) -> Void] in
            defer { state.progress = .made(file) }
            if case .making(let waiting) = state.progress { return waiting }
            return []
        }
        for take in waiting { take(file) }
    }
}
