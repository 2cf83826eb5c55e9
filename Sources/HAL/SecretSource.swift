/// Chance that nobody can foresee, and fingerprints that nobody can turn back.
package protocol SecretSource: Sendable {
    /// A number from 0 up to, and without, the bound, each as likely.
    func number(below bound: UInt32) -> UInt32

    /// So many random bytes.
    func bytes(_ count: Int) -> [UInt8]

    /// 32 bytes, the same for the same input.
    func fingerprint(of bytes: [UInt8]) -> [UInt8]

    /// Whether both are the same; takes the same time whatever they hold.
    func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool
}
