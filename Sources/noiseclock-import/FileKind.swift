/// What a file begins with, as far as that decides who reads it. Only what is named here ever reaches the
/// decoders: libsndfile knows dozens of old formats more, which nobody sleeps by.
enum FileKind: Equatable {
    case readable
    case aac
    case other

    /// Bytes that are looked at.
    static let length = 12

    init(beginning bytes: [UInt8]) {
        func holds(_ text: String, at place: Int = 0) -> Bool {
            bytes.dropFirst(place).starts(with: text.utf8)
        }
        // MP4 and its kin (ISO/IEC 14496-12, 4.3): the file's first box.
        if holds("ftyp", at: 4) || holds("ADIF") {
            self = .aac
        } else if holds("RIFF") || holds("RIFX") || holds("RF64") {
            self = holds("WAVE", at: 8) ? .readable : .other
        } else if holds("FORM") {
            self = holds("AIFF", at: 8) || holds("AIFC", at: 8) ? .readable : .other
        } else if ["fLaC", "OggS", "caff", "ID3"].contains(where: { holds($0) }) {
            self = .readable
        } else if bytes.count >= 2, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 {
            // The sync word of MPEG audio; layer 0 of it is ADTS, the bare stream of AAC (ISO/IEC 13818-7).
            self = bytes[1] & 0x06 == 0 ? .aac : .readable
        } else {
            self = .other
        }
    }
}
