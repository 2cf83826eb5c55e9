import Glibc

/// IMA 4:1 in a CAF file, which no library of ours reads there.
///
/// A packet has 34 bytes for each channel, one channel behind the other: two of the state (the upper nine bits of
/// the last sample, and seven of the step), and 32 with 64 samples in four bits each (Apple, TN1081; IMA, Digital
/// Audio Focus and Technical Working Groups, Recommended Practices 3.0).
final class PacketStream: FrameStream {
    let rate: Int
    let channels: Int
    let shortfall: Shortfall
    private let input: InputFile
    private var states: [State]
    /// Frames that the encoder put before the sound, left to be dropped.
    private var priming: Int
    /// Frames of the sound that are still to come.
    private var left: Int

    private static let packetBytes = 34
    private static let packetFrames = 64
    private static let blockPackets = 64

    init(_ file: ChunkedFile) throws(ImportProblem) {
        let description = file.description
        guard let bits = description.big(0, 8), let channels = description.big(24, 4) else {
            throw .damaged("its CAF header is too short")
        }
        let rate = Double(bitPattern: UInt64(bitPattern: Int64(bits)))
        guard (1...1_000_000).contains(rate), (1...64).contains(channels) else {
            throw .damaged("its CAF header claims \(channels) channels at \(rate) Hz")
        }
        self.rate = Int(rate)
        self.channels = channels
        // The samples' chunk begins with four bytes that count edits.
        let start = min(file.samples.lowerBound + 4, file.samples.upperBound)
        input = InputFile(file.file, parts: [.file(start..<file.samples.upperBound)])
        states = [State](repeating: State(), count: channels)
        let packets = input.length / (PacketStream.packetBytes * channels)
        let frames = packets * PacketStream.packetFrames
        // The table may say how many of the frames are sound.
        let table = file.packetTable
        let stated = table.big(8, 8) ?? 0
        let before = table.count >= 24 && stated > 0 ? table.big(16, 4) ?? 0 : 0
        priming = min(max(0, before), frames)
        let wanted = stated > 0 ? stated : Int.max
        left = min(wanted, frames - priming)
        var shortfall = Shortfall()
        let share = file.missingShare
        if share > 0 {
            shortfall.missingSeconds = Double(frames) * share / rate
        } else if input.length % (PacketStream.packetBytes * channels) != 0 {
            shortfall.isCutOff = true
        } else if stated > 0, stated < 1 << 40, stated > left + PacketStream.packetFrames {
            // The chunk of the samples is whole, or states no length.
            if file.statedBytes == nil {
                shortfall.missingSeconds = Double(stated - left) / rate
            } else {
                shortfall.wrongSeconds = Double(stated) / rate
            }
        }
        self.shortfall = shortfall
    }

    func next() throws(ImportProblem) -> [Float] {
        while left > 0 {
            let bytes = input.bytes(
                at: input.place, PacketStream.packetBytes * channels * PacketStream.blockPackets)
            try input.check()
            _ = input.seek(bytes.count, SEEK_CUR)
            let packets = bytes.count / (PacketStream.packetBytes * channels)
            guard packets > 0 else { return [] }
            let block = decode(bytes, packets: packets)
            let frames = block.count / channels
            let dropped = min(priming, frames)
            let kept = min(left, frames - dropped)
            priming -= dropped
            left -= kept
            if kept > 0 {
                return Array(block[(dropped * channels)..<((dropped + kept) * channels)])
            }
        }
        return []
    }

    private func decode(_ bytes: [UInt8], packets: Int) -> [Float] {
        var block = [Float](repeating: 0, count: packets * PacketStream.packetFrames * channels)
        for packet in 0..<packets {
            for channel in 0..<channels {
                let place = (packet * channels + channel) * PacketStream.packetBytes
                states[channel].begin(Int(bytes[place]) << 8 | Int(bytes[place + 1]))
                var sample = packet * PacketStream.packetFrames * channels + channel
                for byte in bytes[(place + 2)..<(place + PacketStream.packetBytes)] {
                    for code in [Int(byte & 15), Int(byte >> 4)] {
                        block[sample] = Float(states[channel].step(code)) / 32_768
                        sample += channels
                    }
                }
            }
        }
        return block
    }

    /// What a channel's decoder carries from sample to sample.
    private struct State {
        private var sample = 0
        private var place = 0

        private static let steps: [Int] = [
            7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60,
            66,
            73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371,
            408,
            449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878,
            2066,
            2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845,
            8630,
            9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086,
            29794,
            32767,
        ]
        private static let moves = [-1, -1, -1, -1, 2, 4, 6, 8]

        /// The state that a packet begins with. Its sample has lost the lower seven bits; where ours agrees, it
        /// has them still.
        mutating func begin(_ header: Int) {
            let upper = Int(Int16(truncatingIfNeeded: header & 0xFF80))
            let stated = min(header & 0x7F, State.steps.count - 1)
            if stated != place || abs(upper - sample) > 0x7F { sample = upper }
            place = stated
        }

        mutating func step(_ code: Int) -> Int {
            let step = State.steps[place]
            var difference = step >> 3
            if code & 4 != 0 { difference += step }
            if code & 2 != 0 { difference += step >> 1 }
            if code & 1 != 0 { difference += step >> 2 }
            sample = min(max(sample + (code & 8 == 0 ? difference : -difference), -32_768), 32_767)
            place = min(max(place + State.moves[code & 7], 0), State.steps.count - 1)
            return sample
        }
    }
}
