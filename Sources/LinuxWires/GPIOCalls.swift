import Glibc
package import HAL

/// An input line to watch.
package struct InputLine: Hashable, Sendable {
    /// Within its chip; the BCM number on a Raspberry Pi.
    package var offset: Int
    package var isActiveLow: Bool
    package var pull: BoardDescription.Pull
    /// How long the line must be stable before the kernel reports an edge; zero for every edge.
    package var debounce: Duration

    package init(
        offset: Int, isActiveLow: Bool, pull: BoardDescription.Pull, debounce: Duration
    ) {
        self.offset = offset
        self.isActiveLow = isActiveLow
        self.pull = pull
        self.debounce = debounce
    }
}

/// The kernel's information on a line that we have not requested.
package struct LineState: Hashable, Sendable {
    package var offset: Int
    /// From the device tree, like `GPIO17`; empty if it has none.
    package var name: String
    /// The line's holder, empty if it gave no name; nil while the line is free.
    package var user: String?

    package init(offset: Int, name: String, user: String? = nil) {
        self.offset = offset
        self.name = name
        self.user = user
    }
}

/// The kernel's event for one edge.
package struct LineEvent: Hashable, Sendable {
    package var offset: Int
    package var isActive: Bool
    /// On CLOCK_MONOTONIC, in nanoseconds.
    package var monotonic: Int64
    /// Counts the line's edges from 1, including lost ones.
    package var sequence: Int

    package init(offset: Int, isActive: Bool, monotonic: Int64, sequence: Int) {
        self.offset = offset
        self.isActive = isActive
        self.monotonic = monotonic
        self.sequence = sequence
    }
}

/// The library calls that lines depend on, so that tests can script the answers.
package protocol GPIOCalls: Sendable {
    /// The paths of all chips.
    func chips() -> [String]

    /// The label of the chip's driver, like `pinctrl-bcm2711`.
    func label(ofChip path: String) throws(WireFailure) -> String

    /// All lines of a chip, in order. Requests none of them.
    func lines(ofChip path: String) throws(WireFailure) -> [LineState]

    /// Requests all lines together, with both edges.
    func requestInputs(
        _ lines: [InputLine], ofChip path: String
    ) throws(WireFailure) -> any InputRequest

    /// Requests a line as an output that is off.
    func requestOutput(
        _ offset: Int, isActiveLow: Bool, ofChip path: String
    ) throws(WireFailure) -> any OutputRequest

    /// Requests a line as an output that is low, to be let go and watched.
    func requestCharge(_ offset: Int, ofChip path: String) throws(WireFailure) -> any ChargeRequest

    /// How far CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC, in nanoseconds: the time spent suspended.
    func bootMinusMonotonic() -> Int64
}

/// Input lines that are held until the object is released.
package protocol InputRequest: AnyObject, Sendable {
    /// Readable when an edge is pending, and when the chip is gone.
    var descriptor: Int32 { get }

    /// The pending edges in order; blocks until there is one.
    func events() throws(WireFailure) -> [LineEvent]

    /// Whether each line is active now, in the order of the request.
    func levels() throws(WireFailure) -> [Bool]
}

/// An output line that is held until the object is released.
package protocol OutputRequest: AnyObject, Sendable {
    func set(_ isOn: Bool) throws(WireFailure)
}

/// A line that is low or let go, held until the object is released.
package protocol ChargeRequest: AnyObject, Sendable {
    func discharge() throws(WireFailure)

    /// Makes the line an input without bias.
    ///
    /// - Returns: when, on CLOCK_MONOTONIC, in nanoseconds.
    func charge() throws(WireFailure) -> Int64

    /// When the line became high, on CLOCK_MONOTONIC, in order. Never waits.
    func risingEdges() throws(WireFailure) -> [Int64]

    func isHigh() throws(WireFailure) -> Bool
}

/// Finds the chip that a board file names.
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
            // A chip that went away between the two calls does not count. Others may still match.
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
    /// The chip of the 40-pin header: models up to 3 and Zero 2, 4, 5. Chip numbers changed between kernels; labels
    /// did not.
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
