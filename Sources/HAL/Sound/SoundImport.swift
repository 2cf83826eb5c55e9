/// An order for the import program: which file to convert, into what, within which limits.
package struct SoundImportOrder: Hashable, Sendable {
    /// The audio file. Nothing here opens a file by a name that comes from outside.
    package var source: PassedFile
    /// Path of the WAV file to create.
    package var target: String
    package var playback: OwnSoundPlayback
    /// Crossfade of a loop in milliseconds; nil for the program's default, 500.
    package var crossfade: Int?
    /// Maximum source size in bytes: more than two hours at studio quality, and more than a WAV file of the usual
    /// form can hold.
    package static let largestSource = 4 << 30

    /// Maximum length of the result in seconds.
    package var longestSeconds: Int
    /// Maximum size of the result in bytes.
    package var largestBytes: Int
    /// CPU time limit, enforced by the kernel.
    package var processorSeconds: Int
    /// Real-time limit. After it the program is killed, whatever it is waiting for.
    package var longestRun: Duration

    package init(
        source: PassedFile, target: String, playback: OwnSoundPlayback, crossfade: Int? = nil,
        longestSeconds: Int, largestBytes: Int, processorSeconds: Int, longestRun: Duration
    ) {
        self.source = source
        self.target = target
        self.playback = playback
        self.crossfade = crossfade
        self.longestSeconds = longestSeconds
        self.largestBytes = largestBytes
        self.processorSeconds = processorSeconds
        self.longestRun = longestRun
    }
}

/// How the import program ended.
package enum SoundImportEnd: Hashable, Sendable {
    case exited(Int32)
    /// A crash, or a limit enforced by the kernel.
    case signalled(Int32)
    /// It exceeded its time and was killed.
    case timedOut
    /// It was killed because somebody called `cancel`.
    case cancelled
}

package struct SoundImportRun: Hashable, Sendable {
    package var end: SoundImportEnd
    /// Its standard output: one line of JSON, at most 64 KiB.
    package var report: [UInt8]

    package init(end: SoundImportEnd, report: [UInt8]) {
        self.end = end
        self.report = report
    }
}

/// Why the program did not start. `reason` is the system's text.
package enum SoundImportStartError: Error, Hashable, Sendable {
    /// The program is neither beside this one nor where it is installed.
    case noProgram(lookedFor: [String])
    /// The source is a folder, a device, a pipe or a socket.
    case sourceIsNoFile
    /// The descriptor is write-only.
    case sourceIsNotReadable
    case sourceIsTooLarge(limit: Int)
    /// `isFull`: the disk is full.
    case targetFailed(path: String, reason: String, isFull: Bool)
    case system(HostError)
}

/// Runs the import program in a separate process that can do nothing else.
package protocol SoundImportProgram: AnyObject, Sendable {
    /// Runs the program to its end, for at most `longestRun`. Blocks. Runs one at a time: a second caller waits.
    func run(_ order: SoundImportOrder) throws(SoundImportStartError) -> SoundImportRun

    /// Kills the current run and prevents later ones, because the clock is shutting down. Thread-safe; does not
    /// wait.
    func cancel()
}
