import CALSA

/// Facts about a sound card from its kernel driver.
enum CardDriver {
    /// The drivers of cards without a jack (sound/drivers/dummy.c and aloop.c of Linux): nobody hears what they take.
    static let soundless: Set<String> = ["Dummy", "Loopback"]

    /// Whether an open stream, through any plugins, ends in such a card. A stream without a card, such as to a sound
    /// server, is trusted.
    static func isSoundless(under pcm: OpaquePointer) -> Bool {
        var allocated: OpaquePointer?
        guard snd_pcm_info_malloc(&allocated) == 0, let info = allocated else { return false }
        defer { snd_pcm_info_free(info) }
        guard snd_pcm_info(pcm, info) == 0 else { return false }
        let card = snd_pcm_info_get_card(info)
        guard card >= 0 else { return false }
        return name(ofCard: card).map { soundless.contains($0) } ?? false
    }

    private static func name(ofCard number: Int32) -> String? {
        var opened: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(number)", Int32(SND_CTL_NONBLOCK)) == 0,
            let control = opened
        else { return nil }
        defer { snd_ctl_close(control) }
        var allocated: OpaquePointer?
        guard snd_ctl_card_info_malloc(&allocated) == 0, let card = allocated else { return nil }
        defer { snd_ctl_card_info_free(card) }
        guard snd_ctl_card_info(control, card) == 0 else { return nil }
        return snd_ctl_card_info_get_driver(card).map { String(cString: $0) }
    }
}
