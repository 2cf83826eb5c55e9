import HAL

/// The panel of a board without a display: a clock used by ear, buttons and remote control. It discards all
/// frames and never touches the bus.
struct AbsentPanel: Panel {
    let geometry = PanelGeometry.segments(
        SegmentGeometry(digits: 4, hasColon: true, hasPoints: false))
    let isThere = false

    mutating func bringUp(on bus: any I2CBus) {}

    mutating func show(_ frame: Frame, on bus: any I2CBus) {}

    mutating func refresh(on bus: any I2CBus) {}

    mutating func shutDown(on bus: any I2CBus) {}
}
