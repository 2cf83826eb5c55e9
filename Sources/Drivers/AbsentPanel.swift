import HAL

/// The panel of a board that has none: a clock that is heard and worked with its keys and from outside.
/// What is painted for it goes nowhere, and nothing of it touches the bus.
struct AbsentPanel: Panel {
    let geometry = PanelGeometry.sevenSegment(
        digits: 4, hasColon: true, hasPoints: false, lamps: [])
    let isThere = false

    mutating func bringUp(on bus: any I2CBus) {}

    mutating func show(_ frame: Frame, on bus: any I2CBus) {}

    mutating func refresh(on bus: any I2CBus) {}

    mutating func shutDown(on bus: any I2CBus) {}
}
