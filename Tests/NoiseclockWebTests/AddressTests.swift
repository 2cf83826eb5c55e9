import ClockTime
import Foundation
import Glibc
import Synchronization
import Testing

@testable import noiseclock_web

@Suite("The addresses that the clock is told")
struct AddressTests {
    // MARK: - What the kernel answers

    /// A message of rtnetlink(7), as the kernel of a little-endian machine writes it.
    private static func message(
        _ type: UInt16, number: UInt32 = 7, _ body: [UInt8] = []
    ) -> [UInt8] {
        let length = 16 + body.count
        let header: [UInt32] = [UInt32(length), UInt32(type), number, 0]
        let bytes = header.flatMap { word in withUnsafeBytes(of: word) { Array($0) } } + body
        return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        let head = [UInt16(4 + value.count), type].flatMap { word in
            withUnsafeBytes(of: word) { Array($0) }
        }
        return head + value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }

    /// RTM_NEWADDR with IFA_ADDRESS, or with IFA_LOCAL and another end, and IFA_FLAGS.
    private static func address(
        _ bytes: [UInt8], scope: UInt8 = 0, flags: UInt8 = 0x80, isLocal: Bool = false,
        number: UInt32 = 7
    ) -> [UInt8] {
        let family = bytes.count == 4 ? UInt8(AF_INET) : UInt8(AF_INET6)
        var body: [UInt8] = [family, 24, flags, scope, 2, 0, 0, 0]
        body += attribute(1, isLocal ? [10, 9, 9, 9] : bytes)
        if isLocal { body += attribute(2, bytes) }
        body += attribute(8, [flags, 0, 0, 0])
        return message(20, number: number, body)
    }

    private static let lasting: [UInt8] = [0xfd, 0] + [UInt8](repeating: 0, count: 13) + [7]
    private static let passing: [UInt8] = [0x20, 1] + [UInt8](repeating: 0, count: 13) + [9]

    private static let answer =
        address(lasting) + address(passing, flags: 1) + address([127, 0, 0, 1], scope: 254)
        + address([192, 168, 178, 55]) + address([10, 0, 0, 5], isLocal: true)
        + address([10, 6, 6, 6], number: 0)

    @Test("Those of IPv4 come first; those of this machine alone or for a while are left out")
    func order() {
        var answer = AddressAnswer(to: 7)
        let isOver = answer.take(Self.answer[...])
        #expect(!isOver)
        let isOverNow = answer.take(Self.message(3, [0, 0, 0, 0])[...])
        #expect(isOverNow)
        #expect(answer.addresses == ["192.168.178.55", "10.0.0.5", "fd00::7"])
    }

    @Test("Whatever comes in place of an answer is read without harm")
    func hostile() {
        for length in 0..<Self.answer.count {
            var cut = AddressAnswer(to: 7)
            _ = cut.take(Self.answer[..<length])
            #expect(cut.addresses.count <= 3)
        }
        for place in Self.answer.indices {
            for byte: UInt8 in [0, 1, 3, 0x7f, 0xff] {
                var bytes = Self.answer
                bytes[place] = byte
                var changed = AddressAnswer(to: 7)
                _ = changed.take(bytes[...])
                #expect(changed.addresses.count <= 6)
            }
        }
    }

    @Test("The kernel tells this machine's addresses, as often as it is asked")
    func kernel() throws {
        var list: UnsafeMutablePointer<ifaddrs>?
        try #require(getifaddrs(&list) == 0)
        defer { freeifaddrs(list) }
        var known: Set<String> = []
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == AF_INET
            else { continue }
            var room = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &room, socklen_t(room.count),
                nil, 0, NI_NUMERICHOST)
            known.insert(String(upToZero: room))
        }
        known = known.filter { !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") }
        let interfaces = try #require(NetworkInterfaces(handedOver: nil))
        for _ in 1...3 {
            let told = try #require(interfaces.addresses())
            #expect(Set(told.filter { !$0.contains(":") && !$0.hasPrefix("127.") }) == known)
        }
    }

    // MARK: - When the clock is told

    private final class Found: Sendable {
        let addresses = Mutex(["192.168.178.55"])
    }

    private static func line(
        of teller: AddressTeller, at second: Int64, isTaken: Bool = true
    ) -> String? {
        var sent: String?
        let next = teller.tick(BootTime(nanoseconds: second * 1_000_000_000)) { line, finish in
            sent = String(decoding: line, as: UTF8.self)
            finish(isTaken)
        }
        #expect(next > BootTime(nanoseconds: second * 1_000_000_000))
        return sent
    }

    @Test("The clock is told at once, when an address changes, and every minute")
    func telling() {
        let found = Found()
        let teller = AddressTeller(port: 8080, idPrefix: "run") {
            found.addresses.withLock { $0 }
        }
        func line(_ number: Int, _ figures: String) -> String {
            #"{"command":"address.tell","figures":[\#(figures)],"id":"run-address-\#(number)","port":8080}"#
                + "\n"
        }
        #expect(Self.line(of: teller, at: 0) == line(1, #""192.168.178.55""#))
        for second: Int64 in [1, 10, 20, 30] {
            #expect(Self.line(of: teller, at: second) == nil, "\(second)")
        }
        found.addresses.withLock { $0 = ["10.0.0.5"] }
        #expect(Self.line(of: teller, at: 40) == line(2, #""10.0.0.5""#))
        found.addresses.withLock { $0 = [] }
        #expect(Self.line(of: teller, at: 50) == line(3, ""))
        for second: Int64 in [60, 70, 80, 90, 100] {
            #expect(Self.line(of: teller, at: second) == nil, "\(second)")
        }
        #expect(Self.line(of: teller, at: 110) == line(4, ""))
    }

    @Test("A clock that is not there is told again ten seconds later")
    func absentClock() {
        let teller = AddressTeller(port: 80, idPrefix: "run") { ["10.0.0.5"] }
        #expect(Self.line(of: teller, at: 0, isTaken: false) != nil)
        #expect(Self.line(of: teller, at: 5) == nil)
        #expect(Self.line(of: teller, at: 10) != nil)
        #expect(Self.line(of: teller, at: 20) == nil)
    }

    @Test("At most four addresses are told")
    func most() throws {
        let teller = AddressTeller(port: 80, idPrefix: "run") {
            (1...9).map { "10.0.0.\($0)" }
        }
        let line = try #require(Self.line(of: teller, at: 0))
        #expect(line.contains(#"["10.0.0.1","10.0.0.2","10.0.0.3","10.0.0.4"]"#))
    }
}
