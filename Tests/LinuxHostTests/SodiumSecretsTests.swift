import LinuxHost
import Testing

@Suite("Secrets by libsodium")
struct SodiumSecretsTests {
    private let secrets: SodiumSecrets

    init() throws { secrets = try #require(SodiumSecrets()) }

    @Test("a fingerprint is BLAKE2b of 256 bits")
    func fingerprint() {
        // RFC 7693 has none of this length; this is b2sum -l 256 of "abc".
        let text = secrets.fingerprint(of: Array("abc".utf8)).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
        #expect(text == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
    }

    @Test("numbers stay below their bound, and random bytes are not those of before")
    func chance() {
        #expect((0..<200).allSatisfy { _ in secrets.number(below: 7) < 7 })
        #expect(secrets.bytes(16).count == 16)
        #expect(secrets.bytes(16) != secrets.bytes(16))
    }

    @Test("texts of another length are not equal")
    func equality() {
        #expect(secrets.areEqual([1, 2], [1, 2]))
        #expect(!secrets.areEqual([1, 2], [1, 3]))
        #expect(!secrets.areEqual([1, 2], [1, 2, 3]))
        #expect(!secrets.areEqual([], [1]))
    }
}
