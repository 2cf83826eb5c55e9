import CLinux
import Glibc

/// A keyboard of the kernel's that a test makes, plugged in as long as the value lives (uinput).
final class KernelKeyboard {
    private let file: Int32

    // linux/uinput.h, whose macros Swift does not import.
    private static let createDevice: UInt = 0x5501
    private static let setUp: UInt = 0x405C_5503
    private static let setEventBit: UInt = 0x4004_5564
    private static let setKeyBit: UInt = 0x4004_5565
    private static let setAxisBit: UInt = 0x4004_5566

    /// - Parameter axes: motions that it reports, as a knob does.
    init(named name: String = "Bench keypad", keys: [Int32], axes: [Int32] = []) throws {
        file = open("/dev/uinput", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw BenchError("opening uinput", errno) }
        try set(KernelKeyboard.setEventBit, EV_KEY)
        for key in keys { try set(KernelKeyboard.setKeyBit, key) }
        if !axes.isEmpty { try set(KernelKeyboard.setEventBit, EV_REL) }
        for axis in axes { try set(KernelKeyboard.setAxisBit, axis) }
        // struct uinput_setup: what it is (four 16-bit numbers), its name, and how many effects it has.
        var description = [UInt8](repeating: 0, count: 92)
        description.replaceSubrange(8..<8 + name.utf8.count, with: name.utf8)
        guard ioctl(file, KernelKeyboard.setUp, &description) >= 0,
            ioctl(file, KernelKeyboard.createDevice) >= 0
        else { throw BenchError("making a keyboard", errno) }
    }

    /// Closing the file unplugs it.
    deinit { close(file) }

    func press(_ key: Int32) throws { try send(EV_KEY, key, 1) }

    func release(_ key: Int32) throws { try send(EV_KEY, key, 0) }

    func tap(_ key: Int32) throws {
        try press(key)
        VirtualBench.rest(.milliseconds(80))
        try release(key)
    }

    /// Turns its knob by so many clicks; negative is to the left.
    func turn(_ axis: Int32, by clicks: Int32) throws { try send(EV_REL, axis, clicks) }

    private func send(_ type: Int32, _ code: Int32, _ value: Int32) throws {
        for (type, code, value) in [(type, code, value), (EV_SYN, SYN_REPORT, 0)] {
            var event = noiseclock_input_event(
                nanoseconds: 0, type: UInt16(type), code: UInt16(code), value: value)
            guard noiseclock_input_write(file, &event) > 0 else {
                throw BenchError("writing to the keyboard", errno)
            }
        }
    }

    private func set(_ request: UInt, _ value: Int32) throws {
        guard ioctl(file, request, value) >= 0 else { throw BenchError("a keyboard", errno) }
    }
}
