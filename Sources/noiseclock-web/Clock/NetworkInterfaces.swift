import CLinux
import CNetlink
import Glibc
import Synchronization

/// Asks the kernel for the addresses of this machine (rtnetlink(7)).
///
/// The service has no network of its own, so getifaddrs(3) would find nothing. But a netlink socket belongs to the
/// network in which it was made, and the service manager makes one and hands it over, as it does with the socket to listen
/// on. On that one the kernel also tells of each change, which starts the service; these messages are dropped.
final class NetworkInterfaces: Sendable {
    private let descriptor: Int32
    private let questions = Atomic<UInt32>(0)

    /// A kernel sends a few kilobytes at once; nobody has more addresses than fit into this many messages.
    private static let roomSize = 32 * 1024
    private static let mostMessages = 64

    /// - Parameter handedOver: a netlink socket, which this closes at its end; nil: it makes one.
    /// - Returns: nil if the system gives none.
    init?(handedOver: Int32?) {
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = handedOver ?? socket(AF_NETLINK, kind, NETLINK_ROUTE)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        // The kernel answers at once; a socket that somebody else made could be of any kind.
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The addresses that others in the network can reach, in the order in which to show them; nil if the kernel does
    /// not tell them.
    func addresses() -> [String]? {
        dropMessages()
        let number = questions.add(1, ordering: .relaxed).newValue
        guard ask(number) else { return nil }
        var answer = AddressAnswer(to: number)
        var room = [UInt8](repeating: 0, count: NetworkInterfaces.roomSize)
        for _ in 0..<NetworkInterfaces.mostMessages {
            var sender = sockaddr_nl()
            let count = receive(into: &room, from: &sender)
            guard count > 0 else { return nil }
            // Another process can send to this socket, too.
            guard sender.nl_pid == 0 else { continue }
            if answer.take(room[..<count]) { return answer.addresses }
        }
        return nil
    }

    /// What the kernel told meanwhile, or what is left of an answer that was not read to its end.
    private func dropMessages() {
        var room = [UInt8](repeating: 0, count: 16)
        repeat {
            while noiseclock_netlink_drop(descriptor, &room, room.count) > 0 {}
            // It says once that some were lost.
        } while errno == ENOBUFS
    }

    private func ask(_ number: UInt32) -> Bool {
        struct Question {
            var header = nlmsghdr()
            var body = ifaddrmsg()
        }
        var question = Question()
        question.header.nlmsg_len = UInt32(MemoryLayout<Question>.size)
        question.header.nlmsg_type = UInt16(RTM_GETADDR)
        question.header.nlmsg_flags = UInt16(NLM_F_REQUEST | NLM_F_DUMP)
        question.header.nlmsg_seq = number
        return withUnsafeBytes(of: &question) { bytes in
            send(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
        }
    }

    private func receive(into room: inout [UInt8], from sender: inout sockaddr_nl) -> Int {
        var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        return withUnsafeMutablePointer(to: &sender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(descriptor, &room, room.count, 0, $0, &size)
            }
        }
    }
}

/// The kernel's answer to RTM_GETADDR: messages with an address each, and a last one (netlink(7), rtnetlink(7)).
struct AddressAnswer {
    private struct Found {
        var family: Int32
        var flags: UInt32
        var text: String
    }

    private let number: UInt32
    private var found: [Found] = []

    /// - Parameter number: of the question, which each message of its answer repeats.
    init(to number: UInt32) { self.number = number }

    /// Reads one datagram.
    ///
    /// - Returns: whether the answer has ended.
    mutating func take(_ datagram: ArraySlice<UInt8>) -> Bool {
        var rest = datagram
        while let header = read(nlmsghdr.self, in: rest) {
            let length = Int(header.nlmsg_len)
            guard length >= MemoryLayout<nlmsghdr>.size, length <= rest.count else { return true }
            let message = rest.prefix(length).dropFirst(MemoryLayout<nlmsghdr>.size)
            if header.nlmsg_seq == number {
                switch Int32(header.nlmsg_type) {
                case NLMSG_DONE, NLMSG_ERROR: return true
                case Int32(RTM_NEWADDR): takeAddress(message)
                default: break
                }
            }
            rest = rest.dropFirst(aligned(length))
        }
        return false
    }

    private mutating func takeAddress(_ message: ArraySlice<UInt8>) {
        guard let body = read(ifaddrmsg.self, in: message),
            Int(body.ifa_scope) == Int(RT_SCOPE_UNIVERSE.rawValue)
        else { return }
        var rest = message.dropFirst(aligned(MemoryLayout<ifaddrmsg>.size))
        var flags = UInt32(body.ifa_flags)
        var address: ArraySlice<UInt8>?
        while let attribute = read(rtattr.self, in: rest) {
            let length = Int(attribute.rta_len)
            guard length >= MemoryLayout<rtattr>.size, length <= rest.count else { break }
            let value = rest.prefix(length).dropFirst(MemoryLayout<rtattr>.size)
            switch Int(attribute.rta_type) {
            // On a cable between two points IFA_ADDRESS is the other's.
            case Int(IFA_LOCAL): address = value
            case Int(IFA_ADDRESS): address = address ?? value
            case Int(IFA_FLAGS): flags = read(UInt32.self, in: value) ?? flags
            default: break
            }
            rest = rest.dropFirst(aligned(length))
        }
        let family = Int32(body.ifa_family)
        guard let address, let text = AddressAnswer.text(of: address, family) else { return }
        found.append(Found(family: family, flags: flags, text: text))
    }

    /// Those of IPv4 first, because people can type them; then the lasting ones of IPv6. One that is not in use yet, or
    /// not for long, is left out.
    var addresses: [String] {
        let fleeting = UInt32(
            IFA_F_TENTATIVE | IFA_F_DADFAILED | IFA_F_DEPRECATED | IFA_F_TEMPORARY)
        let lasting = found.filter { $0.family == AF_INET || $0.flags & fleeting == 0 }
        return (lasting.filter { $0.family == AF_INET } + lasting.filter { $0.family != AF_INET })
            .map(\.text)
    }

    private static func text(of address: ArraySlice<UInt8>, _ family: Int32) -> String? {
        let size = family == AF_INET ? 4 : 16
        guard [AF_INET, AF_INET6].contains(family), address.count == size else { return nil }
        var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let written = address.withUnsafeBytes { bytes in
            inet_ntop(family, bytes.baseAddress, &room, socklen_t(room.count))
        }
        return written == nil ? nil : String(upToZero: room)
    }
}

/// NLMSG_ALIGN and RTA_ALIGN.
private func aligned(_ length: Int) -> Int { (length + 3) & ~3 }

/// A value at the beginning of the bytes; nil if they are too few.
private func read<Value: BitwiseCopyable>(
    _ type: Value.Type, in bytes: ArraySlice<UInt8>
) -> Value? {
    guard bytes.count >= MemoryLayout<Value>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
}
