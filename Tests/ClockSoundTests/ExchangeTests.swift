import Foundation
import Synchronization
import Testing

@testable import ClockSound

@Suite("Between the threads")
struct ExchangeTests {
    @Test("A mailbox gives the newest scene once")
    func newest() {
        let mailbox = SceneMailbox()
        let memory = RenderMemory()
        var scene = FlatScene(in: memory)
        #expect(!mailbox.take(into: &scene))
        for gain in 1...5 { mailbox.publish(.noise(.pink, gain: Float(gain))) }
        #expect(!mailbox.isTaken)
        #expect(mailbox.take(into: &scene))
        #expect(scene.hasNoise && scene.voices.base[0].gain == 5)
        #expect(mailbox.isTaken)
        #expect(!mailbox.take(into: &scene))
        mailbox.publish(.silence)
        #expect(mailbox.take(into: &scene) && !scene.hasNoise)
    }

    @Test("A mixer follows its mailbox")
    func mixer() {
        let mailbox = SceneMailbox()
        let ring = SoundEventRing()
        var mixer = Mixer(rate: 48_000)
        let streams = SoundStreams(places: 1)
        var block = [Float](repeating: 0, count: 2048)
        mailbox.publish(.noise(.white))
        mixer.apply(newestOf: mailbox)
        block.withUnsafeMutableBufferPointer {
            guard let base = $0.baseAddress else { return }
            mixer.render(into: base, frames: 1024, from: streams, telling: ring)
        }
        #expect(ring.pop() == .noiseStarted(.white, frame: 128))
        #expect(ring.pop() == nil)
    }

    @Test("A ring keeps order, and drops and counts what finds it full")
    func overflow() {
        let ring = SoundEventRing()
        for frame in 0..<70 { ring.push(.noiseSilent(frame: Int64(frame))) }
        #expect(ring.overflow == 6)
        for frame in 0..<64 { #expect(ring.pop() == .noiseSilent(frame: Int64(frame))) }
        #expect(ring.pop() == nil)
        ring.push(.alarmSilent(frame: 1))
        #expect(ring.pop() == .alarmSilent(frame: 1))
    }

    @Test("Two threads: no scene is ever torn or older than the one before, and the last arrives")
    func mailboxThreads() {
        let mailbox = SceneMailbox()
        let rounds: UInt32 = 100_000
        let writer = Thread {
            for number in 1...rounds {
                mailbox.publish(
                    Scene(
                        voices: [Scene.Voice(tag: number, source: .tone(.digital), gain: 1)],
                        fadeOutSeconds: Float(number)))
            }
        }
        writer.start()
        let memory = RenderMemory()
        var scene = FlatScene(in: memory)
        var last: UInt32 = 0
        var torn = 0
        var older = 0
        let deadline = ContinuousClock.now + .seconds(20)
        while last < rounds, ContinuousClock.now < deadline {
            guard mailbox.take(into: &scene) else { continue }
            let number = scene.voices.base[0].tag
            if Float(number) != scene.fadeOutSeconds { torn += 1 }
            if number <= last { older += 1 }
            last = number
        }
        #expect(torn == 0 && older == 0)
        #expect(last == rounds)
    }

    @Test("Two threads: every event arrives once, in order, or is counted as dropped")
    func ringThreads() {
        let ring = SoundEventRing()
        let rounds = 100_000
        let done = Flag()
        let writer = Thread {
            for frame in 0..<rounds { ring.push(.noiseSilent(frame: Int64(frame))) }
            done.isSet.store(true, ordering: .releasing)
        }
        writer.start()
        var popped = 0
        var previous: Int64 = -1
        var disordered = 0
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let finished = done.isSet.load(ordering: .acquiring)
            guard case .noiseSilent(let frame)? = ring.pop() else {
                if finished { break }
                continue
            }
            if frame <= previous { disordered += 1 }
            previous = frame
            popped += 1
        }
        #expect(disordered == 0)
        #expect(popped + ring.overflow == rounds)
    }

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }
}
