/// The header of a frame of MPEG audio (ISO/IEC 11172-3, 2.4.2.3, and 13818-3).
struct MpegHeader {
    /// Bytes with the header.
    let length: Int
    /// Frames of samples.
    let samples: Int
    let rate: Int
    let isMono: Bool
    /// What all frames of a file have in common: version, layer and rate.
    let kind: UInt32
    private let isFirstVersion: Bool

    static let size = 4

    private static let bitrates: [[Int]] = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    private static let rates = [44_100, 48_000, 32_000]

    /// Nil: these four bytes are no header.
    init?(_ word: UInt32) {
        let version = word >> 19 & 3
        let layer = 4 - Int(word >> 17 & 3)
        let bitrate = Int(word >> 12 & 15)
        let rate = Int(word >> 10 & 3)
        guard word >> 21 == 0x7FF, version != 1, layer < 4, 1...14 ~= bitrate, rate < 3 else {
            return nil
        }
        // The last two bits: an emphasis that nobody defined.
        guard word & 3 != 2 else { return nil }
        isFirstVersion = version == 3
        self.rate = MpegHeader.rates[rate] >> (isFirstVersion ? 0 : version == 2 ? 1 : 2)
        let table = isFirstVersion ? layer - 1 : layer == 1 ? 3 : 4
        let bits = MpegHeader.bitrates[table][bitrate - 1] * 1000
        let padding = Int(word >> 9 & 1)
        samples = layer == 1 ? 384 : layer == 3 && !isFirstVersion ? 576 : 1152
        length =
            layer == 1
            ? (12 * bits / self.rate + padding) * 4 : samples / 8 * bits / self.rate + padding
        isMono = word >> 6 & 3 == 3
        kind = word & 0xFFFE_0C00
    }

    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count >= MpegHeader.size else { return nil }
        self.init(bytes.prefix(MpegHeader.size).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    /// Where the encoder's note stands in a frame of layer III, behind the header and the side information.
    private var notePlace: Int { 4 + (isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17)) }

    /// Whether the frame has an encoder's note in place of sound, and how many frames it says that there are.
    func note(in frame: [UInt8]) -> (isNote: Bool, frames: Int?) {
        let place = notePlace
        for shift in [0, 2]
        where frame.holds("Xing", at: place + shift) || frame.holds("Info", at: place + shift) {
            let hasCount = (frame.big(place + shift + 4, 4) ?? 0) & 1 != 0
            return (true, hasCount ? frame.big(place + shift + 8, 4) : nil)
        }
        return frame.holds("VBRI", at: 36) ? (true, frame.big(50, 4)) : (false, nil)
    }
}
