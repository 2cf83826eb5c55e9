import BoardFiles
import CLinux
import ClockTime
import Foundation
import Glibc
import HAL
import LinuxHost
import Runtime
import SimulatedBoard

/// The kernel's I2C bus with the models of any board's chips behind it, in place of the chips that the kernel's
/// driver has itself.
///
/// Theory of operation. The driver's file `serve` gives each message that the kernel sends to the bus, and waits for
/// the answer (board/virtual-bench/i2c-noiseclock-sim.c). A thread passes the messages on to a `SimulatedI2CBus` with
/// the chips' models. So firmware, i2c-dev and the kernel's bus are real, and the models see what a chip would see.
final class ServedBus {
    private static let path = "/sys/kernel/debug/noiseclock-i2c/serve"

    /// For faults and for what the world does to the chips.
    let chips: SimulatedI2CBus
    private let board: BoardDescription
    private let file: Int32
    private let stopping: (heard: Int32, told: Int32)
    private let ended = DispatchSemaphore(value: 0)

    /// Attaches the chips of a board file.
    convenience init(_ path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        try self.init(try BoardFile.parse(bytes))
    }

    init(_ board: BoardDescription) throws {
        self.board = board
        chips = SimulatedI2CBus(clock: LinuxClock())
        let missing = chips.attachChips(of: board, seed: 1)
        guard missing.isEmpty else { throw BenchError("no models of \(missing)") }
        file = open(ServedBus.path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw BenchError("opening \(ServedBus.path)", errno) }
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw BenchError("a pipe", errno) }
        stopping = (ends[0], ends[1])
        let (chips, file, heard, ended) = (chips, file, stopping.heard, ended)
        Thread.detachNewThread {
            ServedBus.serve(chips, from: file, until: heard)
            ended.signal()
        }
    }

    deinit {
        close(stopping.told)
        ended.wait()
        close(stopping.heard)
        close(file)
    }

    /// What a viewer sees of the display.
    var picture: LitPicture? { board.display.flatMap { chips.litPicture(of: $0) } }

    /// Unplugs the display with all its modules.
    func unplugDisplay() {
        for address in board.display?.addresses ?? [] { chips.unplug(address) }
    }

    /// Plugs it in; its memory is what power-up left there.
    func plugDisplay() {
        for address in board.display?.addresses ?? [] { chips.plugIn(address) }
    }

    private static func serve(_ chips: SimulatedI2CBus, from file: Int32, until stop: Int32) {
        var room = [UInt8](repeating: 0, count: Question.size + SimulatedI2CBus.longestMessage)
        while true {
            var polled = [file, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { return }
            // The other end of the pipe was closed.
            guard polled[1].revents == 0 else { return }
            let count = read(file, &room, room.count)
            // A message that the kernel no longer waits for.
            guard count >= Question.size else { continue }
            let answer = Question(room[..<count]).answer(by: chips)
            _ = write(file, answer, answer.count)
        }
    }
}

/// One message on the bus, as the driver's `struct question`.
private struct Question {
    static let size = 8

    let address: I2CAddress?
    let written: [UInt8]
    let readCount: Int

    init(_ bytes: ArraySlice<UInt8>) {
        let head = Array(bytes.prefix(Question.size))
        address = I2CAddress(Int(head[0]) | Int(head[1]) << 8)
        let isRead = head[2] != 0
        let length = Int(head[4]) | Int(head[5]) << 8
        written = isRead ? [] : Array(bytes.dropFirst(Question.size))
        readCount = isRead ? length : 0
    }

    /// An error number or 0, in 32 bits, and what was read.
    func answer(by chips: SimulatedI2CBus) -> [UInt8] {
        guard let address else { return Question.failure(EREMOTEIO) }
        do throws(I2CError) {
            let read = try chips.transfer(to: address, writing: written, readCount: readCount)
            return [0, 0, 0, 0] + read
        } catch {
            return Question.failure(Question.errno(of: error))
        }
    }

    private static func failure(_ errno: Int32) -> [UInt8] {
        withUnsafeBytes(of: errno.littleEndian) { Array($0) }
    }

    /// As the Pi's own driver (i2c-bcm2835) fails.
    private static func errno(of error: I2CError) -> Int32 {
        switch error {
        case .nack: EREMOTEIO
        case .timedOut: ETIMEDOUT
        case .taken: EBUSY
        case .busGone: ENODEV
        case .io(let errno): errno
        }
    }
}
