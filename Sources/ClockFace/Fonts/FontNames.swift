import ClockCore

// How the X logical font description and its properties name weights and designs.

extension FontWeight {
    /// The weight of a `WEIGHT_NAME`; nil if the name is none that is known.
    init?(xlfdName: String) {
        let name = xlfdName.lowercased().filter(\.isLetter)
        switch name {
        case "ultralight", "hairline": self = .ultraLight
        case "thin", "extralight": self = .thin
        case "light": self = .light
        case "regular", "normal", "book", "roman": self = .regular
        case "medium": self = .medium
        case "semibold", "demibold", "demi": self = .semibold
        case "bold": self = .bold
        case "heavy", "extrabold", "ultrabold": self = .heavy
        case "black", "extrablack", "ultrablack": self = .black
        default: return nil
        }
    }

    var xlfdName: String {
        switch self {
        case .ultraLight: "Ultra Light"
        case .thin: "Thin"
        case .light: "Light"
        case .regular: "Regular"
        case .medium: "Medium"
        case .semibold: "Semibold"
        case .bold: "Bold"
        case .heavy: "Heavy"
        case .black: "Black"
        }
    }
}

extension FontDesign {
    /// The design of an `ADD_STYLE_NAME`, and where that names none, of the spacing.
    init(xlfdStyle: String, isMonospaced: Bool) {
        let style = xlfdStyle.lowercased()
        if style.contains("sans") {
            self = .default
        } else if style.contains("serif") {
            self = .serif
        } else if style.contains("round") {
            self = .rounded
        } else if style.contains("segment") {
            self = .segments
        } else {
            self = isMonospaced ? .monospaced : .default
        }
    }

    var xlfdStyle: String {
        switch self {
        case .default: "Sans"
        case .serif: "Serif"
        case .rounded: "Rounded"
        case .segments: "Segments"
        case .monospaced: ""
        }
    }
}
