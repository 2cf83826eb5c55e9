import CGpiod
import CLinux
import Glibc
import HAL

/// The calls of libgpiod.
package struct LibgpiodCalls: GPIOCalls {
    /// The owner of the lines that `gpioinfo` shows.
    package static let consumer = "noiseclock"

    package init() {}

    package func chips() -> [String] {
        namesOfDevices(beginningWith: "gpiochip").map { "/dev/\($0)" }
            .filter { gpiod_is_gpiochip_device($0) }
    }

    package func label(ofChip path: String) throws(WireFailure) -> String {
        let chip = try Chip(path)
        guard let information = gpiod_chip_get_info(chip.pointer) else {
            throw WireFailure(errno: errno)
        }
        defer { gpiod_chip_info_free(information) }
        guard let label = gpiod_chip_info_get_label(information) else { return "" }
        return String(cString: label)
    }

    package func lines(ofChip path: String) throws(WireFailure) -> [LineState] {
        let chip = try Chip(path)
        guard let information = gpiod_chip_get_info(chip.pointer) else {
            throw WireFailure(errno: errno)
        }
        defer { gpiod_chip_info_free(information) }
        var lines: [LineState] = []
        for offset in 0..<gpiod_chip_info_get_num_lines(information) {
            guard let line = gpiod_chip_get_line_info(chip.pointer, UInt32(offset)) else {
                throw WireFailure(errno: errno)
            }
            defer { gpiod_line_info_free(line) }
            let user = gpiod_line_info_get_consumer(line).map { String(cString: $0) } ?? ""
            lines.append(
                LineState(
                    offset: offset,
                    name: gpiod_line_info_get_name(line).map { String(cString: $0) } ?? "",
                    user: gpiod_line_info_is_used(line) ? user : nil))
        }
        return lines
    }

    package func requestInputs(
        _ lines: [InputLine], ofChip path: String
    ) throws(WireFailure) -> any InputRequest {
        let chip = try Chip(path)
        let configuration = try LineConfiguration()
        for line in lines {
            try configuration.add(line.offset) { settings in
                gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT)
                gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH)
                gpiod_line_settings_set_bias(settings, line.pull.bias)
                gpiod_line_settings_set_active_low(settings, line.isActiveLow)
                let debounce = line.debounce
                let microseconds = debounce.components.attoseconds / 1_000_000_000_000
                gpiod_line_settings_set_debounce_period_us(
                    settings,
                    UInt(clamping: debounce.components.seconds * 1_000_000 + microseconds))
                gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC)
            }
        }
        return try LibgpiodInputs(
            try configuration.request(from: chip), offsets: lines.map { UInt32($0.offset) })
    }

    package func requestOutput(
        _ offset: Int, isActiveLow: Bool, ofChip path: String
    ) throws(WireFailure) -> any OutputRequest {
        let chip = try Chip(path)
        let configuration = try LineConfiguration()
        try configuration.add(offset) { settings in
            gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT)
            gpiod_line_settings_set_active_low(settings, isActiveLow)
            gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE)
        }
        return LibgpiodOutput(try configuration.request(from: chip), offset: UInt32(offset))
    }

    package func requestCharge(
        _ offset: Int, ofChip path: String
    ) throws(WireFailure) -> any ChargeRequest {
        let chip = try Chip(path)
        let configuration = try LibgpiodCharge.low(offset)
        return try LibgpiodCharge(try configuration.request(from: chip), offset: offset)
    }

    package func bootMinusMonotonic() -> Int64 {
        // Read in this order, so that the time between the readings cannot make the result negative.
        let monotonic = noiseclock_nanoseconds(CLOCK_MONOTONIC)
        return noiseclock_nanoseconds(CLOCK_BOOTTIME) - monotonic
    }
}

extension BoardDescription.Pull {
    var bias: gpiod_line_bias {
        switch self {
        case .up: GPIOD_LINE_BIAS_PULL_UP
        case .down: GPIOD_LINE_BIAS_PULL_DOWN
        case .off: GPIOD_LINE_BIAS_DISABLED
        }
    }
}

/// An open chip. Requests made through it survive its closing.
struct Chip: ~Copyable {
    let pointer: OpaquePointer

    init(_ path: String) throws(WireFailure) {
        guard let pointer = gpiod_chip_open(path) else { throw WireFailure(errno: errno) }
        self.pointer = pointer
    }

    deinit { gpiod_chip_close(pointer) }
}

/// The configuration of lines for a request.
struct LineConfiguration: ~Copyable {
    private let pointer: OpaquePointer

    init() throws(WireFailure) {
        guard let pointer = gpiod_line_config_new() else { throw WireFailure(errno: errno) }
        self.pointer = pointer
    }

    deinit { gpiod_line_config_free(pointer) }

    /// Adds a line with the settings that `set` makes. The values are the library's own, so no setter can refuse
    /// them.
    func add(_ offset: Int, _ set: (OpaquePointer) -> Void) throws(WireFailure) {
        guard let settings = gpiod_line_settings_new() else { throw WireFailure(errno: errno) }
        defer { gpiod_line_settings_free(settings) }
        set(settings)
        var number = UInt32(offset)
        guard gpiod_line_config_add_line_settings(pointer, &number, 1, settings) == 0 else {
            throw WireFailure(errno: errno)
        }
    }

    /// Gives a held line these settings.
    func reconfigure(_ request: OpaquePointer) throws(WireFailure) {
        guard gpiod_line_request_reconfigure_lines(request, pointer) == 0 else {
            throw WireFailure(errno: errno)
        }
    }

    func request(from chip: borrowing Chip) throws(WireFailure) -> OpaquePointer {
        guard let names = gpiod_request_config_new() else { throw WireFailure(errno: errno) }
        defer { gpiod_request_config_free(names) }
        gpiod_request_config_set_consumer(names, LibgpiodCalls.consumer)
        guard let request = gpiod_chip_request_lines(chip.pointer, names, pointer) else {
            throw WireFailure(errno: errno)
        }
        return request
    }
}

private final class LibgpiodInputs: InputRequest {
    /// Edges read at once. The kernel keeps 16 for each line; the next call gets the rest.
    private static let eventsAtOnce = 64

    // Addresses of the library's objects, which are freed once, when this object goes.
    private let request: UInt
    private let buffer: UInt
    private let offsets: [UInt32]

    /// Takes ownership of the request.
    init(_ request: OpaquePointer, offsets: [UInt32]) throws(WireFailure) {
        guard let buffer = gpiod_edge_event_buffer_new(LibgpiodInputs.eventsAtOnce) else {
            let failure = WireFailure(errno: errno)
            gpiod_line_request_release(request)
            throw failure
        }
        self.request = UInt(bitPattern: request)
        self.buffer = UInt(bitPattern: buffer)
        self.offsets = offsets
    }

    deinit {
        gpiod_edge_event_buffer_free(OpaquePointer(bitPattern: buffer))
        gpiod_line_request_release(OpaquePointer(bitPattern: request))
    }

    var descriptor: Int32 { gpiod_line_request_get_fd(OpaquePointer(bitPattern: request)) }

    func events() throws(WireFailure) -> [LineEvent] {
        let buffer = OpaquePointer(bitPattern: buffer)
        let count = retryingInterrupted {
            gpiod_line_request_read_edge_events(
                OpaquePointer(bitPattern: request), buffer, LibgpiodInputs.eventsAtOnce)
        }
        guard count >= 0 else { throw WireFailure(errno: errno) }
        return (0..<UInt(count)).compactMap { index in
            guard let event = gpiod_edge_event_buffer_get_event(buffer, index) else { return nil }
            return LineEvent(
                offset: Int(gpiod_edge_event_get_line_offset(event)),
                isActive: gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
                monotonic: Int64(clamping: gpiod_edge_event_get_timestamp_ns(event)),
                sequence: Int(gpiod_edge_event_get_line_seqno(event)))
        }
    }

    func levels() throws(WireFailure) -> [Bool] {
        var values = [gpiod_line_value](repeating: GPIOD_LINE_VALUE_INACTIVE, count: offsets.count)
        let result = gpiod_line_request_get_values_subset(
            OpaquePointer(bitPattern: request), offsets.count, offsets, &values)
        guard result == 0 else { throw WireFailure(errno: errno) }
        return values.map { $0 == GPIOD_LINE_VALUE_ACTIVE }
    }
}

private final class LibgpiodOutput: OutputRequest {
    private let request: UInt
    private let offset: UInt32

    /// Takes ownership of the request.
    init(_ request: OpaquePointer, offset: UInt32) {
        self.request = UInt(bitPattern: request)
        self.offset = offset
        CrashSwitch.add(gpiod_line_request_get_fd(request))
    }

    deinit {
        let request = OpaquePointer(bitPattern: request)
        CrashSwitch.remove(gpiod_line_request_get_fd(request))
        gpiod_line_request_release(request)
    }

    func set(_ isOn: Bool) throws(WireFailure) {
        let value = isOn ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE
        let result = gpiod_line_request_set_value(
            OpaquePointer(bitPattern: request), offset, value)
        guard result == 0 else { throw WireFailure(errno: errno) }
    }
}
