import ClockCore

/// Figures in any height, from three by five blocks.
enum StrokeFont {
    private static let blocks: [Character: [String]] = [
        "0": ["###", "#.#", "#.#", "#.#", "###"], "1": [".#.", "##.", ".#.", ".#.", "###"],
        "2": ["###", "..#", "###", "#..", "###"], "3": ["###", "..#", "###", "..#", "###"],
        "4": ["#.#", "#.#", "###", "..#", "..#"], "5": ["###", "#..", "###", "..#", "###"],
        "6": ["###", "#..", "###", "#.#", "###"], "7": ["###", "..#", "..#", "..#", "..#"],
        "8": ["###", "#.#", "###", "#.#", "###"], "9": ["###", "#.#", "###", "..#", "###"],
    ]

    static func font(
        design: FontDesign, weight: FontWeight, figureHeight: Int, maximumFigureWidth: Int?
    ) -> Font {
        let width = min(max(3, figureHeight * 3 / 5), maximumFigureWidth ?? figureHeight)
        let glyphs = blocks.mapValues { block in
            let cells = block.map(Array.init)
            return Font.Glyph(
                advance: width + 1, left: 0, top: 0, columns: width, rows: figureHeight
            ) { column, row in cells[row * 5 / figureHeight][column * 3 / width] == "#" }
        }
        return Font(
            family: "NoiseClock", design: design, weight: weight, isMonospaced: true,
            ascent: figureHeight, descent: 0, glyphs: glyphs)
    }
}
