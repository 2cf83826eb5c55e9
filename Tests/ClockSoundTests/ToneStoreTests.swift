import Testing

@testable import ClockSound

@Suite("The tables of the tones")
struct ToneStoreTests {
    private static let rate = 48_000

    private func slice(_ tone: ToneSound, of store: ToneStore) -> [Float] {
        withExtendedLifetime(store) { slice(tone, of: store.bank(rate: ToneStoreTests.rate)) }
    }

    private func slice(_ tone: ToneSound, of bank: ToneBank) -> [Float] {
        var samples = [Float](repeating: 9, count: Slice.frames)
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            bank.render(tone, at: 1024, into: base)
        }
        return samples
    }

    @Test(
        "A tone takes memory only once it is wanted, and only once", arguments: ToneSound.allCases)
    func onDemand(tone: ToneSound) {
        let store = ToneStore()
        _ = store.bank(rate: ToneStoreTests.rate)
        let before = store.bytes
        #expect(before < 100_000)
        store.prepare(tone)
        let after = store.bytes
        #expect(tone == .digital ? after == before : after > before + 10_000)
        store.prepare(tone)
        _ = store.bank(rate: ToneStoreTests.rate)
        #expect(store.bytes == after)
    }

    @Test("The tables of all tones take less than 4 MB", arguments: Mixer.rates)
    func size(rate: Int) {
        let store = ToneStore()
        _ = store.bank(rate: rate)
        for tone in ToneSound.allCases { store.prepare(tone) }
        #expect((1_000_000..<4_000_000).contains(store.bytes))
    }

    @Test("A tone without a table sounds like the digital one, never silent")
    func unbuilt() {
        let store = ToneStore()
        let digital = slice(.digital, of: store)
        #expect(peak(digital) > 0.5)
        for tone in ToneSound.allCases {
            let isDigital = slice(tone, of: store) == digital
            #expect(isDigital, "\(tone)")
        }
    }

    @Test(
        "A bank has the tones that were wanted before it was made, and those that are wanted later")
    func anyOrder() {
        let before = ToneStore()
        before.prepare(.harp)
        let after = ToneStore()
        _ = after.bank(rate: ToneStoreTests.rate)
        after.prepare(.harp)
        let harp = slice(.harp, of: after)
        let isHarp = harp != slice(.digital, of: after)
        #expect(isHarp)
        let isSame = slice(.harp, of: before) == harp
        #expect(isSame)
    }

    @Test("A scene prepares the tones of its alarm and of its voices")
    func scenes() {
        let mailbox = SceneMailbox()
        mailbox.publish(.alarm(-24, of: .tone(.glass)))
        #expect(ToneSound.glass.isPrepared)
        mailbox.publish(
            Scene(voices: [Scene.Voice(tag: 1, source: .tone(.ding), gain: 1)]))
        #expect(ToneSound.ding.isPrepared)
    }
}
