package import ClockCore
import ClockTime
package import HAL

/// Converts the clock's state into a panel picture.
///
/// Theory of operation. A picture takes four steps, each a pure function:
///
///   snapshot and style -> scene (FaceScene: which content, marks and texts, in order of importance)
///   -> layout for the panel's geometry (fixed cells, the largest font that fits) -> segments or pixels -> panel.
///
/// There is no separate time and no self-running animation. The snapshot says whether blinking parts are lit, so the
/// machine knows when that changes and wakes for it. If a panel cannot show something, it gets the closest substitute:
/// on four digits a page replaces the face, a decimal point replaces a missing lamp, a corner pixel a badge. A panel is
/// its geometry and its capabilities; the face does not know the chip.
///
/// Layouts cost more than pictures, because they search for the size that fits, so the painter keeps the last one.
///
/// Besides the drivers, only this target knows the layout of a panel.
package struct FacePainter: Sendable {
    private let geometry: PanelGeometry
    private var layouts = PixelLayouts()

    package init(for panel: any Panel) {
        self.init(geometry: panel.geometry)
    }

    package init(geometry: PanelGeometry) {
        self.geometry = geometry
    }

    package mutating func paint(_ snapshot: Snapshot) -> Frame {
        if let test = snapshot.test { return paint(test) }
        let scene = FaceScene(snapshot, hasOverlays: hasOverlays)
        let brightness = Brightness(percent: snapshot.brightness)
        guard scene.content != .dark else { return Frame(content: .dark, brightness: brightness) }
        switch geometry {
        case .segments(let panel):
            let picture = SegmentFace(panel: panel).picture(of: scene)
            return Frame(content: .segments(picture), brightness: brightness)
        case .pixels(let panel):
            let minute = snapshot.civil?.minuteOfEpoch ?? 0
            let inks = PixelInks(
                panel: panel, style: snapshot.style, isNight: snapshot.isNight, minute: minute)
            let face = PixelFace(panel: panel, style: snapshot.style, inks: inks, minute: minute)
            return Frame(
                content: .pixels(face.picture(of: scene, &layouts)), brightness: brightness)
        }
    }

    private var hasOverlays: Bool {
        guard case .pixels(let panel) = geometry else { return false }
        return max(panel.columns, panel.rows) >= PixelLayout.rowsForOverlay
    }

    /// A test picture is as bright as the panel can be.
    private mutating func paint(_ test: Snapshot.Test) -> Frame {
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
