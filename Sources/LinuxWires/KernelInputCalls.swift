import CLinux
import ClockTime
import Glibc
import HAL

/// The kernel's input devices in `/dev/input`.
package struct KernelInputCalls: InputCalls {
    private let folder: String

    package init(folder: String = "/dev/input") {
        self.folder = folder
    }

    package func devices() -> [String] {
        namesOfDevices(beginningWith: "event", in: folder).map { "\(folder)/\($0)" }
    }

    package func open(_ path: String) throws(WireFailure) -> any InputDevice {
        let file = retryingInterrupted {
            Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        }
        guard file >= 0 else { throw WireFailure(errno: errno) }
        let device = KernelInputDevice(taking: file)
        // The boot clock, so that a press is timed like everything else of the clock.
        guard noiseclock_input_set_clock(file, CLOCK_BOOTTIME) == 0 else {
            throw WireFailure(errno: errno)
        }
        return device
    }

    package func watch() -> (any InputWatch)? {
        FolderWatch(folder)
    }
}

/// One of the kernel's input devices, open.
final class KernelInputDevice: InputDevice {
    let descriptor: Int32
    let name: String
    let keys: Set<Int>
    let isKnob: Bool

    /// Events read at once; the next call gets the rest.
    private static let eventsAtOnce = 64

    /// Takes ownership of an open file.
    init(taking file: Int32) {
        descriptor = file
        name = KernelInputDevice.name(of: file)
        keys = KernelInputDevice.bits(KEY_MAX) { noiseclock_input_keys(file, $0, $1) }
        let axes = KernelInputDevice.bits(REL_MAX) { noiseclock_input_axes(file, $0, $1) }
        isKnob = axes.contains(Int(REL_DIAL)) || (axes.contains(0) && !axes.contains(Int(REL_Y)))
    }

    deinit { _ = close(descriptor) }

    func grab() throws(WireFailure) {
        guard noiseclock_input_grab(descriptor) == 0 else { throw WireFailure(errno: errno) }
    }

    func keysDown() throws(WireFailure) -> Set<Int> {
        var result: Int32 = 0
        let down = KernelInputDevice.bits(KEY_MAX) { bytes, count -> Int32 in
            result = noiseclock_input_down(descriptor, bytes, count)
            return result
        }
        guard result >= 0 else { throw WireFailure(errno: errno) }
        return down
    }

    func events() throws(WireFailure) -> [InputEvent] {
        var events = [noiseclock_input_event](
            repeating: noiseclock_input_event(), count: KernelInputDevice.eventsAtOnce)
        let limit = events.count
        let count = retryingInterrupted { noiseclock_input_read(descriptor, &events, limit) }
        if count < 0, errno == EAGAIN { return [] }
        // A device that is gone fails; a pipe that is closed ends.
        guard count != 0 else { throw WireFailure(errno: ENODEV) }
        guard count > 0 else { throw WireFailure(errno: errno) }
        return events.prefix(Int(count)).compactMap { event in
            KernelInputDevice.kind(of: event).map {
                InputEvent($0, at: BootTime(nanoseconds: event.nanoseconds))
            }
        }
    }

    /// nil for what no key does.
    private static func kind(of event: noiseclock_input_event) -> InputEvent.Kind? {
        switch (Int32(event.type), Int32(event.code)) {
        case (EV_KEY, _): .key(code: Int(event.code), value: Int(event.value))
        case (EV_REL, REL_X), (EV_REL, REL_DIAL): .turn(Int(event.value))
        case (EV_SYN, SYN_REPORT): .report
        case (EV_SYN, SYN_DROPPED): .dropped
        default: nil
        }
    }

    private static func name(of file: Int32) -> String {
        // The kernel's own limit is that of a page; names are short.
        var text = [CChar](repeating: 0, count: 256)
        guard noiseclock_input_name(file, &text, text.count - 1) >= 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The places of the bits that the kernel sets.
    private static func bits(
        _ last: Int32, _ read: (UnsafeMutablePointer<UInt8>, Int) -> Int32
    ) -> Set<Int> {
        // The kernel counts in words.
        var bytes = [UInt8](repeating: 0, count: (Int(last) / 64 + 1) * 8)
        let count = bytes.count
        guard read(&bytes, count) >= 0 else { return [] }
        let places = 0...Int(last)
        return Set(places.filter { (place: Int) in bytes[place / 8] >> (place % 8) & 1 == 1 })
    }
}

/// Watches entries of a folder come, go and change their rights.
///
/// The kernel removes the folder with its last device and makes a new one for the next device. Until then the folder
/// around it is watched.
final class FolderWatch: InputWatch {
    let descriptor: Int32
    /// Whether the folder was there, and is itself watched.
    private let isInside: Bool

    /// nil where neither folder is there, or the kernel has no watch left.
    init?(_ folder: String) {
        let file = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard file >= 0 else { return nil }
        let end = folder.lastIndex(of: "/") ?? folder.startIndex
        let outer = folder[..<end].isEmpty ? "/" : String(folder[..<end])
        func watchFolder() -> Bool {
            inotify_add_watch(file, folder, UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)) >= 0
        }
        let isThere = watchFolder()
        let isAwaited = !isThere && inotify_add_watch(file, outer, UInt32(IN_CREATE)) >= 0
        // It may have come between the two calls.
        isInside = isThere || watchFolder()
        descriptor = file
        guard isInside || isAwaited else { return nil }
    }

    deinit { _ = close(descriptor) }

    func clear() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let size = bytes.count
        var masks: [UInt32] = []
        while true {
            let count = retryingInterrupted { read(descriptor, &bytes, size) }
            guard count > 0 else { break }
            masks += FolderWatch.masks(bytes[..<count])
        }
        // The end of a watch is its last event.
        return isInside ? !masks.contains { $0 & UInt32(IN_IGNORED) != 0 } : masks.isEmpty
    }

    /// What each event says, of whole ones, each with a name behind it (inotify(7)).
    private static func masks(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
        bytes.withUnsafeBytes { bytes in
            var masks: [UInt32] = []
            var place = 0
            let size = MemoryLayout<inotify_event>.size
            while place + size <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                masks.append(event.mask)
                place += size + Int(event.len)
            }
            return masks
        }
    }
}
