/// What a person's file is to become, by the program that imports sounds.
package struct SoundImportOrder: Hashable, Sendable {
    /// The audio file. Nobody here opens one by a name that comes from elsewhere.
    package var source: PassedFile
    /// Path of the WAV file that is made anew.
    package var target: String
    package var playback: OwnSoundPlayback
    /// Of a loop, in milliseconds; nil: the program's own choice, 500.
    package var crossfade: Int?
    /// Bytes that the source may have: more than two hours of what studios record, and more than a WAV file of
    /// its usual form can hold.
    package static let largestSource = 4 << 30

    /// Seconds that may come out.
    package var longestSeconds: Int
    /// Bytes that may come out.
    package var largestBytes: Int
    /// Processor time, which the kernel counts.
    package var processorSeconds: Int
    /// After this much real time the program is killed, whatever it waits for.
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

/// How the program ended.
package enum SoundImportEnd: Hashable, Sendable {
    case exited(Int32)
    /// A crash, or a limit that the kernel holds.
    case signalled(Int32)
    /// It took longer than it was given, and was killed.
    case timedOut
    /// Somebody called `cancel`, and it was killed.
    case cancelled
}

package struct SoundImportRun: Hashable, Sendable {
    package var end: SoundImportEnd
    /// What it wrote to its standard output: one line of JSON. Bounded to 64 KiB.
    package var report: [UInt8]

    package init(end: SoundImportEnd, report: [UInt8]) {
        self.end = end
        self.report = report
    }
}

/// Why the program was not even started. `reason` is the system's words.
package enum SoundImportStartError: Error, Hashable, Sendable {
    /// Neither beside this program nor where it is installed.
    case noProgram(lookedFor: [String])
    /// A folder, a device, a pipe, a socket.
    case sourceIsNoFile
    /// It is open for writing alone.
    case sourceIsNotReadable
    case sourceIsTooLarge(limit: Int)
    /// `isFull`: there is no room.
    case targetFailed(path: String, reason: String, isFull: Bool)
    case system(HostError)
}

/// Starts the program that imports sounds, in a process of its own that can do nothing else.
package protocol SoundImportProgram: AnyObject, Sendable {
    /// Runs it to its end, `longestRun` at most; blocks meanwhile. One at a time: a second caller waits.
    func run(_ order: SoundImportOrder) throws(SoundImportStartError) -> SoundImportRun

    /// Ends the run that is under way, and keeps all later ones from starting: the clock is about to end.
    /// From any thread; does not wait.
    func cancel()
}
