import CSodium
import HAL

/// Chance and fingerprints by libsodium (crypto_generichash is BLAKE2b, RFC 7693).
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
        var hash = [UInt8](repeating: 0, count: SodiumSecrets.fingerprintLength)
        // It fails only for lengths outside its bounds, and these are constant.
        _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash
    }

    private static let fingerprintLength = 32

    package func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && sodium_memcmp(one, other, one.count) == 0
    }
}
