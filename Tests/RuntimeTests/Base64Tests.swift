import Testing

@testable import Runtime

@Suite("Bytes as text of 64 characters (RFC 4648)")
struct Base64Tests {
    @Test(
        "are those of the standard's examples",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func examples(plain: String, text: String) {
        #expect(Base64.text(Array(plain.utf8)) == text)
        #expect(Base64.bytes(text) == Array(plain.utf8))
    }

    @Test("come back, whatever they are")
    func roundTrip() {
        for length in 0...70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            #expect(Base64.bytes(Base64.text(bytes)) == bytes)
        }
    }

    @Test(
        "are none in any other text",
        arguments: ["Z", "Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zm9*", "Zm9v\n", "Zé=="])
    func refused(text: String) {
        #expect(Base64.bytes(text) == nil)
    }
}
