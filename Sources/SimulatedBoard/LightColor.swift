package import HAL

extension BoardDescription.Display.Color {
    /// What a display's full light of this colour looks like on a screen; each from 0 to 255.
    package var atFullLight: (red: Double, green: Double, blue: Double) {
        switch self {
        case .red: (255, 44, 34)
        case .amber: (255, 140, 20)
        case .yellow: (255, 206, 52)
        case .green: (62, 255, 104)
        case .blue: (70, 128, 255)
        case .white: (232, 240, 255)
        }
    }
}
