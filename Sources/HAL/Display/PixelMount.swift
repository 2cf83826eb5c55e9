/// How the viewer sees a panel of pixels: which native pixel lies under each one of the picture.
///
/// A display consists of equal modules in a row, often one. Within each module the wiring may swap rows with columns
/// (transposed) and then run from right to left (mirrored). The whole row of modules may then be turned clockwise. So a
/// module that is soldered in on its side is transposed and mirrored, and a display that hangs upside down is turned.
package struct PixelMount: Hashable, Sendable {
    /// The size of one module in its chip's own coordinates.
    package let moduleColumns: Int
    package let moduleRows: Int
    package let modules: Int
    private let rotation: BoardDescription.Display.Rotation
    private let isMirrored: Bool
    private let isTransposed: Bool

    package init(
        moduleColumns: Int, moduleRows: Int, modules: Int = 1, of display: BoardDescription.Display
    ) {
        self.moduleColumns = moduleColumns
        self.moduleRows = moduleRows
        self.modules = modules
        rotation = display.rotation
        isMirrored = display.isMirrored
        isTransposed = display.isTransposed
    }

    /// A native pixel: the module from the left, and the place in it.
    package struct Place: Hashable, Sendable {
        package var module: Int
        package var column: Int
        package var row: Int

        package init(module: Int = 0, column: Int, row: Int) {
            self.module = module
            self.column = column
            self.row = row
        }
    }

    /// The width of one module as it stands in the row.
    private var seenColumns: Int { isTransposed ? moduleRows : moduleColumns }
    private var seenRows: Int { isTransposed ? moduleColumns : moduleRows }
    private var isOnItsSide: Bool { rotation == .quarter || rotation == .threeQuarters }

    /// The size of the whole display as the viewer sees it.
    package var columns: Int { isOnItsSide ? seenRows : seenColumns * modules }
    package var rows: Int { isOnItsSide ? seenColumns * modules : seenRows }

    /// The native pixel that the viewer sees at a place of the picture, which must lie inside it.
    package func place(column: Int, row: Int) -> Place {
        // Back to the row of modules before it was turned.
        let (across, down) =
            switch rotation {
            case .upright: (column, row)
            case .quarter: (row, columns - 1 - column)
            case .half: (columns - 1 - column, rows - 1 - row)
            case .threeQuarters: (rows - 1 - row, column)
            }
        let within = across % seenColumns
        let unmirrored = isMirrored ? seenColumns - 1 - within : within
        return Place(
            module: across / seenColumns, column: isTransposed ? down : unmirrored,
            row: isTransposed ? unmirrored : down)
    }
}
