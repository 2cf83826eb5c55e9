import HAL
import Synchronization

/// Repeatable codes and tokens, for runs that must give the same bytes. Anybody can foresee them.
package final class SimulatedSecrets: SecretSource {
    private let chance: Mutex<SplitMix>

    package init(seed: UInt64) {
        chance = Mutex(SplitMix(seed: seed))
    }

    package func number(below bound: UInt32) -> UInt32 {
        UInt32(chance.withLock { $0.next() } % UInt64(bound))
    }

    package func bytes(_ count: Int) -> [UInt8] { chance.withLock { $0.bytes(count) } }

    /// FNV-1a, four times with different starts.
    package func fingerprint(of bytes: [UInt8]) -> [UInt8] {
        (UInt64(0)..<4).flatMap { start in
            let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 &+ start) { hash, byte in
                (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
            return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
        }
    }

    package func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool { one == other }
}
