import ClockTime
import Glibc
import LinuxWires
import Synchronization
import Testing

/// A kernel whose input devices come and go.
final class ScriptedInputCalls: InputCalls {
    struct State {
        var devices: [String: ScriptedInput] = [:]
        var failure: Int32?
    }

    let state = Mutex(State())
    private let changes = ScriptedWatch()

    func plug(_ device: ScriptedInput, at path: String) {
        state.withLock { $0.devices[path] = device }
        changes.add()
    }

    func unplug(_ path: String) {
        state.withLock { $0.devices[path] = nil }
        changes.add()
    }

    func devices() -> [String] { state.withLock { Array($0.devices.keys) } }

    func open(_ path: String) throws(WireFailure) -> any InputDevice {
        let (failure, device) = state.withLock { ($0.failure, $0.devices[path]) }
        if let failure { throw WireFailure(errno: failure) }
        guard let device else { throw WireFailure(errno: ENOENT) }
        return device
    }

    func watch() -> (any InputWatch)? { changes }
}

/// A pipe whose bytes stand for what there is to read.
private final class Signals: Sendable {
    let reading: Int32
    private let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func add() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// Takes one, if there is one.
    func take() -> Bool {
        var polled = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { return false }
        var byte: UInt8 = 0
        return read(reading, &byte, 1) == 1
    }
}

private final class ScriptedWatch: InputWatch {
    private let signals = Signals()
    var descriptor: Int32 { signals.reading }

    func add() { signals.add() }

    func clear() -> Bool {
        while signals.take() {}
        return true
    }
}

/// An input device whose events the test pushes.
final class ScriptedInput: InputDevice {
    let name: String
    let keys: Set<Int>
    let isKnob: Bool
    private let grabbed = Atomic<Bool>(false)
    let down = Mutex<Set<Int>>([])
    private let batches = Mutex<[Result<[InputEvent], WireFailure>]>([])
    private let signals = Signals()

    init(_ name: String, keys: [Int32], isKnob: Bool = false) {
        self.name = name
        self.keys = Set(keys.map { Int($0) })
        self.isKnob = isKnob
    }

    var descriptor: Int32 { signals.reading }

    func push(_ batch: Result<[InputEvent], WireFailure>) {
        batches.withLock { $0.append(batch) }
        signals.add()
    }

    func grab() { grabbed.store(true, ordering: .releasing) }

    var isGrabbed: Bool { grabbed.load(ordering: .acquiring) }

    func events() throws(WireFailure) -> [InputEvent] {
        guard signals.take() else { return [] }
        return try batches.withLock { $0.removeFirst() }.get()
    }

    func keysDown() -> Set<Int> { down.withLock { $0 } }
}

/// A folder that stands for that of the kernel's input devices.
final class TemporaryInputs {
    let path: String

    init() throws {
        var template = Array("/tmp/nc-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in ["event4", "mice"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func add(_ name: String) throws {
        let file = open("\(path)/\(name)", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        close(file)
    }
}
