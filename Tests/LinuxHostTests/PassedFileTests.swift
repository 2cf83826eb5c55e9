import ClockTime
import Glibc
import HAL
import LinuxHost
import Testing

@Suite("Files that are passed through the control socket")
struct PassedFileTests {
    private let clock = LinuxClock()

    /// Collects events until `isEnough`, for at most five seconds, which only a failure takes.
    private func events(
        _ listener: UnixSocketListener, until isEnough: ([ConnectionEvent]) -> Bool
    ) -> [ConnectionEvent] {
        let deadline = clock.now().boot + .seconds(5)
        var events: [ConnectionEvent] = []
        while !isEnough(events), clock.now().boot < deadline {
            events += listener.wait(until: deadline)
        }
        return events
    }

    private func received(_ events: [ConnectionEvent], from wanted: ConnectionID) -> [UInt8] {
        events.flatMap { event -> [UInt8] in
            if case .received(wanted, let bytes) = event { return bytes }
            return []
        }
    }

    @Test(
        "An open file comes with the bytes that it was passed with, and closes when nobody holds it"
    )
    func passesFiles() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let client = try Client(folder.file("s"))
        let pipe = try PipeEnds()
        client.send("before")
        client.send("with", passing: [pipe.writing])
        client.send("after")
        pipe.closeWriting()
        let first = ConnectionID(1)
        let heard = events(listener) { received($0, from: first).count == 15 }
        let files = heard.compactMap { event -> PassedFile? in
            if case .passed(first, let file) = event { return file }
            return nil
        }
        try #require(files.count == 1)
        // The descriptor is reported before the first byte that came with it.
        let place = try #require(heard.firstIndex(of: .passed(first, files[0])))
        #expect(received(Array(heard[..<place]), from: first).count <= 6)
        #expect(fcntl(files[0].number, F_GETFD) & FD_CLOEXEC != 0)
        #expect(write(files[0].number, "x", 1) == 1)
        #expect(pipe.read() == 1)
        #expect(!pipe.isAtEnd)
        withExtendedLifetime(files) {}
    }

    @Test("Of several files at once none is kept open, and neither is one that nobody read")
    func refusesManyFiles() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocketListener(path: folder.file("s"))
        let pipe = try PipeEnds()
        for (number, count) in [(1, 2), (2, 3), (3, 250)] {
            let client = try Client(folder.file("s"))
            client.send("x", passing: Array(repeating: pipe.writing, count: count))
            let id = ConnectionID(UInt64(number))
            let heard = events(listener) { $0.last == .received(id, Array("x".utf8)) }
            #expect(
                heard == [.opened(id), .passedTooMuch(id), .received(id, Array("x".utf8))],
                "\(count)")
            client.hangUp()
            _ = events(listener) { $0.contains(.closed(id)) }
        }
        let client = try Client(folder.file("s"))
        client.send("x", passing: [pipe.writing])
        _ = events(listener) { $0.contains(.opened(ConnectionID(4))) }
        listener.close(ConnectionID(4))
        client.hangUp()
        listener.stop()
        pipe.closeWriting()
        #expect(pipe.isAtEnd, "nobody has the other end open any more")
    }
}

extension Client {
    /// Sends a text, with descriptors attached to its first byte.
    func send(_ text: String, passing files: [Int32]) {
        var bytes = Array(text.utf8)
        // One header, followed by the descriptors (cmsg(3)).
        let header = MemoryLayout<cmsghdr>.size
        let length = header + files.count * MemoryLayout<Int32>.size
        var room = [UInt64](repeating: 0, count: (length + 7) / 8)
        var head = cmsghdr()
        head.cmsg_len = numericCast(length)
        head.cmsg_level = SOL_SOCKET
        head.cmsg_type = Int32(SCM_RIGHTS)
        let sent = room.withUnsafeMutableBytes { room -> Int in
            room.storeBytes(of: head, as: cmsghdr.self)
            for (index, file) in files.enumerated() {
                room.storeBytes(of: file, toByteOffset: header + 4 * index, as: Int32.self)
            }
            return bytes.withUnsafeMutableBytes { bytes in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = room.baseAddress
                    message.msg_controllen = numericCast(length)
                    return sendmsg(number, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
        #expect(sent == bytes.count)
    }
}

/// A pipe whose reading end shows whether the writing end is still open anywhere.
private final class PipeEnds {
    private let reading: Int32
    let writing: Int32
    private var isWritingOpen = true

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        closeWriting()
    }

    func closeWriting() {
        if isWritingOpen { close(writing) }
        isWritingOpen = false
    }

    /// Like read(2) of one byte, without blocking.
    func read() -> Int {
        var byte: UInt8 = 0
        return Glibc.read(reading, &byte, 1)
    }

    var isAtEnd: Bool { read() == 0 }

    @Test("Files are read and written at places, wherever the other process is in them")
    func places() throws {
        let folder = try TemporaryFolder()
        let number = open(folder.file("f"), O_RDWR | O_CREAT, 0o600)
        let file = PassedFile(number) { close($0) }
        let access = LinuxPassedFiles()
        #expect(try access.size(of: file) == 0)
        try access.write(Array("clock".utf8), to: file, at: 0)
        try access.write(Array("work".utf8), to: file, at: 5)
        lseek(number, 3, SEEK_SET)
        #expect(try access.size(of: file) == 9)
        #expect(try access.bytes(of: file, at: 5, count: 2) == Array("wo".utf8))
        #expect(try access.bytes(of: file, at: 7, count: 90) == Array("rk".utf8))
        #expect(try access.bytes(of: file, at: 20, count: 4) == [])
        #expect(try access.bytes(of: file, limit: 9) == Array("clockwork".utf8))
        #expect(throws: PassedFileError.self) { try access.bytes(of: file, limit: 8) }
        let reading = PassedFile(open(folder.file("f"), O_RDONLY)) { close($0) }
        #expect(throws: PassedFileError.self) {
            try access.write([1], to: reading, at: 0)
        }
        let pipe = try PipeEnds()
        let other = PassedFile(dup(pipe.writing)) { close($0) }
        #expect(throws: PassedFileError.self) { try access.size(of: other) }
        #expect(throws: PassedFileError.self) { try access.write([1], to: other, at: 0) }
    }
}
