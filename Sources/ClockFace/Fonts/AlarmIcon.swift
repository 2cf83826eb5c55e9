/// The pictures that stand for an alarm's icon (product, A4a).
///
/// An icon is a name that people or their programs wrote: "sun", "sun.max.fill", "briefcase". Whatever has one of these
/// words in it gets the picture. It is a character of every font of pixels, in the area that Unicode leaves free, so it
/// moves and fits as letters do.
enum AlarmIcon: Int, CaseIterable {
    case sun, moon, star, heart, bell, work, book, sport, pill, cup, food, train, plane, home,
        umbrella, music

    /// Nil if no picture has that name.
    init?(named name: String) {
        let letters = name.lowercased().split { !$0.isLetter }
        guard let icon = Self.allCases.first(where: { $0.words.contains(where: letters.contains) })
        else { return nil }
        self = icon
    }

    private static let first = 0xE000

    var character: Character {
        Character(UnicodeScalar(UInt32(Self.first + rawValue)) ?? " ")
    }

    init?(_ character: Character) {
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first,
            let icon = Self(rawValue: Int(scalar.value) - Self.first)
        else { return nil }
        self = icon
    }

    /// The picture on a font's base line, in whole pixels as large as its figures; nil where these are lower than it.
    func glyph(in font: Font) -> Font.Glyph? {
        let rows = picture.map(Array.init)
        let scale = font.figureHeight / rows.count
        guard scale > 0, let columns = rows.first?.count else { return nil }
        return Font.Glyph(
            advance: (columns + 1) * scale, left: 0,
            top: font.figureTop + font.figureHeight - rows.count * scale,
            columns: columns * scale, rows: rows.count * scale
        ) { column, row in rows[row / scale][column / scale] == "#" }
    }

    private var words: [Substring] {
        switch self {
        case .sun: ["sun", "sunrise", "morning", "day"]
        case .moon: ["moon", "night", "sleep", "bed"]
        case .star: ["star", "sparkles"]
        case .heart: ["heart", "love", "family"]
        case .bell: ["bell", "alarm", "clock"]
        case .work: ["work", "briefcase", "office", "job"]
        case .book: ["book", "school", "graduationcap", "study"]
        case .sport: ["sport", "gym", "dumbbell", "run", "figure", "bicycle"]
        case .pill: ["pill", "pills", "medicine", "cross"]
        case .cup: ["cup", "coffee", "tea", "mug"]
        case .food: ["food", "fork", "cooking", "pizza", "pan"]
        case .train: ["train", "tram", "bus", "car"]
        case .plane: ["plane", "airplane", "flight", "travel"]
        case .home: ["home", "house"]
        case .umbrella: ["umbrella", "rain"]
        case .music: ["music", "note"]
        }
    }

    private var picture: [String] {
        switch self {
        case .sun: ["#  #  #", " #   # ", "  ###  ", "# ### #", "  ###  ", " #   # ", "#  #  #"]
        case .moon: ["  ###  ", " ##    ", "##     ", "##     ", "##     ", " ##  # ", "  ###  "]
        case .star: ["   #   ", "  ###  ", "#######", " ##### ", "  ###  ", " ## ## ", " #   # "]
        case .heart: ["       ", " ## ## ", "#######", "#######", " ##### ", "  ###  ", "   #   "]
        case .bell: ["   #   ", "  ###  ", "  ###  ", "  ###  ", " ##### ", "       ", "   #   "]
        case .work: ["  ###  ", "  # #  ", "#######", "#     #", "### ###", "#     #", "#######"]
        case .book: [" ## ## ", "#  #  #", "#  #  #", "#  #  #", "#  #  #", "### ###", "   #   "]
        case .sport: ["       ", " #   # ", "##   ##", "#######", "##   ##", " #   # ", "       "]
        case .pill: ["       ", " ##### ", "#  ####", "#  ####", "#  ####", " ##### ", "       "]
        case .cup: [" # #   ", "  # #  ", "       ", "###### ", "##### #", "###### ", " ####  "]
        case .food: ["# #  ##", "# #  ##", "###  ##", " #   ##", " #    #", " #    #", " #    #"]
        case .train: [" ##### ", "#     #", "#     #", "#######", "# ### #", "#######", " #   # "]
        case .plane: ["   #   ", "   #   ", "  ###  ", "#######", "   #   ", "   #   ", "  ###  "]
        case .home: ["   #   ", "  ###  ", " ##### ", "#######", " #   # ", " # # # ", " # # # "]
        case .umbrella:
            ["   #   ", " ##### ", "#######", "#  #  #", "   #   ", "   # # ", "   ### "]
        case .music: ["  #####", "  #   #", "  #   #", "  #   #", " ##  ##", "### ###", " #   # "]
        }
    }
}
