import CLinux
import CMicrohttpd
import Glibc

/// Where the program listens: a socket that the service manager hands over, or one that it makes.
struct ListeningSocket {
    /// Whoever takes it closes it.
    let descriptor: Int32

    /// What may wait in the kernel: as much as it allows. Whoever finds no place there tries again only a second later
    /// (tcp(7)), so a crowd that comes at once would hold up everybody.
    private static let backlog = SOMAXCONN
    /// The first descriptor that a service manager hands over (sd_listen_fds(3)).
    private static let firstHandedOver: Int32 = 3

    /// The socket of sd_listen_fds(3); nil if none was handed over.
    static func handedOver() throws(StartError) -> ListeningSocket? {
        func number(_ name: String) -> Int32? {
            getenv(name).flatMap { Int32(String(cString: $0)) }
        }
        guard let count = number("LISTEN_FDS"), number("LISTEN_PID") == getpid() else { return nil }
        guard count == 1 else {
            throw StartError("\(count) sockets were handed over; one is needed")
        }
        let descriptor = firstHandedOver
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw StartError("cannot use the socket that was handed over", errno) }
        return ListeningSocket(descriptor: descriptor)
    }

    /// Listens on a port.
    ///
    /// - Parameters:
    ///   - port: 0 for any that is free.
    ///   - address: of IPv4 or IPv6; nil for all addresses of both.
    init(port: UInt16, address: String?) throws(StartError) {
        let place = "\(address ?? "every address"), port \(port)"
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        let isFour: Bool
        if let address {
            isFour = inet_pton(AF_INET, address, &four.sin_addr) == 1
            guard isFour || inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else {
                throw StartError("\(address) is no address of IPv4 or IPv6")
            }
        } else {
            isFour = false
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        var family = isFour ? AF_INET : AF_INET6
        var descriptor = socket(family, kind, 0)
        // A kernel without IPv6.
        if descriptor < 0, address == nil, errno == EAFNOSUPPORT {
            family = AF_INET
            descriptor = socket(family, kind, 0)
        }
        guard descriptor >= 0 else { throw StartError("cannot make a socket", errno) }
        ListeningSocket.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if family == AF_INET6 {
            ListeningSocket.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0)
        }
        let result =
            family == AF_INET
            ? ListeningSocket.bind(descriptor, &four) : ListeningSocket.bind(descriptor, &six)
        guard result == 0, listen(descriptor, ListeningSocket.backlog) == 0 else {
            let reason = errno
            close(descriptor)
            throw StartError("cannot listen on \(place)", reason)
        }
        self.descriptor = descriptor
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func bind<Address>(_ socket: Int32, _ address: inout Address) -> Int32 {
        withUnsafeBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return Glibc.bind(
                socket, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }

    /// The port that it listens on; nil for a socket of another kind.
    var port: UInt16? {
        var room = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &room) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        guard result == 0, [AF_INET, AF_INET6].contains(Int32(room.sin6_family)) else { return nil }
        // Both kinds of address have it at the same place.
        return UInt16(bigEndian: room.sin6_port)
    }
}
