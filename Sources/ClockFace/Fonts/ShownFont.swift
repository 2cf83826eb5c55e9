package import ClockCore
package import HAL

extension PanelGeometry {
    /// What of a style's choice of a font this panel cannot show as asked. Empty: it shows all of it.
    ///
    /// A panel may be too small for the shapes of a design, or for strokes of another thickness: the picture is then the
    /// same as without that choice. An own family may lack the design or weight, or not fit.
    package func hides(of style: ClockStyle, fonts: FontLibrary = .builtIn) -> Set<FontAspect> {
        switch self {
        case .segments: style.unshownOnSegments
        case .pixels(let panel): panel.hides(of: style, fonts)
        }
    }
}

extension ClockStyle {
    /// Segments are what they are: figures of bars, as thick as they were made.
    fileprivate var unshownOnSegments: Set<FontAspect> {
        var hidden: Set<FontAspect> = []
        if fontFamily != nil { hidden.insert(.family) }
        if fontDesign != .default, fontDesign != .segments { hidden.insert(.design) }
        if fontWeight != .regular { hidden.insert(.weight) }
        return hidden
    }
}

extension PixelGeometry {
    fileprivate func hides(of style: ClockStyle, _ fonts: FontLibrary) -> Set<FontAspect> {
        let request = PixelLayout.Request(
            area: .face(on: turned(by: style.rotation)), design: style.fontDesign,
            weight: style.fontWeight, size: style.size, showsSeconds: style.showsSeconds,
            hasOverlays: true, hasLevels: depth == .levels, hasTwoColors: color != .single,
            family: style.fontFamily)
        guard let font = PixelLayout(request, fonts: fonts)?.font else {
            return Set(FontAspect.allCases)
        }
        if let family = style.fontFamily, fonts.has(family),
            font.family.lowercased() == family.lowercased()
        {
            var hidden: Set<FontAspect> = []
            if font.design != style.fontDesign { hidden.insert(.design) }
            if font.weight != style.fontWeight { hidden.insert(.weight) }
            return hidden
        }
        func looksLike(_ design: FontDesign, _ weight: FontWeight) -> Bool {
            var other = request
            (other.design, other.weight) = (design, weight)
            return PixelLayout(other, fonts: fonts)?.font.glyphs == font.glyphs
        }
        var hidden: Set<FontAspect> = style.fontFamily == nil ? [] : [.family]
        if style.fontDesign != .default, looksLike(.default, style.fontWeight) {
            hidden.insert(.design)
        }
        if style.fontWeight != .regular, looksLike(style.fontDesign, .regular) {
            hidden.insert(.weight)
        }
        return hidden
    }
}
