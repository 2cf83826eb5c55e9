/// Which characters the codes of a BDF file are.
struct BDFCharacterSet {
    /// Those that are others in Unicode.
    private let codes: [UInt32: UInt32]
    /// Whether all above those of ASCII are other characters.
    private let isForeign: Bool

    /// Sets that are not known here are taken for Unicode, which is what most such files mean.
    /// - Parameters:
    ///   - registry: as `ISO8859`, from the properties or the long name.
    ///   - encoding: as `1`.
    init(registry: String, encoding: String) {
        let name = [registry, encoding].filter { !$0.isEmpty }.joined(separator: "-").uppercased()
        let isLatin = name == "ISO8859-1" || name.hasSuffix("1252")
        codes = BDFCharacterSet.latin[name] ?? [:]
        isForeign =
            !isLatin && codes.isEmpty
            && BDFCharacterSet.others.contains { name.hasPrefix($0) }
    }

    /// The code of Unicode; nil if the set has another character there.
    func unicode(_ code: UInt32) -> UInt32? {
        if code < 0x80 { return code }
        return isForeign ? nil : codes[code] ?? code
    }

    private static let others = [
        "ISO8859", "ISO-8859", "KOI8", "MICROSOFT", "WINDOWS", "CP1", "CP4", "CP7", "CP8", "IBM",
        "TIS620", "VISCII", "TCVN", "JISX", "KSC", "KSX", "GB2312", "GBK", "GB18030", "BIG5",
        "CNS", "ARMSCII", "GEORGIAN", "ISIRI", "MULE", "DEC",
    ]

    /// Sets of western languages: where they differ from Unicode.
    private static let latin: [String: [UInt32: UInt32]] = [
        "ISO8859-9": [
            0xD0: 0x11E, 0xDD: 0x130, 0xDE: 0x15E, 0xF0: 0x11F, 0xFD: 0x131, 0xFE: 0x15F,
        ],
        "ISO8859-15": [
            0xA4: 0x20AC, 0xA6: 0x160, 0xA8: 0x161, 0xB4: 0x17D, 0xB8: 0x17E, 0xBC: 0x152,
            0xBD: 0x153, 0xBE: 0x178,
        ],
    ]
}
