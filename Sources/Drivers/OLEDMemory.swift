import HAL

/// The memory of an OLED controller, and how pictures get into it with few bytes.
///
/// A page is eight rows of the panel; each of its bytes is one column of them, bit 0 at the top. Only what changed is
/// sent, as blocks. A block costs its bytes and those that address it, so two runs of changed bytes become one block
/// where the gap between them costs no more than another address.
struct OLEDMemory: Sendable {
    static let columns = 128
    let pages: Int

    private let pictureColumns: Int
    private let pictureRows: Int
    /// For each bit of the memory, byte by byte from bit 0, the place in the picture of the pixel that it lights. Made
    /// once: a picture has 8192 pixels and may come 30 times a second.
    private let places: [Int]

    /// - Parameter mount: of a panel of 128 columns and whole pages.
    init(mount: PixelMount) {
        let pages = mount.moduleRows / 8
        var places = [Int](repeating: 0, count: pages * Self.columns * 8)
        for row in 0..<mount.rows {
            for column in 0..<mount.columns {
                let native = mount.place(column: column, row: row)
                let byte = native.row / 8 * Self.columns + native.column
                places[byte * 8 + native.row % 8] = row * mount.columns + column
            }
        }
        self.pages = pages
        self.places = places
        pictureColumns = mount.columns
        pictureRows = mount.rows
    }

    var count: Int { pages * Self.columns }

    /// The bytes that show a picture. Of a picture of another size, what lies on the panel.
    func bytes(showing picture: PixelPicture) -> [UInt8] {
        let pixels = picture.pixels(columns: pictureColumns, rows: pictureRows)
        var bytes = [UInt8](repeating: 0, count: count)
        for index in bytes.indices {
            var byte: UInt8 = 0
            for bit in 0..<8 where pixels[places[index &* 8 &+ bit]].isOn {
                byte |= 1 &<< UInt8(truncatingIfNeeded: bit)
            }
            bytes[index] = byte
        }
        return bytes
    }
}

// MARK: - Blocks

extension OLEDMemory {
    /// A rectangle of bytes. They are sent row by row.
    struct Block: Hashable, Sendable {
        var pages: ClosedRange<Int>
        var columns: ClosedRange<Int>

        var count: Int { pages.count * columns.count }

        /// The smallest block that contains both.
        func joined(with other: Block) -> Block {
            Block(
                pages: min(
                    pages.lowerBound, other.pages.lowerBound)...max(
                        pages.upperBound, other.pages.upperBound),
                columns: min(
                    columns.lowerBound, other.columns.lowerBound)...max(
                        columns.upperBound, other.columns.upperBound))
        }
    }

    /// What it takes to send a block.
    struct Addressing: Hashable, Sendable {
        /// The bytes on the bus besides those of the block.
        var cost: Int
        /// The chip goes on to the next page by itself.
        var spansPages: Bool
    }

    /// All of the memory.
    func whole(_ addressing: Addressing) -> [Block] {
        let columns = 0...(Self.columns - 1)
        return addressing.spansPages
            ? [Block(pages: 0...(pages - 1), columns: columns)]
            : (0..<pages).map { Block(pages: $0...$0, columns: columns) }
    }

    /// Blocks that contain every byte that changed, from top to bottom.
    func changes(from old: [UInt8], to new: [UInt8], _ addressing: Addressing) -> [Block] {
        var blocks: [Block] = []
        for page in 0..<pages {
            for columns in changedRuns(of: page, from: old, to: new, addressing) {
                let run = Block(pages: page...page, columns: columns)
                let above = blocks.firstIndex {
                    addressing.spansPages && $0.pages.upperBound == page - 1
                        && $0.joined(with: run).count <= $0.count + run.count + addressing.cost
                }
                if let above {
                    blocks[above] = blocks[above].joined(with: run)
                } else {
                    blocks.append(run)
                }
            }
        }
        return blocks
    }

    private func changedRuns(
        of page: Int, from old: [UInt8], to new: [UInt8], _ addressing: Addressing
    ) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        let start = page * Self.columns
        for column in 0..<Self.columns where old[start + column] != new[start + column] {
            if let last = runs.last, column - last.upperBound - 1 <= addressing.cost {
                runs[runs.count - 1] = last.lowerBound...column
            } else {
                runs.append(column...column)
            }
        }
        return runs
    }

    /// The bytes of a block in the order in which the chip takes them.
    static func bytes(of block: Block, in memory: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(block.count)
        for page in block.pages {
            let start = page * columns
            bytes += memory[start + block.columns.lowerBound...start + block.columns.upperBound]
        }
        return bytes
    }
}
