package import ClockTime
package import HAL

/// What the display shows from some moment on: a picture, and what moves in it until it stands still.
///
/// The painter makes one whenever the clock's state changes. Whoever owns the display asks for frames: one at once, and
/// the next one when `nextFrame` says so, as long as something moves. A frame that comes too late is left out, because
/// each is asked for with the time at which it is shown.
package struct FacePicture: Hashable, Sendable {
    var content: Content
    var brightness: Brightness
    /// Words that take turns with the content.
    var heading: HeadingTurn?
    /// The pictures that fade away, each at its time.
    var fades: [Fade] = []

    enum Content: Hashable, Sendable {
        case dark
        case segments(SegmentPicture, [SegmentMove])
        case pixels(PixelScene)
    }

    /// A picture as it was drawn, and how it comes onto the panel.
    struct PixelScene: Hashable, Sendable {
        var picture: PixelPicture
        var moves: [PixelMove] = []
        var background: PixelLight
        /// Whether pixels have levels.
        var hasLevels: Bool
        /// How far the whole picture is from its place, against burn-in.
        var columns = 0
        var rows = 0
        /// How the picture is turned after it was drawn.
        var rotation = BoardDescription.Display.Rotation.upright
        var halo: PixelHalo?
    }

    struct Fade: Hashable, Sendable {
        var before: Frame.Content
        var start: BootTime

        var end: BootTime { start + MotionTiming.transition }
    }

    init(_ content: Content, brightness: Brightness) {
        self.content = content
        self.brightness = brightness
    }

    /// A picture in which nothing moves.
    package init(_ frame: Frame) {
        brightness = frame.brightness
        content =
            switch frame.content {
            case .dark: .dark
            case .segments(let picture): .segments(picture, [])
            case .pixels(let picture):
                .pixels(
                    PixelScene(picture: picture, background: .black, hasLevels: true))
            }
    }

    // MARK: - Frames

    /// What the panel shows at a moment.
    package func frame(at now: BootTime) -> Frame {
        let turn = shownTurn(at: now)
        let whole = Frame(content: turn.content.shown(at: now - turn.lag), brightness: brightness)
        guard let fade = fades.first(where: { $0.start <= now && now < $0.end }) else {
            return whole
        }
        let progress = MotionTiming.progress(
            of: MotionTiming.transition, since: fade.start, at: now)
        let share = MotionCurve.ease.value(progress)
        if case .pixels(let scene) = turn.content, scene.hasLevels,
            case (.pixels(let before), .pixels(let after)) = (fade.before, whole.content)
        {
            return Frame(content: .pixels(before.mixed(with: after, share)), brightness: brightness)
        }
        // Without levels only the whole display can fade. It shows the new picture from the beginning, because whoever
        // pressed a key wants to see what it did.
        return Frame(
            content: whole.content, brightness: Brightness(percent: brightness.percent * share))
    }

    /// When the panel needs another frame; nil if nothing moves any more.
    package func nextFrame(after now: BootTime) -> BootTime? {
        let fading = fades.compactMap { fade in
            fade.start > now
                ? fade.start
                : MotionTiming.next(of: MotionTiming.transition, since: fade.start, after: now)
        }.min()
        let turn = shownTurn(at: now)
        let moving = turn.content.nextFrame(after: now - turn.lag).map { $0 + turn.lag }
        return earlier(fading, earlier(moving, turn.end))
    }

    /// The frame without any movement, as it is when nothing moves any more.
    package var still: Frame {
        let content: Frame.Content =
            switch content {
            case .dark: .dark
            case .segments(let picture, _): .segments(picture)
            case .pixels(let scene): .pixels(scene.finished(scene.picture))
            }
        return Frame(content: content, brightness: brightness)
    }

    /// What has its turn, until when, and how far its time lags behind.
    func shownTurn(at now: BootTime) -> (content: Content, end: BootTime?, lag: Duration) {
        guard let heading else { return (content, nil, .zero) }
        let turn = heading.turn(at: now)
        let shown = turn.isHeading ? heading.content : content
        return (shown, turn.end, shown.reading == nil ? .zero : turn.start - heading.since)
    }
}

extension FacePicture.Content {
    /// How long its text takes; nil: it stands still.
    var reading: Duration? {
        switch self {
        case .dark: nil
        case .segments(_, let moves): moves.lazy.compactMap(\.run?.length).first
        case .pixels(let scene): scene.moves.lazy.compactMap(\.run?.length).first
        }
    }

    func shown(at now: BootTime) -> Frame.Content {
        switch self {
        case .dark: return .dark
        case .segments(var picture, let moves):
            for move in moves { move.draw(on: &picture, at: now) }
            return .segments(picture)
        case .pixels(let scene): return .pixels(scene.finished(scene.drawn(at: now)))
        }
    }

    fileprivate func nextFrame(after now: BootTime) -> BootTime? {
        switch self {
        case .dark: nil
        case .segments(_, let moves): moves.compactMap { $0.nextPicture(after: now) }.min()
        case .pixels(let scene):
            scene.moves.compactMap { $0.nextPicture(after: now, hasLevels: scene.hasLevels) }.min()
        }
    }
}

extension FacePicture.PixelScene {
    /// A picture of it as it comes onto the panel.
    fileprivate func finished(_ picture: PixelPicture) -> PixelPicture {
        var picture = picture
        halo?.draw(on: &picture)
        let moved = picture.moved(columns: columns, rows: rows, background: background)
        return rotation == .upright ? moved : moved.turned(by: rotation)
    }

    /// The picture before it comes onto the panel.
    func drawn(at now: BootTime) -> PixelPicture {
        var picture = self.picture
        for move in moves {
            move.draw(on: &picture, background: background, hasLevels: hasLevels, at: now)
        }
        return picture
    }
}
