import HAL
import LinuxWires
import Synchronization
import Testing

@Suite("Looking for chips on a bus")
struct I2CSurveyTests {
    /// Answers for each address as scripted, and records the requests.
    private final class Bus: I2CBus {
        let answering: Set<Int>
        let emptyWrites: Set<Int>
        let failures: [Int: I2CError]
        let log = Mutex<[String]>([])

        init(
            _ answering: Set<Int>, emptyWrites: Set<Int> = [], failures: [Int: I2CError] = [:]
        ) {
            self.answering = answering
            self.emptyWrites = emptyWrites
            self.failures = failures
        }

        func transfer(
            to address: I2CAddress, writing bytes: [UInt8], readCount: Int
        ) throws(I2CError) -> [UInt8] {
            log.withLock { $0.append("\(address) \(bytes) \(readCount)") }
            if let failure = failures[Int(address.value)] { throw failure }
            let taking = readCount > 0 ? answering : emptyWrites
            guard taking.contains(Int(address.value)) else { throw .nack }
            return Array(repeating: 0, count: readCount)
        }
    }

    private func look(_ bus: Bus, at values: [Int], bearing: [Int] = []) -> I2CSurvey.Result {
        I2CSurvey.look(
            on: bus, at: values.compactMap { I2CAddress($0) },
            bearingEmptyWrites: Set(bearing.compactMap { I2CAddress($0) }))
    }

    private func address(_ value: Int) throws -> I2CAddress { try #require(I2CAddress(value)) }

    @Test(
        "Each address is read once, and nothing is ever written but where an empty write is borne")
    func reads() throws {
        let bus = Bus([0x23], emptyWrites: [0x70, 0x57])
        let result = look(bus, at: [0x23, 0x57, 0x70, 0x71], bearing: [0x70, 0x71])
        let expected = [try address(0x23): I2CSurvey.Answer.answers, try address(0x70): .answers]
        #expect(result.answers == expected)
        #expect(result.failure == nil)
        #expect(
            bus.log.withLock { $0 } == [
                "0x23 [] 1", "0x57 [] 1", "0x70 [] 1", "0x70 [] 0", "0x71 [] 1", "0x71 [] 0",
            ])
    }

    @Test("An address that a kernel driver has is told with the driver, and the look goes on")
    func taken() throws {
        let bus = Bus([0x70], failures: [0x68: .taken(by: "rtc-ds1307")])
        let result = look(bus, at: [0x68, 0x70])
        let expected = [
            try address(0x68): I2CSurvey.Answer.taken(by: "rtc-ds1307"),
            try address(0x70): .answers,
        ]
        #expect(result.answers == expected)
    }

    @Test("A bus that hangs, or is gone, is not asked again for each address")
    func hangs() {
        for failure in [I2CError.timedOut, .busGone, .io(errno: 5)] {
            let bus = Bus([0x23], failures: [0x10: failure])
            let result = look(bus, at: [0x10, 0x23])
            #expect(result.answers.isEmpty)
            #expect(result.failure == failure)
            #expect(bus.log.withLock { $0.count } == 1)
        }
    }
}
