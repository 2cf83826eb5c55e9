extension ThreadedClock {
    /// What has a thread of its own.
    enum Part: Hashable, Comparable {
        case engine, panel, store, control, outputs, files, devices, library
        /// One for each sound output.
        case sound(Int)

        var name: String {
            switch self {
            case .engine: "engine"
            case .panel: "panel"
            case .store: "store"
            case .control: "control"
            case .outputs: "outputs"
            case .files: "files"
            case .devices: "devices"
            case .library: "library"
            case .sound(0): "sound"
            case .sound(let index): "sound \(index + 1)"
            }
        }

        var bit: Int {
            switch self {
            case .engine: 1 << 0
            case .panel: 1 << 1
            case .store: 1 << 2
            case .control: 1 << 3
            case .outputs: 1 << 4
            case .files: 1 << 5
            case .devices: 1 << 6
            case .library: 1 << 7
            case .sound(let index): 1 << (8 + index)
            }
        }
    }
}
