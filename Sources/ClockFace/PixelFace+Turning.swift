import ClockCore
import HAL

extension PixelGeometry {
    /// What the viewer sees after the style has turned the picture clockwise.
    func turned(by rotation: FaceRotation) -> PixelGeometry {
        guard rotation != .upright else { return self }
        var turned = self
        let old = safeArea
        switch rotation {
        case .upright: break
        case .half:
            turned.safeArea = Insets(
                left: old.right, top: old.bottom, right: old.left, bottom: old.top)
        case .quarter, .threeQuarters:
            (turned.columns, turned.rows) = (rows, columns)
            turned.safeArea =
                rotation == .quarter
                ? Insets(left: old.top, top: old.right, right: old.bottom, bottom: old.left)
                : Insets(left: old.bottom, top: old.left, right: old.top, bottom: old.right)
        }
        return turned
    }
}

extension FaceRotation {
    /// The rotation of a picture that was drawn for a turned viewer.
    var back: BoardDescription.Display.Rotation {
        switch self {
        case .upright: .upright
        case .quarter: .quarter
        case .half: .half
        case .threeQuarters: .threeQuarters
        }
    }
}
