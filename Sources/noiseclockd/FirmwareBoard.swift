import BoardFiles
import ClockTime
import HAL
import LinuxHost
import Runtime

/// The board that the clock is started with, and what is wrong about it.
///
/// The last file that was right is kept beside the state: a slip in an editor, or a card that lost the
/// file, must not cost the morning's alarm. The clock then runs with the copy and says so.
struct FirmwareBoard {
    let description: BoardDescription
    let drivers: BoardDrivers
    /// Sentences for people; the clock runs all the same.
    var problems: [String]

    /// What a clock that runs with it keeps as its last good copy; nil where that is there already.
    private(set) var bytesToKeep: [UInt8]?

    /// The copy's name in the state directory.
    private static let copyName = "board.json"

    /// Reads the board file, or the last good copy of it.
    static func load(_ path: String, state: String) throws(FirmwareError) -> FirmwareBoard {
        let copy = "\(state)/\(copyName)"
        let failure: FirmwareError
        do throws(FirmwareError) {
            let bytes = try read(path)
            var board = try FirmwareBoard(bytes, path: path)
            if (try? read(copy)) != bytes { board.bytesToKeep = bytes }
            return board
        } catch {
            failure = error
        }
        guard let bytes = try? read(copy), var board = try? FirmwareBoard(bytes, path: copy) else {
            throw .board(failure.message)
        }
        board.problems.insert("\(failure.message). The clock runs with the last good copy", at: 0)
        return board
    }

    /// What is to be done with `bytesToKeep` by the clock that has the state directory.
    func copy(inState state: String, at now: BootTime) -> BoardCopy? {
        bytesToKeep.map { bytes in
            BoardCopy(besides: problems, at: now) {
                do throws(FileError) {
                    try FileReplacing.replace("\(state)/\(FirmwareBoard.copyName)", with: bytes)
                    return nil
                } catch {
                    return error.description
                }
            }
        }
    }

    /// What somebody who asks about a file is told; throws what is wrong with it.
    static func check(_ path: String) throws(FirmwareError) -> [String] {
        let board = try FirmwareBoard(try read(path), path: path)
        return ["\(path): correct. It describes \(Spelling.quoted(board.description.name))"]
            + board.problems.map { "\(path): warning: \($0)" }
    }

    /// The device tree overlays that a file names; throws what is wrong with it.
    static func overlays(of path: String) throws(FirmwareError) -> [String] {
        try FirmwareBoard(try read(path), path: path).description.overlays
    }

    init(_ bytes: [UInt8], path: String) throws(FirmwareError) {
        do throws(BoardDescription.Problem) {
            description = try BoardFile.parse(bytes)
            drivers = try BoardDrivers(for: description)
        } catch {
            throw .board("\(path): \(error.description)")
        }
        problems = description.warnings
    }

    private static func read(_ path: String) throws(FirmwareError) -> [UInt8] {
        do throws(FileError) {
            return try FileReading.bytes(at: path, limit: BoardFile.largestSize)
        } catch {
            throw .noInput(error.description)
        }
    }
}
