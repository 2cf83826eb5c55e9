import BoundedJSON
package import ClockCore
package import ClockFace
package import HAL
import English

/// Owns a person's own fonts (product, C9): reads them at the start, and answers the machine's questions about them.
///
/// Theory of operation. A font is outside input, so it is read by the bounded reader before it is stored. What is stored
/// is the font as the writer writes it, with its family's name inside, so no list beside the files can get lost. The
/// files are read on this host's thread: however slow they are, the clock starts without them, and the built-in fonts
/// serve until they are there. The face gets a change first; then the machine hears which fonts there are, which also
/// makes the engine draw again. The reply comes last. A file that cannot be read is reported and left as it is, and an
/// import of that font replaces it.
package struct FontLibraryHost {
    private let storage: any OwnFontStorage
    private let display: PanelGeometry
    private let fonts: Published<FontLibrary>
    private let files: PassedFiles
    /// In the order of their ids.
    private var stored: [Stored] = []
    /// Why files cannot be used, by id.
    private var damage: [String: String] = [:]

    private struct Stored {
        var id: String
        var font: Font
        /// Of the file.
        var bytes: Int
    }

    package init(
        _ storage: any OwnFontStorage, for display: PanelGeometry, fonts: Published<FontLibrary>,
        files: PassedFiles
    ) {
        self.storage = storage
        self.display = display
        self.fonts = fonts
        self.files = files
    }

    /// Reads all fonts.
    package mutating func begin() -> [Event] {
        do throws(OwnFontStorageError) {
            for file in try storage.scan(limit: OwnFontQuota.bytes) {
                do throws(CommandError) {
                    let bytes = try file.content.mapError { CommandError($0) }.get()
                    guard stored.count < OwnFontQuota.count, room(besides: nil) >= bytes.count
                    else {
                        throw FontLibraryHost.full
                    }
                    let font = try FontLibraryHost.reading(bytes).font
                    try OwnFont.check(name: font.family)
                    stored.append(Stored(id: file.id, font: font, bytes: bytes.count))
                } catch {
                    damage[file.id] = error.reason
                }
            }
        } catch {
            damage[""] = CommandError(error).reason
        }
        guard !stored.isEmpty || !damage.isEmpty else { return [] }
        return changed() + (damage.isEmpty ? [] : health)
    }

    package mutating func answer(_ question: FontQuestion, for request: RequestID) -> [Event] {
        let before = stored.map(\.id)
        let hadDamage = !damage.isEmpty
        do throws(CommandError) {
            let reply = try reply(to: question, for: request)
            return changed() + (hadDamage ? health : []) + [.answered(request, reply)]
        } catch {
            // Some fonts of a family may be gone though not all are.
            let isChanged = stored.map(\.id) != before
            return (isChanged ? changed() : []) + [.answered(request, .refused(error))]
        }
    }

    private mutating func reply(
        to question: FontQuestion, for request: RequestID
    ) throws(CommandError) -> Reply {
        switch question {
        case .importFile(let name):
            guard let file = files.take(of: request) else {
                throw .invalid(
                    field: "file",
                    .inWords("no open file came with the request; pass one by SCM_RIGHTS"))
            }
            return try add(file, name)
        case .delete(let family, let isChosen):
            try delete(family)
            return .fontRemoved(family, wasChosen: isChosen)
        }
    }

    // MARK: - Changes

    private mutating func add(_ file: PassedFile, _ name: String?) throws(CommandError) -> Reply {
        let given = try FontLibraryHost.stored { () throws(OwnFontStorageError) in
            try storage.read(file, limit: BDFLimits.bytes)
        }
        return try add(given, name)
    }

    private mutating func add(_ given: [UInt8], _ name: String?) throws(CommandError) -> Reply {
        var (font, ignored) = try FontLibraryHost.reading(given)
        guard let family = name ?? FontLibraryHost.name(from: font.family) else {
            throw .invalid(
                field: "name",
                .inWords(
                    "is needed, because the file has no FAMILY_NAME. Choose one: --name NAME"))
        }
        try OwnFont.check(name: family)
        font = font.named(family)
        let bytes = Array(BDFWriter.file(of: font).utf8)
        // Sizes that the reader takes can add up to some that it does not.
        guard (try? BDFReader.font(of: bytes)) == font else {
            throw .invalid(
                field: "file",
                .inWords(
                    "has characters that lie too far outside its lines. Choose another font"))
        }
        let place = stored.firstIndex { $0.font.stands(inFor: font) }
        guard room(besides: place) >= bytes.count,
            place != nil || stored.count < OwnFontQuota.count
        else { throw FontLibraryHost.full }
        let id = place.map { stored[$0].id } ?? newID(for: family)
        try FontLibraryHost.stored { () throws(OwnFontStorageError) in
            try storage.replace(id, with: bytes)
        }
        damage[id] = nil
        if let place { stored.remove(at: place) }
        stored.append(Stored(id: id, font: font, bytes: bytes.count))
        stored.sort { $0.id < $1.id }
        return .font(facts(of: font), replaced: place != nil, ignored: ignored)
    }

    // MARK: - Backups

    /// All fonts, as files.
    var own: [(file: OwnFile, content: [UInt8])] {
        stored.map { stored in
            let content = Array(BDFWriter.file(of: stored.font).utf8)
            let file = OwnFile(
                kind: .font, id: stored.id, name: stored.font.family, bytes: content.count)
            return (file, content)
        }
    }

    /// Whether such a font is there already.
    ///
    /// - Throws: why these bytes are no font for the clock.
    func holds(_ content: [UInt8]) throws(CommandError) -> Bool {
        let font = try FontLibraryHost.reading(content).font
        return stored.contains { $0.font.stands(inFor: font) }
    }

    /// Whether there is room for all fonts of these sizes.
    func hasRoom(for sizes: [Int]) -> Bool {
        stored.count + sizes.count <= OwnFontQuota.count
            && sizes.reduce(0, +) <= room(besides: nil)
    }

    /// Adds a font of a backup.
    mutating func add(_ content: [UInt8]) throws(CommandError) { _ = try add(content, nil) }

    // MARK: - Deleting

    private mutating func delete(_ family: String) throws(CommandError) {
        for gone in stored where gone.font.family.lowercased() == family.lowercased() {
            try FontLibraryHost.stored { () throws(OwnFontStorageError) in
                try storage.remove(gone.id)
            }
            stored.removeAll { $0.id == gone.id }
        }
    }

    /// A damaged file gives up its id.
    private func newID(for family: String) -> String {
        OwnSoundRules.makeID(from: family) { id in stored.contains { $0.id == id } }
    }

    /// The bytes that are left.
    private func room(besides place: Int?) -> Int {
        let others = stored.indices.filter { $0 != place }.map { stored[$0].bytes }
        return OwnFontQuota.bytes - others.reduce(0, +)
    }

    private static let full = CommandError.wrongState(
        .inWords(
            "\(OwnFontQuota.count) fonts with \(OwnFontQuota.bytes >> 20) MiB together are "
                + "allowed. Delete one first"))

    // MARK: - What others hear

    func changed() -> [Event] {
        fonts.value = FontLibrary(own: stored.map(\.font))
        return [.fontsChanged(stored.map { facts(of: $0.font) })]
    }

    private var health: [Event] {
        let problems = damage.sorted { $0.key < $1.key }.map { id, reason in
            id.isEmpty ? reason : "\(id).bdf can't be used: \(reason). Import that font again"
        }
        let problem = problems.isEmpty ? nil : problems.joined(separator: "; ")
        return [.health(HealthReport(part: .fonts, problem: problem))]
    }

    private func facts(of font: Font) -> OwnFont {
        OwnFont(
            family: font.family, design: font.design, weight: font.weight, rows: font.figureHeight,
            columns: font.figureWidth, fits: font.fits(display))
    }

    /// A family's name in a file, as far as it may be one here; nil if nothing is left.
    private static func name(from family: String) -> String? {
        let words = family.unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : $0
        }
        var name = String(String.UnicodeScalarView(words))
        while name.count > OwnFont.names.characters.upperBound
            || name.utf8.count > OwnFont.names.bytes ?? .max
        {
            name.removeLast()
        }
        return name.allSatisfy(\.isWhitespace) ? nil : name
    }

    private static func reading(
        _ bytes: [UInt8]
    ) throws(CommandError) -> (font: Font, ignored: [FontRemark]) {
        let font: Font
        let ignored: [FontRemark]
        do throws(BDFError) {
            (font, ignored) = try BDFReader.reading(bytes)
        } catch {
            throw .invalid(field: "file", .inWords("\(error)"))
        }
        let missing = font.missingFigures
        guard missing.isEmpty else {
            throw .invalid(
                field: "file",
                .inWords(
                    "lacks the figure\(missing.count > 1 ? "s" : "") "
                        + missing.map(String.init).joined(separator: ", ")
                        + ". A font of the clock has 0 to 9, with the codes 48 to 57. Choose "
                        + "another font"))
        }
        return (font, ignored)
    }

    /// Calls the storage, and converts its failure to ours.
    private static func stored<Value>(
        _ body: () throws(OwnFontStorageError) -> Value
    ) throws(CommandError) -> Value {
        do throws(OwnFontStorageError) {
            return try body()
        } catch {
            throw CommandError(error)
        }
    }
}

/// How much may be stored: all of it is in memory while the clock runs.
enum OwnFontQuota {
    static let count = 16
    /// For all files together.
    static let bytes = 4 << 20
}

extension Font {
    /// Whether it would be chosen wherever the other one is.
    fileprivate func stands(inFor other: Font) -> Bool {
        family.lowercased() == other.family.lowercased() && design == other.design
            && weight == other.weight && figureHeight == other.figureHeight
    }
}

extension CommandError {
    fileprivate init(_ error: OwnFontStorageError) {
        switch error {
        case .full: self = .wrongState(.inWords("the disk is full. Delete something first"))
        case .failed(let reason): self = .invalid(field: "file", .inWords(reason))
        }
    }

    /// What is wrong with a file, without the field's name.
    fileprivate var reason: String {
        switch self {
        case .invalid(_, let fault): fault.text
        case .wrongState(let obstacle): obstacle.text
        default: code
        }
    }
}
