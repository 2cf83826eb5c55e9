import CGpiod
import CLinux
import Glibc

/// A line of libgpiod that changes between low and let go. It is one request for both, so that nobody can take the line
/// in between.
final class LibgpiodCharge: ChargeRequest {
    /// More edges than one charge has.
    private static let eventsAtOnce = 16

    // Addresses of the library's objects, which are freed once, when this object goes.
    private let request: UInt
    private let buffer: UInt
    private let offset: Int

    /// Takes ownership of the request.
    init(_ request: OpaquePointer, offset: Int) throws(WireFailure) {
        guard let buffer = gpiod_edge_event_buffer_new(LibgpiodCharge.eventsAtOnce) else {
            let failure = WireFailure(errno: errno)
            gpiod_line_request_release(request)
            throw failure
        }
        self.request = UInt(bitPattern: request)
        self.buffer = UInt(bitPattern: buffer)
        self.offset = offset
    }

    deinit {
        gpiod_edge_event_buffer_free(OpaquePointer(bitPattern: buffer))
        gpiod_line_request_release(OpaquePointer(bitPattern: request))
    }

    /// The configuration of a line that is low.
    static func low(_ offset: Int) throws(WireFailure) -> LineConfiguration {
        let configuration = try LineConfiguration()
        try configuration.add(offset) { settings in
            gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT)
            gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE)
        }
        return configuration
    }

    private static func released(_ offset: Int) throws(WireFailure) -> LineConfiguration {
        let configuration = try LineConfiguration()
        try configuration.add(offset) { settings in
            gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT)
            gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_RISING)
            gpiod_line_settings_set_bias(settings, GPIOD_LINE_BIAS_DISABLED)
            gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC)
        }
        return configuration
    }

    private var pointer: OpaquePointer {
        get throws(WireFailure) {
            guard let pointer = OpaquePointer(bitPattern: request) else {
                throw WireFailure(errno: EBADF)
            }
            return pointer
        }
    }

    func discharge() throws(WireFailure) {
        try LibgpiodCharge.low(offset).reconfigure(try pointer)
    }

    func charge() throws(WireFailure) -> Int64 {
        let configuration = try LibgpiodCharge.released(offset)
        let start = noiseclock_nanoseconds(CLOCK_MONOTONIC)
        try configuration.reconfigure(try pointer)
        return start
    }

    func risingEdges() throws(WireFailure) -> [Int64] {
        let request = try pointer
        let pending = retryingInterrupted { gpiod_line_request_wait_edge_events(request, 0) }
        guard pending >= 0 else { throw WireFailure(errno: errno) }
        guard pending > 0 else { return [] }
        let buffer = OpaquePointer(bitPattern: buffer)
        let count = retryingInterrupted {
            gpiod_line_request_read_edge_events(request, buffer, LibgpiodCharge.eventsAtOnce)
        }
        guard count >= 0 else { throw WireFailure(errno: errno) }
        return (0..<UInt(count)).compactMap { index in
            gpiod_edge_event_buffer_get_event(buffer, index).map {
                Int64(clamping: gpiod_edge_event_get_timestamp_ns($0))
            }
        }
    }

    func isHigh() throws(WireFailure) -> Bool {
        let value = gpiod_line_request_get_value(try pointer, UInt32(offset))
        guard value != GPIOD_LINE_VALUE_ERROR else { throw WireFailure(errno: errno) }
        return value == GPIOD_LINE_VALUE_ACTIVE
    }
}
