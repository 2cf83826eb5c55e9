import CSodium
import HAL

/// Chance and fingerprints by libsodium.
package struct SodiumSecrets: SecretSource {
    /// Nil if the library finds no source of chance.
    package init?() {
        // 1: it was called before.
        guard sodium_init() >= 0 else { return nil }
    }

    package func number(below bound: UInt32) -> UInt32 { randombytes_uniform(bound) }

    package func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, bytes.count)
        return bytes
    }

    package func fingerprint(of bytes: [UInt8]) -> [UInt8] {
        var fingerprint = [UInt8](repeating: 0, count: Int(NOISECLOCK_FINGERPRINT_BYTES))
        noiseclock_fingerprint(&fingerprint, bytes, bytes.count)
        return fingerprint
    }

    package func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && sodium_memcmp(one, other, one.count) == 0
    }
}
