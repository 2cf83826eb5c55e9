import ClockTime
import Glibc
import LinuxHost

/// A `noiseclockd` that plays into a pipe whose other end is here: ALSA's `file` over `null` hands the frames
/// on as they are written.
struct PipedFirmware {
    let program: String

    /// As long as a frame may take on a busy Raspberry Pi, and an orderly end.
    private static let patience = 20.0

    /// Starts it so often, in the midst of noise that it was ended in, and waits for the first frame.
    ///
    /// - Returns: milliseconds from before the process is made until a frame has come, of each start.
    func timesToFirstFrame(starts: Int) throws(RunFailure) -> [Double] {
        try DelayedSignals.during { () throws(RunFailure) in
            let folder = try TemporaryFolder()
            let pipe = try Pipe(folder.file("heard"))
            try folder.write(
                """
                {"version": 1, "name": "bench", "i2c": {"bus": 99}, "display": {"driver": "none"},
                 "audio": {"device": "file:'\(folder.file("heard"))',raw", "rate": 48000}}
                """, to: "board.json")
            // The first one is told what to play, and not counted.
            _ = try firstFrame(
                folder, pipe, order: #"{"id":"1","command":"noise.play","sound":"pink"}"#)
            var times: [Double] = []
            for _ in 0..<starts { times.append(try firstFrame(folder, pipe, order: nil)) }
            return times
        }
    }

    private func firstFrame(
        _ folder: borrowing TemporaryFolder, _ pipe: borrowing Pipe, order: String?
    ) throws(RunFailure) -> Double {
        let manager = try ReadySocket(folder.file("notify"))
        defer { unlink(folder.file("notify")) }
        let log = folder.file("log")
        let begun = PipedFirmware.seconds
        let child = try ChildProcess(
            program,
            [
                "--board", folder.file("board.json"), "--state", folder.file("state"),
                "--socket", folder.file("control"), "--zone", "UTC",
            ], environment: ["NOTIFY_SOCKET": folder.file("notify")], output: log)
        var came: Double?
        do throws(RunFailure) {
            if let order {
                guard manager.waitUntilReady(child, attempts: 300) else {
                    throw RunFailure(reason: "it did not become ready")
                }
                try ControlSocket(folder.file("control")).order(order)
            }
            came = pipe.firstBytes(before: begun + PipedFirmware.patience, of: child)
        } catch {
            _ = end(child, pipe)
            throw RunFailure(reason: "noiseclockd: \(error.reason)")
        }
        let end = end(child, pipe)
        if let problem = end.problem { throw RunFailure(reason: "noiseclockd \(problem)") }
        guard let came else {
            throw RunFailure(
                reason: "noiseclockd played nothing: \(IdleFirmware.lastLine(of: log))")
        }
        return (came - begun) * 1000
    }

    /// Asks it to end and takes what it still plays, as it would wait for that to be taken.
    private func end(_ child: ChildProcess, _ pipe: borrowing Pipe) -> ChildProcess.End {
        child.signal(SIGTERM)
        if !pipe.drain(before: PipedFirmware.seconds + PipedFirmware.patience, of: child) {
            child.signal(SIGKILL)
        }
        let end = child.wait()
        _ = pipe.drain(before: 0, of: child)
        return end
    }

    fileprivate static var seconds: Double { Double(LinuxClock().now().boot.nanoseconds) / 1e9 }
}

/// The reading end of a pipe with a name.
private struct Pipe: ~Copyable {
    private let number: Int32

    /// Reading from one that could not be opened gives nothing.
    init(_ path: String) throws(RunFailure) {
        guard mkfifo(path, 0o600) == 0 else {
            throw RunFailure(reason: "no pipe can be made at \(path)")
        }
        number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }

    deinit { close(number) }

    /// When there was something to read; nil where the child ended first, or it did not come in time.
    func firstBytes(before end: Double, of child: ChildProcess) -> Double? {
        while PipedFirmware.seconds < end, !child.hasEnded, !DelayedSignals.hasCome {
            if readOnce() { return PipedFirmware.seconds }
        }
        return nil
    }

    /// Takes what comes until the child has ended; false: it did not in time.
    func drain(before end: Double, of child: ChildProcess) -> Bool {
        while !child.hasEnded {
            guard PipedFirmware.seconds < end else { return false }
            _ = readOnce()
        }
        while readOnce() {}
        return true
    }

    /// Takes what is there, or comes within 10 ms; false: nothing.
    private func readOnce() -> Bool {
        var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 10) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(number, &bytes, bytes.count)
        // A pipe that nobody has open for writing answers at once, with nothing.
        if count <= 0 { poll(nil, 0, 1) }
        return count > 0
    }
}
