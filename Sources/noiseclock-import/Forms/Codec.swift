/// How the samples of a WAV, AIFF or CAF file are coded, and what reads that.
struct Codec {
    enum Reader {
        /// libsndfile.
        case library
        /// Our own decoder of Apple's IMA 4:1.
        case packets
        /// Frames of MPEG audio.
        case frames
        case none
    }

    let reader: Reader
    let name: String

    init(of file: ChunkedFile) {
        switch file.container {
        case .wave: self.init(tag: Codec.tag(file.description))
        case .aiff: self.init(aiff: file)
        case .caf: self.init(caf: Codec.code(file.description, at: 8))
        }
    }

    private init(_ reader: Reader, _ name: String) {
        self.reader = reader
        self.name = name
    }

    /// By the number in a WAV file (RFC 2361).
    private init(tag: Int) {
        switch tag {
        case 0x01, 0x02, 0x03, 0x06, 0x07, 0x11, 0x31: self.init(.library, "samples")
        case 0x50, 0x55: self.init(.frames, "MP3")
        case 0x160...0x163: self.init(.none, "WMA")
        case 0xFF, 0x1600, 0x1602, 0x1610, 0xA106: self.init(.none, "AAC")
        case 0x92, 0x2000: self.init(.none, "AC-3")
        case 0x2001: self.init(.none, "DTS")
        default: self.init(.none, "the codec 0x\(String(tag, radix: 16))")
        }
    }

    private static func tag(_ format: [UInt8]) -> Int {
        // RIFX has it the other way round; no codec is that large.
        let tag = format.little(0, 2) ?? 0
        let big = format.big(0, 2) ?? 0
        let isBig = tag > 0xFF && big <= 0xFF && big > 0
        guard tag == 0xFFFE || big == 0xFFFE else { return isBig ? big : tag }
        // An extensible format has its number in the first bytes of a longer one.
        return (tag == 0xFFFE ? format.little(24, 2) : format.big(24, 2)) ?? 0
    }

    private init(aiff file: ChunkedFile) {
        // Plain AIFF has no codec.
        guard file.description.count >= 22 else {
            self.init(.library, "samples")
            return
        }
        let code = Codec.code(file.description, at: 18)
        let read = [
            "NONE", "twos", "sowt", "raw ", "fl32", "FL32", "fl64", "FL64", "ulaw", "ULAW", "alaw",
            "ALAW", "ima4", "GSM ", "DWVW", "in24", "in32", "23ni", "42n1", "42ni",
        ]
        self.init(read.contains(code) ? .library : .none, Codec.name(of: code))
    }

    private init(caf code: String) {
        switch code {
        case "lpcm", "ulaw", "alaw": self.init(.library, "samples")
        case "ima4": self.init(.packets, "IMA 4:1")
        default: self.init(.none, Codec.name(of: code))
        }
    }

    private static func code(_ bytes: [UInt8], at place: Int) -> String {
        String(decoding: bytes.dropFirst(place).prefix(4), as: UTF8.self)
    }

    /// What people call a codec of Apple's.
    private static func name(of code: String) -> String {
        let names = [
            "alac": "ALAC", "aac ": "AAC", "aach": "AAC", "aacp": "AAC", "aacl": "AAC",
            ".mp1": "MP1",
            ".mp2": "MP2", ".mp3": "MP3", "opus": "Opus", "flac": "FLAC", "MAC3": "MACE 3:1",
            "MAC6": "MACE 6:1", "QDM2": "QDesign", "Qclp": "Qualcomm PureVoice", "samr": "AMR",
            "ac-3": "AC-3", "ilbc": "iLBC",
        ]
        if let name = names[code] { return name }
        let letters = code.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
        return letters ? "the codec \"\(code)\"" : "an unknown codec"
    }
}
