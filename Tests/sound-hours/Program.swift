import Glibc
import SoundMeasuring

/// Listens for an hour to what the clock plays, and says what it heard.
///
/// Theory of operation. `board/sound-hours` builds this program as a release and starts it once for each
/// built-in sound and variant, as many at a time as there are processors, and once more for each of the
/// checks of the render path. Each run prints one line of a table, and its exit status says whether all
/// bounds hold. What it hears is the mixer's own output, in the blocks that a device takes. `board/spectrograms`
/// takes samples from it.
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
        case "--samples": exit(with(value) { Samples.write($0, seconds: seconds ?? 60) })
        case "--render-path": exit(RenderPath.check(seconds: Int(value) ?? 3600))
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

    static func complain(_ text: String) {
        let line = Array("sound-hours: \(text)\n".utf8)
        // Nobody can be told that standard error is gone.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
