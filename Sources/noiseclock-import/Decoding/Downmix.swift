import CSndfile

/// Any number of channels to two.
///
/// Front speakers go to their side in full; the middle and what lies behind goes to its side, or to both, 3
/// dB down, as broadcasters fold surround sound (ITU-R BS.775, annex 4). The deep-bass channel repeats what
/// the others have and is left out. One channel goes to both sides.
struct Downmix {
    private let left: [Float]
    private let right: [Float]

    private static let down: Float = 0.70710678

    /// - Parameter map: libsndfile's name for each channel, where the file has them.
    init(map: [Int]?, channels: Int) {
        let names = map.flatMap { Downmix.isWhole($0) ? $0 : nil } ?? Downmix.standard(channels)
        var left: [Float] = []
        var right: [Float] = []
        for (place, name) in names.enumerated() {
            let gains = Downmix.gains(of: name, at: place)
            left.append(channels == 1 ? 1 : gains.left)
            right.append(channels == 1 ? 1 : gains.right)
        }
        self.left = left
        self.right = right
    }

    func stereo(_ samples: [Float], frames: Int) -> [Float] {
        let channels = left.count
        var stereo = [Float](repeating: 0, count: 2 * frames)
        for frame in 0..<frames {
            var sums: (left: Float, right: Float) = (0, 0)
            for channel in 0..<channels {
                let sample = samples[frame * channels + channel]
                sums.left += sample * left[channel]
                sums.right += sample * right[channel]
            }
            stereo[2 * frame] = sums.left
            stereo[2 * frame + 1] = sums.right
        }
        return stereo
    }

    /// A map that leaves a channel without a name is of no use.
    private static func isWhole(_ map: [Int]) -> Bool {
        map.allSatisfy { $0 != SF_CHANNEL_MAP_INVALID }
    }

    /// The order that WAV files have where they say nothing (Microsoft, "Multiple channel audio data and
    /// WAVE files"), and beyond eight channels none that anybody knows.
    private static func standard(_ channels: Int) -> [Int] {
        let (l, r) = (SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT)
        let centre = SF_CHANNEL_MAP_CENTER
        let bass = SF_CHANNEL_MAP_LFE
        let (rearL, rearR) = (SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT)
        let rear = SF_CHANNEL_MAP_REAR_CENTER
        let (sideL, sideR) = (SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT)
        return switch channels {
        case 1: [centre]
        case 2: [l, r]
        case 3: [l, r, centre]
        case 4: [l, r, rearL, rearR]
        case 5: [l, r, centre, rearL, rearR]
        case 6: [l, r, centre, bass, rearL, rearR]
        case 7: [l, r, centre, bass, rear, sideL, sideR]
        case 8: [l, r, centre, bass, rearL, rearR, sideL, sideR]
        default: [Int](repeating: SF_CHANNEL_MAP_INVALID, count: channels)
        }
    }

    private static func gains(of name: Int, at place: Int) -> (left: Float, right: Float) {
        switch name {
        case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT,
            SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER:
            (1, 0)
        case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT,
            SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER:
            (0, 1)
        case SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_SIDE_LEFT:
            (down, 0)
        case SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_RIGHT:
            (0, down)
        case SF_CHANNEL_MAP_LFE: (0, 0)
        case SF_CHANNEL_MAP_INVALID:
            // Unknown ones take turns.
            place.isMultiple(of: 2) ? (1, 0) : (0, 1)
        default: (down, down)
        }
    }
}
