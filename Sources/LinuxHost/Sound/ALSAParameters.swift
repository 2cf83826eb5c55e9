import CALSA
import Glibc
import HAL

/// The parameters requested from a playback device, and those it grants.
///
/// If the card allows it, nothing between the clock and the card converts samples. A plugin costs more than the noise
/// itself (sound design, 1), and truncates where the clock would round or dither. So for `plughw:X` the card itself,
/// `hw:X`, is opened first, in its best format. The plugin is for cards that have none of our formats.
enum ALSAParameters {
    private static let periodFrames = 1024
    private static let periods = 4
    /// Stereo, or mono for a device with one speaker.
    private static let channels: [UInt32] = [2, 1]
    private static let rates = [48_000, 44_100]

    /// The card behind a name with a converting plugin; nil for all other names.
    static func cardItself(of device: String) -> String? {
        let plugged = "plughw:"
        return device.hasPrefix(plugged) ? "hw:" + device.dropFirst(plugged.count) : nil
    }

    static func configure(
        _ pcm: OpaquePointer, preferredRate: Int
    ) throws(PCMError) -> PCMFormat {
        let wanted = periodFrames * periods
        let format = try configure(pcm, preferredRate, bufferFrames: wanted)
        if format.bufferFrames >= 2 * format.periodFrames { return format }
        // Some drivers of the Pi grant a buffer of one period, which can only underrun; asked for twice as much, they
        // grant two.
        let second = try configure(pcm, preferredRate, bufferFrames: 2 * wanted)
        guard second.bufferFrames >= 2 * second.periodFrames else {
            throw .unsupported(
                "a buffer of at least two periods; it gives \(second.bufferFrames) frames "
                    + "for a period of \(second.periodFrames)")
        }
        return second
    }

    private static func configure(
        _ pcm: OpaquePointer, _ preferredRate: Int, bufferFrames: Int
    ) throws(PCMError) -> PCMFormat {
        var allocated: OpaquePointer?
        try ALSASink.check(snd_pcm_hw_params_malloc(&allocated))
        guard let parameters = allocated else { throw .io(errno: ENOMEM) }
        defer { snd_pcm_hw_params_free(parameters) }
        try ALSASink.check(snd_pcm_hw_params_any(pcm, parameters))
        try require(
            "interleaved writing",
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
        let sample = try chooseSample(pcm, parameters)
        let count = channels.first { snd_pcm_hw_params_test_channels(pcm, parameters, $0) == 0 }
        guard let count else { throw .unsupported("one channel or two") }
        try require(
            "\(count) channels", snd_pcm_hw_params_set_channels(pcm, parameters, count))
        let wishes = [preferredRate] + rates.filter { $0 != preferredRate }
        let rate = wishes.first {
            snd_pcm_hw_params_test_rate(pcm, parameters, UInt32($0), 0) == 0
        }
        guard let rate else { throw .unsupported("48000 or 44100 frames a second") }
        try require("\(rate) Hz", snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(rate), 0))
        var period = snd_pcm_uframes_t(periodFrames)
        try ALSASink.check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil))
        var buffer = snd_pcm_uframes_t(bufferFrames)
        try ALSASink.check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer))
        try require("all of it together", snd_pcm_hw_params(pcm, parameters))
        try ALSASink.check(snd_pcm_hw_params_get_period_size(parameters, &period, nil))
        try ALSASink.check(snd_pcm_hw_params_get_buffer_size(parameters, &buffer))
        return PCMFormat(
            sample: sample, channels: Int(count), rate: rate, periodFrames: Int(period),
            bufferFrames: Int(buffer))
    }

    private static func chooseSample(
        _ pcm: OpaquePointer, _ parameters: OpaquePointer
    ) throws(PCMError) -> PCMFormat.Sample {
        let all = PCMFormat.Sample.allCases
        // A converting plugin accepts all formats, whatever is behind it, and truncates excess bits. With 16 dithered
        // bits nothing is lost.
        let isPlug = snd_pcm_type(pcm) == SND_PCM_TYPE_PLUG
        let wishes = isPlug ? [.int16] + all.filter { $0 != .int16 } : all
        let granted = wishes.first {
            snd_pcm_hw_params_set_format(pcm, parameters, format(of: $0)) == 0
        }
        guard let granted else {
            throw .unsupported("integers of 16, 24 or 32 bits, or 32-bit floats")
        }
        return granted
    }

    private static func format(of sample: PCMFormat.Sample) -> snd_pcm_format_t {
        switch sample {
        case .int32: SND_PCM_FORMAT_S32_LE
        case .int24: SND_PCM_FORMAT_S24_LE
        case .int24Packed: SND_PCM_FORMAT_S24_3LE
        case .int16: SND_PCM_FORMAT_S16_LE
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        }
    }

    /// A refused request is `unsupported` and names the request, unless the device is gone.
    private static func require(_ what: String, _ code: Int32) throws(PCMError) {
        guard code < 0 else { return }
        guard code != -EINVAL else { throw .unsupported(what) }
        try ALSASink.check(code)
    }

    static func setThresholds(_ pcm: OpaquePointer, _ format: PCMFormat) throws(PCMError) {
        var allocated: OpaquePointer?
        try ALSASink.check(snd_pcm_sw_params_malloc(&allocated))
        guard let parameters = allocated else { throw .io(errno: ENOMEM) }
        defer { snd_pcm_sw_params_free(parameters) }
        try ALSASink.check(snd_pcm_sw_params_current(pcm, parameters))
        let start = snd_pcm_uframes_t(format.bufferFrames - format.periodFrames)
        try ALSASink.check(snd_pcm_sw_params_set_start_threshold(pcm, parameters, start))
        let wake = snd_pcm_uframes_t(format.periodFrames)
        try ALSASink.check(snd_pcm_sw_params_set_avail_min(pcm, parameters, wake))
        try ALSASink.check(snd_pcm_sw_params(pcm, parameters))
    }
}
