import ClockSound
import Glibc

/// A mixer, files to feed it from, and somebody who takes what it makes as a device would have it: all that the sound thread does
/// but for the device.
final class MixerStage {
    /// The device's period on the Pi, and as many slices as fit.
    static let blockFrames = 1024
    /// What is read of a file at once, as the clock's feeder does where a sound plays on.
    private static let portionFrames = 16_384
    static let rate = 48_000
    static let secondsOfBlock = Double(blockFrames) / Double(rate)

    private var mixer = Mixer(rate: MixerStage.rate)
    private var converter = SampleConverter(seed: 1)
    private let streams: SoundStreams
    private let events = SoundEventRing()
    private let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    /// The newest block, as the device takes it.
    let samples = UnsafeMutableRawPointer.allocate(byteCount: 8 * blockFrames, alignment: 16)
    private let encoding: SampleEncoding
    private var files: [File] = []

    private struct File {
        let place: Int
        let claim: Int
        let descriptor: Int32
        let bytes: Int
        var offset: Int
    }

    init(files count: Int = 0, as encoding: SampleEncoding = .int16) {
        self.encoding = encoding
        streams = SoundStreams(places: count)
        block.initialize(repeating: 0, count: 2 * MixerStage.blockFrames)
        samples.initializeMemory(
            as: UInt8.self, repeating: 0, count: 8 * MixerStage.blockFrames)
    }

    deinit {
        for file in files { close(file.descriptor) }
        block.deallocate()
        samples.deallocate()
    }

    func apply(_ scene: Scene) { mixer.apply(scene) }

    /// A source that plays the file of 16-bit stereo samples again and again; nil where it cannot be
    /// opened.
    ///
    /// - Parameter bytes: its length, whole blocks.
    func source(file path: String, bytes: Int) -> SoundSource? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let place = files.count
        let claim = streams.claim(place: place)
        // Each begins elsewhere in it, so that they are unlike.
        let blockBytes = 4 * MixerStage.blockFrames
        let offset = place * 37 * blockBytes % bytes
        files.append(
            File(place: place, claim: claim, descriptor: descriptor, bytes: bytes, offset: offset))
        feed()
        return .stream(place: place, claim: claim)
    }

    /// Renders so many blocks and hands each on; returns something that depends on all of it.
    func render(blocks: Int, _ take: () -> Void = {}) -> UInt64 {
        var sum: UInt64 = 0
        for _ in 0..<blocks {
            feed()
            mixer.render(
                into: block, frames: MixerStage.blockFrames, from: streams, telling: events)
            while events.pop() != nil { sum &+= 1 }
            converter.convert(
                block, to: samples, as: encoding, frames: MixerStage.blockFrames)
            take()
            sum &+= UInt64(samples.load(as: UInt8.self))
        }
        return sum
    }

    private func feed() {
        for index in files.indices {
            let file = files[index]
            guard streams.room(place: file.place, claim: file.claim) >= MixerStage.portionFrames
            else { continue }
            streams.fill(place: file.place, most: MixerStage.portionFrames) { target, most in
                let wanted = min(4 * most, file.bytes - file.offset)
                // What cannot be read is silence: the race is not about the disk.
                _ = pread(file.descriptor, target, wanted, off_t(file.offset))
                files[index].offset = (file.offset + wanted) % file.bytes
                return wanted / 4
            }
        }
    }
}

extension Scene {
    /// So many voices of these generators in turn, a little apart.
    static func mix(_ generators: [Generator], voices: Int) -> Scene {
        Scene(
            voices: (0..<voices).map { place in
                Scene.Voice(
                    tag: UInt32(place),
                    source: .generated(
                        Recipe(default: generators[place % generators.count]), seed: UInt64(place)),
                    gain: 0.5, pan: Float(place) / Float(voices) - 0.5)
            })
    }
}
