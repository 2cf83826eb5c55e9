import ClockTime
import HAL

@testable import ClockCore
@testable import ClockFace

/// A change of the face, and the frames that show it.
struct MotionStory: Sendable {
    var name: String
    var before: Snapshot
    var after: Snapshot

    static let start = BootTime(nanoseconds: 10_000_000_000)

    init(
        _ name: String, _ before: Snapshot, _ after: Snapshot, _ style: (inout MotionStyle) -> Void
    ) {
        self.name = name
        self.before = with(before) { style(&$0.style.motion) }
        self.after = with(after) { style(&$0.style.motion) }
    }

    /// The picture from the change on.
    func picture(on geometry: PanelGeometry) -> FacePicture {
        var painter = FacePainter(geometry: geometry)
        _ = painter.paint(before, at: MotionStory.start - .seconds(5))
        return painter.paint(after, at: MotionStory.start)
    }

    /// All frames that a panel asks for, with their times since the change.
    func frames(on geometry: PanelGeometry) -> [(time: Duration, frame: Frame)] {
        let picture = picture(on: geometry)
        var frames = [(time: Duration.zero, frame: picture.frame(at: MotionStory.start))]
        var now = MotionStory.start
        while let next = picture.nextFrame(after: now), frames.count < 200 {
            now = next
            frames.append((now - MotionStory.start, picture.frame(at: now)))
        }
        return frames
    }

    private static let minuteBefore = at("12:09:59")
    private static let minuteAfter = at("12:10")

    /// Each movement that a style can choose.
    static let all: [MotionStory] = [
        MotionStory("A digit rolls", minuteBefore, minuteAfter) { $0.rolls = true },
        MotionStory("A digit swings into its place", minuteBefore, minuteAfter) {
            $0.digitChange = .spring
        },
        MotionStory("A digit rolls and swings", minuteBefore, minuteAfter) {
            $0.digitChange = .spring
            $0.rolls = true
        },
        MotionStory("A digit falls into its place", minuteBefore, minuteAfter) {
            $0.digitChange = .bounce
        },
        MotionStory("A digit rolls and falls", minuteBefore, minuteAfter) {
            $0.digitChange = .bounce
            $0.rolls = true
        },
        MotionStory("A digit glitches", minuteBefore, minuteAfter) { $0.digitChange = .glitch },
        MotionStory("A digit glows", minuteBefore, minuteAfter) {
            $0.glow = Percent(clamping: 100)
        },
        MotionStory("A page fades in", minuteBefore, page(minuteBefore)) { _ in },
        MotionStory("A page slides in", minuteBefore, page(minuteBefore)) {
            $0.transition = .slide
        },
        MotionStory("The time slides back", page(minuteBefore), minuteBefore) {
            $0.transition = .slide
        },
    ]

    /// A text that is too long for most panels.
    static let text = MotionStory(
        "A text passes", minuteBefore,
        with(minuteBefore) {
            $0.page = .nowPlaying
            $0.pageSince = start
            $0.playing = playing("Rain on leaves ")
        }
    ) { $0.transition = .none }

    private static func page(_ snapshot: Snapshot) -> Snapshot {
        with(snapshot) {
            $0.page = .nextAlarm
            $0.nextAlarm = alarm(6, 30)
        }
    }
}
