extension SimulatorScreen {
    /// The mixer while it is open: a heading, a list with a cursor, a line of words.
    package struct Mixer: Hashable, Sendable {
        package var page: Page
        /// Behind the heading: "playing, master 30 %", or what was typed to find a sound.
        package var state: String
        package var rows: [Row]
        /// The place in `rows` of the one that keys act on; nil where there is none.
        package var chosen: Int?
        /// What stands there where there are no rows.
        package var emptyText: String
        package var note: Note?

        package init(
            page: Page, state: String, rows: [Row] = [], chosen: Int? = nil, emptyText: String = "",
            note: Note? = nil
        ) {
            self.page = page
            self.state = state
            self.rows = rows
            self.chosen = chosen
            self.emptyText = emptyText
            self.note = note
        }
    }
}

extension SimulatorScreen.Mixer {
    /// Which list is shown; each has keys of its own.
    package enum Page: Hashable, Sendable {
        case mix
        /// What can be added.
        case sounds

        var title: String {
            switch self {
            case .mix: "Mix"
            case .sounds: "Add a sound"
            }
        }

        /// The key that leaves it.
        var closingKey: String {
            switch self {
            case .mix: "x"
            case .sounds: "Esc"
            }
        }
    }

    package enum Row: Hashable, Sendable {
        /// A sound of the mix; volume in 0...100, pan from -100, left, to 100.
        /// What it is like stands below it where there is room.
        case voice(name: String, volume: Int, pan: Int, about: String = "")
        /// One that the clock does not have.
        case missing(name: String)
        /// One that can be added: its category, and whether it is in the mix already.
        case sound(name: String, category: String, isInMix: Bool)

        var name: String {
            switch self {
            case .voice(let name, _, _, _), .missing(let name), .sound(let name, _, _): name
            }
        }

        var about: String {
            switch self {
            case .voice(_, _, _, let about): about
            case .missing, .sound: ""
            }
        }
    }

    /// Words below the list.
    package struct Note: Hashable, Sendable {
        package var text: String
        /// Something was refused: the list gives way to it. Anything else is left out where there is
        /// little room.
        package var isProblem: Bool

        package init(_ text: String, isProblem: Bool = false) {
            self.text = text
            self.isProblem = isProblem
        }
    }

    /// What a terminal of one line shows.
    var summary: String {
        if let note, note.isProblem { return "! \(note.text)" }
        guard let chosen, rows.indices.contains(chosen) else { return page.title }
        switch rows[chosen] {
        case .voice(let name, let volume, _, _): return "\(name) \(MixerSheet.text(volume: volume))"
        case .missing(let name): return "\(name) \(MixerSheet.missing)"
        case .sound(let name, _, _): return "\(page.title): \(name)"
        }
    }
}
