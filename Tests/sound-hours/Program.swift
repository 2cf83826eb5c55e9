import Glibc
import SoundMeasuring

/// Listens to the clock's sounds for an hour each, and reports what it finds.
///
/// Theory of operation. `board/sound-hours` builds this program as a release and starts it once for each built-in
/// sound and variant, as many in parallel as there are processors, and once more for each check of the render path.
/// Each run prints one line of a table; its exit status says whether all limits hold. It listens to the mixer's own
/// output, in the blocks that a device takes. `board/spectrograms` uses it to draw the same sounds and the alarm
/// tones.
@main
enum Program {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let value = arguments.count > 1 ? arguments[1] : ""
        let seconds = arguments.count > 2 ? Int(arguments[2]) : nil
        switch arguments.first {
        case "--list": for sound in BuiltInSound.withVariants { print(sound.name) }
        case "--head": print(Listening.head)
        case "--listen": exit(with(value) { Listening.listen(to: $0, seconds: seconds ?? 3600) })
        case "--texture":
            let seeds = arguments.dropFirst(2).compactMap { UInt64($0) }
            exit(with(value) { TextureReport.print(of: $0, seeds: seeds) })
        case "--pictures": for picture in Picture.all { print(picture.name, picture.seconds) }
        case "--picture", "--close-up":
            let size = arguments.dropFirst(2).compactMap { Int($0) }
            exit(draw(value, isCloseUp: arguments.first == "--close-up", size))
        case "--render-path": exit(RenderPath.check(seconds: Int(value) ?? 3600))
        case "--sound-thread": exit(SoundThread.count(seconds: Int(value) ?? 3600))
        case "--paced": exit(SoundThread.pace(seconds: Int(value) ?? 600))
        case "--absent": exit(SoundThread.miss(seconds: Int(value) ?? 30))
        case "--endurance": exit(RenderPath.endure(hours: Int(value) ?? 8))
        default:
            complain("board/sound-hours and board/spectrograms call this program")
            // EX_USAGE of sysexits.h.
            exit(64)
        }
    }

    private static func with(_ name: String, _ body: (BuiltInSound) -> Bool) -> Int32 {
        guard let sound = BuiltInSound.withVariants.first(where: { $0.name == name }) else {
            complain("there is no sound \(name)")
            return 64
        }
        return body(sound) ? 0 : 1
    }

    private static func draw(_ name: String, isCloseUp: Bool, _ size: [Int]) -> Int32 {
        guard let picture = Picture.all.first(where: { $0.name == name }), size.count == 2,
            size.allSatisfy({ $0 > 0 })
        else {
            complain("there is no picture \(name), or no size of it")
            return 64
        }
        let spectrogram = picture.spectrogram(isCloseUp: isCloseUp, columns: size[0], rows: size[1])
        return Drawing.write(spectrogram) ? 0 : 1
    }

    static func complain(_ text: String) {
        let line = Array("sound-hours: \(text)\n".utf8)
        // There is nowhere to report that standard error is gone.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
