package import ClockCore
package import HAL

extension PanelGeometry {
    /// What of a style's design and weight this panel is too small for: the picture is the same without that choice. Empty:
    /// it shows all of it. Own fonts and segments are what they are.
    package func hides(of style: ClockStyle) -> Set<FontAspect> {
        guard case .pixels(let panel) = self, style.fontFamily == nil else { return [] }
        func glyphs(_ design: FontDesign, _ weight: FontWeight) -> [Character: Font.Glyph]? {
            let request = PixelLayout.Request(
                area: .face(on: panel.turned(by: style.rotation)), design: design, weight: weight,
                size: style.size, showsSeconds: style.showsSeconds, hasOverlays: true,
                hasLevels: panel.depth == .levels, hasTwoColors: panel.color != .single,
                family: nil)
            return PixelLayout(request)?.font.glyphs
        }
        let (design, weight) = (style.fontDesign, style.fontWeight)
        let shown = glyphs(design, weight)
        var hidden: Set<FontAspect> = []
        if design != .default, glyphs(.default, weight) == shown { hidden.insert(.design) }
        if weight != .regular, glyphs(design, .regular) == shown { hidden.insert(.weight) }
        return hidden
    }
}
