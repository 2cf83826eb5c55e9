@testable import ClockSound
import Foundation
import SoundMeasuring
import Testing

@Suite("Loops")
struct LoopTests {
    static let rate = 48_000

    @Test(
        "The end of each fixture runs into its beginning without a click",
        arguments: LoopFixture.all)
    func noClicks(fixture: LoopFixture) throws {
        let loop = try #require(fixture.baked())
        let turn = loop.samples
        // One turn and the beginning of the next: the seam is between them, the crossfade before it.
        let around = turn + turn.prefix(LoopTests.rate)
        let clicks = Clicks.count(
            in: around, from: turn.count / 2 - fixture.measuredFrames)
        let before = Clicks.count(
            in: fixture.samples, from: fixture.samples.count / 2 - fixture.measuredFrames)
        #expect(before == 0, "the fixture itself clicks: the detector would say nothing")
        #expect(clicks == 0)
    }

    @Test("The power through each fixture's seam is even", arguments: LoopFixture.all)
    func evenPower(fixture: LoopFixture) throws {
        let loop = try #require(fixture.baked())
        let crossfade = loop.seam.crossfadeFrames
        let turn = loop.samples
        let error = fixture.powerError(
            of: turn, crossfade: (turn.count / 2 - crossfade)..<(turn.count / 2))
        #expect(error <= fixture.allowedError, "\(error) dB")
    }

    @Test("The detector finds the raw ends of a tone joined, and a step that is barely heard")
    func detector() throws {
        let tone = LoopFixture.tone.samples
        #expect(Clicks.count(in: tone + tone, from: tone.count / 2 - LoopTests.rate / 2) > 0)
        var wounded = tone
        for sample in (wounded.count / 2)..<wounded.count { wounded[sample] += 0.002 }
        #expect(Clicks.count(in: wounded, from: 0) > 0)
    }

    @Test("A tone is cut where it is in phase; noise keeps its whole length")
    func point() throws {
        let tone = try #require(LoopFixture.tone.baked())
        #expect(tone.seam.correlation > 0.99)
        #expect(tone.seam.cutFrames < LoopTests.rate / 300)
        let noise = try #require(LoopFixture.noise.baked())
        #expect(abs(noise.seam.correlation) < 0.1)
        #expect(noise.seam.cutFrames == 0)
        #expect(
            noise.samples.count == LoopFixture.noise.samples.count - 2 * noise.seam.crossfadeFrames)
    }

    @Test("A beat that does not come out even in the file comes out even in the loop")
    func rhythm() throws {
        // Two beats a second, and an extra quarter of a beat at the end.
        let frames = 10 * LoopTests.rate + LoopTests.rate / 8
        var samples: [Float] = []
        for frame in 0..<frames {
            let phase = Double(frame % (LoopTests.rate / 2)) / Double(LoopTests.rate)
            let value = Float(exp(-30 * phase) * sin(2 * .pi * 180 * phase) * 0.6)
            samples += [value, value]
        }
        let loop = try #require(LoopFixture.bake(samples, milliseconds: 500))
        #expect(loop.samples.count / 2 % (LoopTests.rate / 2) == 0)
    }

    @Test("However the blocks are cut, the same comes out", arguments: [97, 777, 100_000])
    func blocks(size: Int) throws {
        let whole = try #require(LoopFixture.music.baked())
        let cut = try #require(
            LoopFixture.bake(LoopFixture.music.samples, milliseconds: 500, block: size))
        // Not `==`, which would compare half a million numbers for the report of a failure.
        #expect(cut.samples.elementsEqual(whole.samples))
        #expect(cut.seam == whole.seam)
    }

    @Test("A short sound gets a shorter crossfade, and one under half a second is no loop")
    func short() throws {
        let second = try #require(LoopFixture.second.baked())
        #expect(second.seam.crossfadeFrames == LoopTests.rate / 4)
        #expect(second.samples.count / 2 >= LoopTests.rate / 2)
        let samples = Array(LoopFixture.noise.samples.prefix(LoopTests.rate - 2))
        #expect(LoopFixture.bake(samples, milliseconds: 500) == nil)
        let least = Array(LoopFixture.noise.samples.prefix(LoopTests.rate))
        #expect(LoopFixture.bake(least, milliseconds: 500) != nil)
    }

    @Test("The crossfade's length is held to 100 to 2000 ms", arguments: [(1, 100), (9000, 2000)])
    func range(asked: Int, given: Int) throws {
        let loop = try #require(LoopFixture.bake(LoopFixture.music.samples, milliseconds: asked))
        #expect(loop.seam.crossfadeFrames == given * LoopTests.rate / 1000)
    }

    @Test("Outside the crossfade a loop is the sound itself")
    func untouched() throws {
        let loop = try #require(LoopFixture.noise.baked())
        let fade = loop.seam.crossfadeFrames
        let source = LoopFixture.noise.samples[(2 * fade)...]
        let plain = loop.samples.dropLast(2 * fade)
        #expect(plain.elementsEqual(source.prefix(plain.count)))
        // Continuous where the fade begins, and at the seam.
        let first = loop.samples[loop.samples.count - 2 * fade]
        #expect(first == source[source.startIndex + plain.count])
    }

    @Test("Sounds that cancel each other are raised by 3 dB at most")
    func opposite() {
        let head = LoopFixture.tone.samples.prefix(2 * 24_000)
        let blended = Crossfade.blend(
            from: head.map { -$0 }, to: Array(head), rate: LoopTests.rate)
        #expect(blended.allSatisfy { abs($0) <= 0.5 * 1.4143 * 1.4143 })
        #expect(blended.allSatisfy { $0.isFinite })
    }
}

@Suite("The silence at a sound's ends")
struct SilenceTrimmerTests {
    private func trim(_ samples: [Float], block: Int) -> (SilenceTrimmer, [Float], longest: Int) {
        var trimmer = SilenceTrimmer()
        var out: [Float] = []
        var longest = 0
        for start in stride(from: 0, to: samples.count, by: 2 * block) {
            let end = min(start + 2 * block, samples.count)
            trimmer.append(Array(samples[start..<end])) { part in
                out += part
                longest = max(longest, part.count / 2)
            }
        }
        return (trimmer, out, longest)
    }

    @Test("goes, and that within stays", arguments: [1, 3, 64, 100_000])
    func ends(block: Int) {
        let sound: [Float] = [0.5, 0, 0, 0, 0, 0, 0, -0.25]
        let samples = [Float](repeating: 0, count: 20) + sound + [Float](repeating: 1e-6, count: 30)
        let (trimmer, out, _) = trim(samples, block: block)
        #expect(out == sound)
        #expect(trimmer.leadingFrames == 10)
        #expect(trimmer.trailingFrames == 15)
    }

    @Test("is all of a silent file")
    func silent() {
        let (trimmer, out, _) = trim([Float](repeating: 0, count: 2000), block: 64)
        #expect(out.isEmpty)
        #expect(trimmer.leadingFrames == 1000)
    }

    @Test("takes no memory, however long it is in the middle")
    func long() {
        let gap = [Float](repeating: 0, count: 2 * 500_000)
        let (_, out, longest) = trim([1, 1] + gap + [1, 1], block: 1024)
        #expect(out.count == gap.count + 4)
        #expect(longest <= 48_000 + 4096 + 1024)
    }
}

extension LoopFixture {
    struct Baked {
        var samples: [Float]
        var seam: LoopBaker.Seam
    }

    func baked() -> Baked? { LoopFixture.bake(samples, milliseconds: 500) }

    static func bake(_ samples: [Float], milliseconds: Int, block: Int = 4096) -> Baked? {
        var trimmer = SilenceTrimmer()
        var baker = LoopBaker(crossfade: milliseconds, rate: rate)
        var out: [Float] = []
        for start in stride(from: 0, to: samples.count, by: 2 * block) {
            let piece = Array(samples[start..<min(start + 2 * block, samples.count)])
            trimmer.append(piece) { sound in baker.append(sound) { out += $0 } }
        }
        guard let seam = baker.finish(emit: { out += $0 }) else { return nil }
        return Baked(samples: out, seam: seam)
    }
}
