package import ClockCore
package import ClockTime
package import HAL

/// Converts the clock's state into a panel picture.
///
/// Theory of operation. A picture takes four steps, each a pure function:
///
///   snapshot and style -> scene (FaceScene: which content, marks and texts, in order of importance)
///   -> layout for the panel's geometry (fixed cells, the largest font that fits) -> segments or pixels -> panel.
///
/// The snapshot says whether blinking parts are lit, so the machine knows when that changes and wakes for it. Movement
/// is different: from the last picture and the new one the painter plans what moves (`PaintedFace`), and the owner of
/// the display asks the result for frames until it stands still. If a panel cannot show something, it gets the closest
/// substitute: on four digits a page replaces the face, a decimal point replaces a missing lamp, a corner pixel a
/// badge. A panel is its geometry and its capabilities; the face does not know the chip.
///
/// Layouts cost more than pictures, because they search for the size that fits, so the painter keeps the last one.
///
/// Besides the drivers, only this target knows the layout of a panel.
package struct FacePainter: Sendable {
    private let geometry: PanelGeometry
    private var layouts = PixelLayouts()
    /// Nil: the next picture appears at once.
    var last: PaintedFace?

    package init(for panel: any Panel) {
        self.init(geometry: panel.geometry)
    }

    package init(geometry: PanelGeometry) {
        self.geometry = geometry
    }

    /// Draws with these fonts from the next picture on, which does not move: the old one may be in a font that is gone.
    package mutating func use(_ fonts: FontLibrary) {
        layouts = PixelLayouts(fonts)
        last = nil
    }

    /// - Parameter now: when what is new in the snapshot begins to move.
    package mutating func paint(_ snapshot: Snapshot, at now: BootTime) -> FacePicture {
        if let test = snapshot.test {
            last = nil
            return FacePicture(paint(test))
        }
        var painted = draw(snapshot)
        if let before = last.take() { painted.move(from: before, at: now) }
        let picture = painted.picture
        last = painted
        return picture
    }

    private mutating func draw(_ snapshot: Snapshot) -> PaintedFace {
        let scene = FaceScene(snapshot, hasOverlays: hasOverlays)
        let minute = snapshot.civil?.minuteOfEpoch ?? 0
        var painted = PaintedFace(
            scene: scene, style: snapshot.style, mode: snapshot.mode,
            isStill: snapshot.isStill, minute: minute,
            picture: FacePicture(.dark, brightness: Brightness(percent: snapshot.brightness)))
        guard scene.content != .dark else { return painted }
        let heading = scene.heading.map { FaceScene(content: .text($0.text), page: scene.page) }
        var said: FacePicture.Content?
        switch geometry {
        case .segments(let panel):
            let face = SegmentFace(panel: panel)
            painted.picture.content = face.content(of: scene)
            said = heading.map(face.content)
        case .pixels(let panel):
            let inks = layouts.inks(
                of: panel, snapshot.style, isNight: snapshot.isNight, minute: minute,
                ownTint: scene.tint)
            let face = PixelFace(panel: panel, style: snapshot.style, inks: inks, minute: minute)
            let canvas = face.draw(scene, &layouts)
            painted.parts = canvas.parts
            painted.picture.content = .pixels(face.scene(of: canvas, scene.content))
            if let heading, !face.says(scene, on: canvas) {
                said = .pixels(face.scene(of: face.draw(heading, &layouts), heading.content))
            }
        }
        guard let said, let heading = scene.heading else { return painted }
        painted.picture.heading = HeadingTurn(
            content: said, length: max(heading.least, said.reading ?? .zero),
            order: heading.order.leaving(painted.picture.content.reading), since: heading.text.since
        )
        if !snapshot.isStill { painted.picture.turnFromHeading(snapshot.style.motion.transition) }
        return painted
    }

    private var hasOverlays: Bool {
        guard case .pixels(let panel) = geometry else { return false }
        return max(panel.columns, panel.rows) >= PixelLayout.rowsForOverlay
    }

    /// A test picture is as bright as the panel can be.
    package mutating func paint(_ test: Snapshot.Test) -> Frame {
        let painter = TestPicturePainter(test: test)
        switch geometry {
        case .segments(let panel):
            return Frame(content: .segments(painter.segments(on: panel)), brightness: .maximum)
        case .pixels(let panel):
            return Frame(
                content: .pixels(painter.pixels(on: panel, &layouts)), brightness: .maximum)
        }
    }
}

extension CivilTime {
    /// The minutes since 1970 in local time.
    fileprivate var minuteOfEpoch: Int { date.daysSinceEpoch * 1440 + hour * 60 + minute }
}
