/// Which registers of a chip to send, when few of many have changed.
///
/// A new transfer costs the address, the register's number, a start and a stop: 20 bits. An unchanged byte between two
/// changed ones costs 9. So a gap of up to two bytes is sent along, and a longer one begins a new transfer. No transfer
/// carries more than 32 bytes of data, which is the most that SMBus adapters can write in a block.
enum RegisterRuns {
    static let longestTransfer = 32
    private static let longestGap = 2

    /// The runs to send so that registers with the content `old` get that of `new`, which has as many; none if they are
    /// equal.
    static func changed(from old: [UInt8], to new: [UInt8]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in new.indices where old[index] != new[index] {
            if let run = runs.last, index - run.upperBound <= longestGap,
                index - run.lowerBound < longestTransfer
            {
                runs[runs.count - 1] = run.lowerBound..<(index + 1)
            } else {
                runs.append(index..<(index + 1))
            }
        }
        return runs
    }

    /// All of `count` registers, in transfers of at most `step`.
    static func all(_ count: Int, step: Int = longestTransfer) -> [Range<Int>] {
        stride(from: 0, to: count, by: step).map { $0..<min(count, $0 + step) }
    }
}
