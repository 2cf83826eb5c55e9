import CMicrohttpd
import Glibc

/// libmicrohttpd's callbacks: they find the server and the connection, and call them.
///
/// None of this may stand in `Program.swift`, whose functions belong to the main thread.
enum HTTPCallbacks {
    /// For MHD_OPTION_NOTIFY_CONNECTION.
    static var connection: OpaquePointer {
        let callback: MHD_NotifyConnectionCallback = connectionChanged
        return unsafeBitCast(callback, to: OpaquePointer.self)
    }

    /// For MHD_OPTION_URI_LOG_CALLBACK.
    static var target: OpaquePointer {
        let callback: TargetCallback = targetCame
        return unsafeBitCast(callback, to: OpaquePointer.self)
    }

    /// For MHD_OPTION_NOTIFY_COMPLETED.
    static var completion: OpaquePointer {
        let callback: MHD_RequestCompletedCallback = requestCompleted
        return unsafeBitCast(callback, to: OpaquePointer.self)
    }

    static var request: MHD_AccessHandlerCallback { requestCame }

    private typealias TargetCallback =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
        UnsafeMutableRawPointer?

    /// The headers of the request that is handled, in order.
    static func headers(of handle: UInt) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        _ = withUnsafeMutablePointer(to: &found) {
            MHD_get_connection_values_n(
                OpaquePointer(bitPattern: handle), .HEADER_KIND, headerFound, $0)
        }
        return found
    }

    static func response(with answer: HTTPAnswer) -> OpaquePointer? {
        guard let file = answer.file else { return response(with: answer.body) }
        // The library closes it.
        let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        let response = MHD_create_response_from_fd64(file.size, own)
        if response == nil { close(own) }
        return response
    }

    /// A long body is not copied, because many may ask for it at once.
    private static func response(with body: [UInt8]) -> OpaquePointer? {
        guard body.count > longestCopy else {
            var body = body
            return body.withUnsafeMutableBytes {
                MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
            }
        }
        let own = Unmanaged.passRetained(SharedBody(body))
        let response = MHD_create_response_from_callback(
            UInt64(body.count), longestCopy, bodyRead, own.toOpaque(), bodyClosed)
        if response == nil { own.release() }
        return response
    }

    /// Bytes of a body that are copied at once.
    private static let longestCopy = 16 * 1024

    /// An endless answer.
    static func response(reading stream: EventStream) -> OpaquePointer? {
        let own = Unmanaged.passRetained(stream)
        // MHD_SIZE_UNKNOWN, a macro with a cast.
        let response = MHD_create_response_from_callback(
            .max, streamBlock, streamRead, own.toOpaque(), streamClosed)
        if response == nil { own.release() }
        return response
    }

    /// MHD_CONTENT_READER_END_OF_STREAM, a macro with a cast.
    static let end = -1

    /// Bytes of a stream that are sent at once.
    private static let streamBlock = 4096
}

private func server(_ own: UnsafeMutableRawPointer?) -> HTTPServer? {
    own.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
}

private func known(_ handle: OpaquePointer?) -> HTTPConnection? {
    handle.flatMap { noiseclock_http_context($0) }.map {
        Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue()
    }
}

private func connectionChanged(
    _ own: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
) {
    guard let server = server(own), let handle, let context else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
        context.pointee = Unmanaged.passRetained(server.open(handle)).toOpaque()
    } else if let kept = context.pointee {
        context.pointee = nil
        let connection = Unmanaged<HTTPConnection>.fromOpaque(kept).takeRetainedValue()
        server.close(connection)
    }
}

private func targetCame(
    _ own: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    if let connection = known(handle), let target {
        connection.set(.head(String(cString: target)))
    }
    return nil
}

private func requestCame(
    _ own: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
    _ bytes: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let server = server(own), let connection = known(handle), let method, let version,
        let size
    else { return .NO }
    let piece = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : size.pointee)
    size.pointee = 0
    return server.handle(
        connection, method: String(cString: method), version: String(cString: version), piece)
}

private func requestCompleted(
    _ own: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
    guard let connection = known(handle) else { return }
    server(own)?.complete(connection)
}

private func headerFound(
    _ found: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        String(
            decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count),
            as: UTF8.self)
    }
    found?.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(
        (text(name, nameSize), text(value, valueSize)))
    return .YES
}

private final class SharedBody: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

private func bodyRead(
    _ own: UnsafeMutableRawPointer?, _ position: UInt64, _ room: UnsafeMutablePointer<CChar>?,
    _ most: Int
) -> Int {
    guard let own, let start = Int(exactly: position) else { return HTTPCallbacks.end }
    let bytes = Unmanaged<SharedBody>.fromOpaque(own).takeUnretainedValue().bytes
    let count = min(most, bytes.count - start)
    guard count > 0 else { return HTTPCallbacks.end }
    UnsafeMutableRawBufferPointer(start: room, count: most)
        .copyBytes(from: bytes[start..<start + count])
    return count
}

private func bodyClosed(_ own: UnsafeMutableRawPointer?) {
    guard let own else { return }
    Unmanaged<SharedBody>.fromOpaque(own).release()
}

private func streamRead(
    _ own: UnsafeMutableRawPointer?, _ position: UInt64, _ room: UnsafeMutablePointer<CChar>?,
    _ most: Int
) -> Int {
    guard let own else { return HTTPCallbacks.end }
    return Unmanaged<EventStream>.fromOpaque(own).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: room, count: most))
}

private func streamClosed(_ own: UnsafeMutableRawPointer?) {
    guard let own else { return }
    Unmanaged<EventStream>.fromOpaque(own).takeRetainedValue().didClose()
}
