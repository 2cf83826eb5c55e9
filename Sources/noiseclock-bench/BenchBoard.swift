import BoardFiles
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization

/// The board of the bench: as the one that ships, the parts that matter here.
enum BenchBoard {
    /// - Parameters:
    ///   - hasLight: whether there is a light sensor beside the display.
    static func description(hasLight: Bool) throws(RunFailure) -> BoardDescription {
        let light = hasLight ? #", "light": {"source": "bh1750", "address": "0x23"}"# : ""
        do throws(BoardDescription.Problem) {
            return try BoardFile.parse(
                Array(
                    """
                    {"version": 1, "name": "bench",
                     "display": {"driver": "ht16k33-7seg", "addresses": ["0x70"],
                                 "digitBytes": [0, 2, 6, 8], "colon": [4, 2], "points": true}\(light)}
                    """.utf8))
        } catch {
            throw RunFailure(reason: error.description)
        }
    }

    static func drivers(hasLight: Bool) throws(RunFailure) -> BoardDrivers {
        let board = try description(hasLight: hasLight)
        do throws(BoardDescription.Problem) {
            return try BoardDrivers(for: board)
        } catch {
            throw RunFailure(reason: error.description)
        }
    }
}

/// What goes over a bus for a transfer: the data, and an address before each of its messages.
enum BusBytes {
    static func count(written: Int, read: Int) -> Int {
        let writes = written > 0 || read == 0 ? 1 + written : 0
        return writes + (read > 0 ? 1 + read : 0)
    }
}

/// A bus that takes everything and counts it. Nothing on it can be read.
final class CountingBus: I2CBus {
    private let counted = Atomic<Int>(0)

    var bytes: Int { counted.load(ordering: .relaxed) }

    func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        guard readCount == 0 else { throw .nack }
        counted.wrappingAdd(BusBytes.count(written: bytes.count, read: 0), ordering: .relaxed)
        return []
    }
}
