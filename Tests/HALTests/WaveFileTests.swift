import HAL
import Testing

@Suite("A WAV file")
struct WaveFileTests {
    @Test("says 16-bit stereo, the rate and the size, byte by byte")
    func bytes() {
        let parts: [[UInt8]] = [
            Array("RIFF".utf8), [36 + 8, 0, 0, 0], Array("WAVEfmt ".utf8),
            [16, 0, 0, 0, 1, 0, 2, 0],
            // 48000 frames and 192000 bytes a second.
            [0x80, 0xBB, 0, 0, 0x00, 0xEE, 0x02, 0], [4, 0, 16, 0],
            Array("data".utf8), [8, 0, 0, 0],
        ]
        let expected: [UInt8] = Array(parts.joined())
        #expect(WaveFile.header(frames: 2, rate: 48_000) == expected)
        #expect(WaveFile.header(frames: 2, rate: 48_000).count == WaveFile.headerSize)
    }

    @Test("never says more than 32 bits hold", arguments: [WaveFile.mostFrames, .max])
    func bounded(frames: Int) {
        let header = WaveFile.header(frames: frames, rate: 48_000)
        // The greatest multiple of four that leaves room for the 36 bytes between the two sizes, and for the 68 bytes
        // of a loop marker.
        #expect(Array(header[40...]) == [0x94, 0xFF, 0xFF, 0xFF])
        #expect(Array(header[4..<8]) == [0xB8, 0xFF, 0xFF, 0xFF])
    }

    @Test("takes a negative count for none")
    func negative() {
        #expect(Array(WaveFile.header(frames: -1, rate: 44_100)[40...]) == [0, 0, 0, 0])
    }

    @Test("that is a loop says so behind its samples, as samplers do")
    func loopMark() {
        let mark = WaveFile.loopMark(frames: 1000, rate: 48_000)
        #expect(mark.count == WaveFile.loopMarkSize)
        #expect(mark.starts(with: Array("smpl".utf8) + [60, 0, 0, 0]))
        // 20833 ns a frame, middle C, one loop over the frames 0 to 999.
        #expect(Array(mark[16..<24]) == [0x61, 0x51, 0, 0, 60, 0, 0, 0])
        #expect(mark[36] == 1)
        #expect(Array(mark[52..<60]) == [0, 0, 0, 0, 0xE7, 0x03, 0, 0])
        let header = WaveFile.header(frames: 1000, rate: 48_000, isLoop: true)
        #expect(
            Array(header[4..<8]) == [0x08, 0x10, 0, 0], "4000 bytes of samples and 104 around them")
    }

    @Test("is read back as it was written", arguments: [true, false])
    func readsBack(isLoop: Bool) {
        let header = WaveFile.header(frames: 1000, rate: 44_100, isLoop: isLoop)
        let size = WaveFile.headerSize + 4000 + (isLoop ? WaveFile.loopMarkSize : 0)
        #expect(
            WaveFile.content(ofHeader: header, size: size)
                == WaveContent(frames: 1000, rate: 44_100, isLoop: isLoop))
        #expect(WaveFile.content(ofHeader: header, size: size - 1) == nil, "cut off")
    }

    @Test("with any byte of its header changed is not taken for ours, or for one of another rate")
    func otherHeaders() {
        let header = WaveFile.header(frames: 1000, rate: 48_000, isLoop: true)
        let size = 5000
        for place in header.indices {
            var changed = header
            changed[place] ^= 0x10
            #expect(WaveFile.content(ofHeader: changed, size: size) == nil, "byte \(place)")
        }
        #expect(WaveFile.content(ofHeader: Array(header.dropLast()), size: size) == nil)
        #expect(WaveFile.content(ofHeader: [], size: 0) == nil)
        let empty = WaveFile.header(frames: 0, rate: 48_000)
        #expect(WaveFile.content(ofHeader: empty, size: 5000) == nil)
    }
}
