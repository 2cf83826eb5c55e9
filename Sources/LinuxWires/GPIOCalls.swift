import Glibc
package import HAL

/// One line that is listened to.
package struct InputLine: Hashable, Sendable {
    /// Within its chip; the BCM number on a Raspberry Pi.
    package var offset: Int
    package var isActiveLow: Bool
    package var pull: BoardDescription.Pull

    package init(offset: Int, isActiveLow: Bool, pull: BoardDescription.Pull) {
        self.offset = offset
        self.isActiveLow = isActiveLow
        self.pull = pull
    }
}

/// What the kernel says of a line that nobody here has asked for.
package struct LineState: Hashable, Sendable {
    package var offset: Int
    /// From the device tree, like `GPIO17`; empty where it has none.
    package var name: String
    /// Who has it, empty where they gave no name; nil while it is free.
    package var user: String?

    package init(offset: Int, name: String, user: String? = nil) {
        self.offset = offset
        self.name = name
        self.user = user
    }
}

/// What the kernel says of one edge.
package struct LineEvent: Hashable, Sendable {
    package var offset: Int
    package var isActive: Bool
    /// On CLOCK_MONOTONIC, in nanoseconds.
    package var monotonic: Int64
    /// Counts the line's edges from 1, the lost ones too.
    package var sequence: Int

    package init(offset: Int, isActive: Bool, monotonic: Int64, sequence: Int) {
        self.offset = offset
        self.isActive = isActive
        self.monotonic = monotonic
        self.sequence = sequence
    }
}

/// The library's calls that lines stand on, so that a test can script what each says.
package protocol GPIOCalls: Sendable {
    /// The paths of all chips.
    func chips() -> [String]

    /// What the chip's driver calls itself, like `pinctrl-bcm2711`.
    func label(ofChip path: String) throws(WireFailure) -> String

    /// All lines of a chip, in their order. Takes none of them up.
    func lines(ofChip path: String) throws(WireFailure) -> [LineState]

    /// Takes up all lines in one request, with both edges.
    func requestInputs(
        _ lines: [InputLine], ofChip path: String, debounce: Duration
    ) throws(WireFailure) -> any InputRequest

    /// Takes up a line as an output that is off.
    func requestOutput(
        _ offset: Int, isActiveLow: Bool, ofChip path: String
    ) throws(WireFailure) -> any OutputRequest

    /// What CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC by, in nanoseconds: the time spent suspended.
    func bootMinusMonotonic() -> Int64
}

/// Input lines that are held, until the object goes.
package protocol InputRequest: AnyObject, Sendable {
    /// Becomes readable with an edge, and when the chip goes.
    var descriptor: Int32 { get }

    /// The edges that wait, in order; blocks until there is one.
    func events() throws(WireFailure) -> [LineEvent]

    /// Whether each line, in the order of the request, is active now.
    func levels() throws(WireFailure) -> [Bool]
}

/// An output line that is held, until the object goes.
package protocol OutputRequest: AnyObject, Sendable {
    func set(_ isOn: Bool) throws(WireFailure)
}

/// The chip that a board file means.
func findChip(_ wanted: BoardDescription.GPIOChip, _ calls: some GPIOCalls) throws(LineError)
    -> String
{
    var lastFailure: Int32?
    for path in calls.chips().sorted() {
        do throws(WireFailure) {
            let label = try calls.label(ofChip: path)
            switch wanted {
            case .automatic where ChipLabels.raspberryPi.contains(label): return path
            case .named(let name)
            where [path, path.dropFirst("/dev/".count).description, label].contains(name):
                return path
            case .automatic, .named: continue
            }
        } catch {
            // One that went between the two calls is none. Others may still be ours.
            if error.errno != ENOENT, error.errno != ENODEV { lastFailure = error.errno }
        }
    }
    if let lastFailure { throw .io(errno: lastFailure) }
    switch wanted {
    case .automatic: throw .noChip(ChipLabels.raspberryPi.joined(separator: ", "))
    case .named(let name): throw .noChip(name)
    }
}

package enum ChipLabels {
    /// The chip of the 40-pin header: models up to 3 and Zero 2, 4, 5. Numbers of chips moved between
    /// kernels; labels did not.
    package static let raspberryPi = ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"]
}

extension LineError {
    init(_ failure: WireFailure) {
        switch failure.errno {
        case ENODEV, ENOENT, ENXIO: self = .gone
        case EBUSY: self = .taken
        default: self = .io(errno: failure.errno)
        }
    }
}
