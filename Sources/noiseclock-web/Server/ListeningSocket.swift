import CLinux
import CMicrohttpd
import Glibc

/// The sockets that the service manager hands over (sd_listen_fds(3)). Whoever takes one closes it.
struct HandedOverSockets {
    var listening: ListeningSocket?
    /// In the network of the machine, which the service itself does not see; nil: none was handed over.
    var netlink: Int32?

    /// The first descriptor that a service manager hands over.
    private static let first: Int32 = 3
    private static let most: Int32 = 2

    /// None, if this program was not started by a service manager.
    init() throws(StartError) {
        func number(_ name: String) -> Int32? {
            getenv(name).flatMap { Int32(String(cString: $0)) }
        }
        guard let count = number("LISTEN_FDS"), number("LISTEN_PID") == getpid() else { return }
        guard (1...HandedOverSockets.most).contains(count) else {
            throw StartError(
                "\(count) sockets were handed over; one to listen on is needed, and one of netlink")
        }
        for descriptor in HandedOverSockets.first..<(HandedOverSockets.first + count) {
            let flags = fcntl(descriptor, F_GETFL)
            guard flags >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
                throw StartError("cannot use a socket that was handed over", errno)
            }
            if HandedOverSockets.family(of: descriptor) == AF_NETLINK {
                netlink = descriptor
            } else if fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 {
                listening = ListeningSocket(descriptor: descriptor)
            }
        }
    }

    private static func family(of descriptor: Int32) -> Int32? {
        var room = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &room) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        return result == 0 ? Int32(room.ss_family) : nil
    }
}

/// Where the program listens: a socket that the service manager hands over, or one that it makes.
struct ListeningSocket {
    /// Whoever takes it closes it.
    let descriptor: Int32

    /// What may wait in the kernel: as much as it allows. Whoever finds no place there tries again only a second later
    /// (tcp(7)), so a crowd that comes at once would hold up everybody.
    private static let backlog = SOMAXCONN
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

    fileprivate init(descriptor: Int32) {
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
