extension SimulatorScreen {
    /// The open mixer: a heading, a list with a cursor, a line of remarks.
    struct Mixer: Hashable, Sendable {
        var page: Page
        /// Text after the heading: "playing, master 30 %", or the search text typed to find a sound.
        var state: String
        var rows: [Row]
        /// The index in `rows` that keys act on; nil if there is none.
        var chosen: Int?
        /// The text shown when there are no rows.
        var emptyText: String
        var note: Note?

        init(
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
    /// The list that is shown. Each has its own keys.
    enum Page: Hashable, Sendable {
        case mix
        /// The sounds that can be added.
        case sounds

        var title: String {
            switch self {
            case .mix: "Mix"
            case .sounds: "Add a sound"
            }
        }

        /// The key that leaves this page.
        var closingKey: String {
            switch self {
            case .mix: "x"
            case .sounds: "Esc"
            }
        }
    }

    enum Row: Hashable, Sendable {
        /// A sound of the mix: volume 0...100, pan -100 (left) to 100. If there is room, its description appears
        /// below it.
        case voice(name: String, volume: Int, pan: Int, about: String = "")
        /// A sound that the clock does not have.
        case missing(name: String)
        /// A sound that can be added: its category, and whether the mix already contains it.
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

    /// A remark below the list.
    struct Note: Hashable, Sendable {
        var text: String
        /// Something was refused: the list makes room for this remark. Any other remark is dropped if space is
        /// short.
        var isProblem: Bool

        init(_ text: String, isProblem: Bool = false) {
            self.text = text
            self.isProblem = isProblem
        }
    }

    /// The text for a one-line terminal.
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
