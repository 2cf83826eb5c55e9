import BoundedJSON
package import ClockCore
import ClockTime
import Control

/// A file that lists sounds and how each is made: `sounds.json` (noises) or `alarm-sounds.json` (tones).
///
/// | field        | what                                                                               |
/// | ------------ | ---------------------------------------------------------------------------------- |
/// | version      | 1                                                                                  |
/// | defaultSound | the id of one of the sounds; may be missing                                        |
/// | fades        | inSeconds, outSeconds, sleepSeconds, shape: each may be missing                    |
/// | categories   | a list of {id, name, order}                                                        |
/// | sounds       | a list of sounds                                                                   |
///
/// Editors may add a `$schema`, such as board/sounds.schema.json.
///
/// A sound has `name`, and either `generator` with `parameters`, or `file`. Optional are `id` (default: made from the
/// name), `category`, `description`, `icon`, `defaultVolume` (100), `trimDecibels` (0) and `variants`. A variant has
/// `name` and optionally `id`, `parameters`, which override those of the sound, and `trimDecibels`, which adds to the
/// sound's.
///
/// A file is read strictly: one mistake refuses the whole file, with its place and reason (product, N2). This reader
/// does not know the generators and their parameters; `RecipeCheck` checks the recipes.
package struct CatalogueFile: Hashable, Sendable {
    package var sounds: [Sound] = []
    package var recipes: [SoundID: SoundRecipe] = [:]
    package var categories: [SoundCategory] = []
    package var defaultSound: SoundID?
    package var fades = FadeChanges()

    package static let version = 1
    /// A catalogue of `SoundLimits.sounds` with long descriptions takes some 300 KB.
    package static let largestSize = 1024 * 1024

    package init(reading bytes: some Collection<UInt8>) throws(CatalogueProblem) {
        let value: JSONValue
        do {
            value = try JSONValue.parse(
                bytes, limit: CatalogueFile.largestSize, isOneLine: false)
        } catch {
            throw CatalogueProblem(path: "", reason: error.explanation)
        }
        guard case .object(let fields) = value else {
            throw CatalogueProblem(path: "", reason: "is no JSON object")
        }
        var reader = FieldReader(fields)
        do {
            try read(&reader)
            try reader.finish()
        } catch {
            throw CatalogueProblem(error)
        }
    }

    private mutating func read(_ reader: inout FieldReader) throws(FieldError) {
        _ = reader.raw("$schema")
        _ = try reader.required(
            "version", .integer(in: CatalogueFile.version...CatalogueFile.version))
        defaultSound = try reader.optional("defaultSound", .soundID)
        if var fades = try reader.object("fades") {
            self.fades = try FadeChanges(reading: &fades)
            try fades.finish()
        }
        try readCategories(&reader)
        let readers = try reader.objects("sounds")
        guard readers.count <= SoundLimits.sounds else {
            throw FieldError(
                reader.path("sounds"),
                "has \(readers.count) entries; \(SoundLimits.sounds) are allowed")
        }
        for var entry in readers {
            let (sound, recipe) = try CatalogueFile.sound(&entry)
            guard recipes.updateValue(recipe, forKey: sound.id) == nil else {
                throw FieldError(
                    entry.path("id"), "\"\(sound.id)\" is there already; give another id")
            }
            sounds.append(sound)
        }
    }

    private mutating func readCategories(_ reader: inout FieldReader) throws(FieldError) {
        let readers = try reader.objects("categories")
        guard readers.count <= SoundLimits.categories else {
            throw FieldError(
                reader.path("categories"),
                "has \(readers.count) entries; \(SoundLimits.categories) are allowed")
        }
        for var entry in readers {
            let category = SoundCategory(
                id: try entry.required("id", .categoryID),
                name: try entry.required("name", .name),
                order: try entry.required("order", .integer(in: -1_000_000...1_000_000)))
            try entry.finish()
            guard !categories.contains(where: { $0.id == category.id }) else {
                throw FieldError(entry.path("id"), "\"\(category.id)\" is there already")
            }
            categories.append(category)
        }
    }

    private static func sound(
        _ reader: inout FieldReader
    ) throws(FieldError) -> (Sound, SoundRecipe) {
        let name = try reader.required("name", .name)
        guard let id = try reader.optional("id", .soundID) ?? SoundID(madeFrom: name) else {
            throw reader.missing(
                "id", "given, because none can be made from \(Spelling.quoted(name))")
        }
        let trim = try reader.optional("trimDecibels", .decibels) ?? 0
        let source = try source(&reader)
        let parameters = try reader.parameters()
        var variants: [SoundVariant] = []
        var forms: [VariantID: SoundRecipe.Form] = [:]
        for var entry in try reader.objects("variants") {
            let variant = try variant(&entry)
            let own = try entry.parameters()
            let form = SoundRecipe.Form(
                parameters: parameters.merging(own) { $1 },
                trimDecibels: trim + (try entry.optional("trimDecibels", .decibels) ?? 0))
            try entry.finish()
            guard forms.updateValue(form, forKey: variant.id) == nil else {
                throw FieldError(entry.path("id"), "\"\(variant.id)\" is there already")
            }
            variants.append(variant)
        }
        guard variants.count <= SoundLimits.variants else {
            throw FieldError(
                reader.path("variants"),
                "has \(variants.count) entries; \(SoundLimits.variants) are allowed")
        }
        let form = SoundRecipe.Form(parameters: parameters, trimDecibels: trim)
        let recipe = SoundRecipe(source: source, form: form, variants: forms)
        if case .file = source, !parameters.isEmpty || !variants.isEmpty {
            throw FieldError(
                reader.path("file"), "goes with neither parameters nor variants")
        }
        let sound = Sound(
            id: id, name: name, category: try reader.optional("category", .categoryID),
            description: try reader.optional("description", .description) ?? "",
            icon: try reader.optional("icon", .icon), variants: variants,
            defaultVolume: try reader.optional("defaultVolume", .percent)
                ?? Percent(clamping: 100))
        try reader.finish()
        return (sound, recipe)
    }

    private static func source(
        _ reader: inout FieldReader
    ) throws(FieldError) -> SoundRecipe.Source {
        let generator = try reader.optional("generator", .name)
        let file = try reader.optional("file", .fileName)
        switch (generator, file) {
        case (let name?, nil): return .generator(name)
        case (nil, let name?): return .file(name)
        case (nil, nil):
            throw reader.missing("generator", "a generator's name; or give an audio file as file")
        case (_?, _?): throw FieldError(reader.path("file"), "goes only without a generator")
        }
    }

    private static func variant(_ reader: inout FieldReader) throws(FieldError) -> SoundVariant {
        let name = try reader.required("name", .name)
        guard let id = try reader.optional("id", .variantID) ?? VariantID(madeFrom: name) else {
            throw reader.missing(
                "id", "given, because none can be made from \(Spelling.quoted(name))")
        }
        return SoundVariant(id: id, name: name)
    }
}

/// How to make a sound, as a catalogue says it.
package struct SoundRecipe: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// The generator's name; a `Form` has its parameters.
        case generator(String)
        /// The name of a person's own sound file, without folder and extension.
        case file(String)
    }

    /// The values that define a variant.
    package struct Form: Hashable, Sendable {
        /// The generator's parameters by name; missing ones have their defaults.
        package var parameters: [String: Double]
        /// The gain over the generator's output, -60 to 24, so that all sounds are equally loud.
        package var trimDecibels: Double

        package init(parameters: [String: Double] = [:], trimDecibels: Double = 0) {
            self.parameters = parameters
            self.trimDecibels = trimDecibels
        }
    }

    package var source: Source
    /// The sound itself: what plays without a variant.
    package var form: Form
    package var variants: [VariantID: Form]

    package init(source: Source, form: Form = Form(), variants: [VariantID: Form] = [:]) {
        self.source = source
        self.form = form
        self.variants = variants
    }

    /// The form to play; an unknown variant means the sound itself.
    package func form(of variant: VariantID?) -> Form {
        variant.flatMap { variants[$0] } ?? form
    }
}

/// A problem in a catalogue file.
package struct CatalogueProblem: Error, Hashable, Sendable {
    /// The field's path, "sounds[3].parameters.rate"; empty for the whole file.
    package var path: String
    /// A text to follow the path, or the file's name.
    package var reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    init(_ error: FieldError) {
        path = error.field
        reason = String(error.message.dropFirst(error.field.count + 2))
    }

    /// "sounds.json: sounds[3].name is missing; …".
    package func text(file: String) -> String {
        path.isEmpty ? "\(file) \(reason)" : "\(file): \(path) \(reason)"
    }
}

extension FieldReader {
    /// The numbers by name in the field "parameters"; empty if it is missing.
    fileprivate mutating func parameters() throws(FieldError) -> [String: Double] {
        guard let fields = try optional("parameters", .object) else { return [:] }
        let path = path("parameters")
        guard fields.count <= 32 else { throw FieldError(path, "has more than 32 fields") }
        var parameters: [String: Double] = [:]
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            guard let number = FieldForm<Double>.number.read(value) else {
                throw FieldError(
                    "\(path).\(name.prefix(40))",
                    "\(value.summary) is not allowed; it must be a number")
            }
            parameters[name] = number
        }
        return parameters
    }
}

extension FieldForm where Value == Double {
    fileprivate static var number: FieldForm {
        FieldForm(
            .number,
            read: { value in
                switch value {
                case .integer(let whole): Double(whole)
                case .number(let number): number
                case .null, .bool, .string, .list, .object: nil
                }
            }, write: JSONValue.number)
    }

    fileprivate static var decibels: FieldForm {
        number.map(to: { (-60...24).contains($0) ? $0 : nil }, from: { $0 })
            .described("a number of decibels from -60 to 24")
    }
}

extension FieldForm where Value == String {
    private static func text(_ most: Int, bytes: Int, isEmptyAllowed: Bool = false) -> FieldForm {
        let isAllowed: @Sendable (String) -> Bool = { text in
            text.count <= most && text.utf8.count <= bytes && (isEmptyAllowed || !text.isEmpty)
        }
        return line.map(to: { isAllowed($0) ? $0 : nil }, from: { $0 })
            .described("a text of one line with up to \(most) characters")
    }

    fileprivate static var name: FieldForm {
        text(SoundLimits.nameLength, bytes: SoundLimits.nameBytes)
    }

    fileprivate static var description: FieldForm {
        text(
            SoundLimits.descriptionLength, bytes: SoundLimits.descriptionBytes,
            isEmptyAllowed: true)
    }

    fileprivate static var icon: FieldForm {
        text(SoundLimits.iconLength, bytes: 4 * SoundLimits.iconLength)
    }

    fileprivate static var fileName: FieldForm {
        let words =
            "the name of one of the clock's own sounds without its folder, such as \"cat.wav\": up to "
            + "\(longestFile) small letters, digits and hyphens"
        return text.map(
            to: { text in
                let name = text.hasSuffix(fileEnding) ? text.dropLast(fileEnding.count) : text[...]
                let isPlain = name.utf8.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                        || $0 == UInt8(ascii: "-")
                }
                return isPlain && (1...longestFile).contains(name.utf8.count) ? String(name) : nil
            }, from: { $0 }
        ).described(words)
    }

    /// Own sounds are stored as WAV files, whatever they were imported from.
    private static let fileEnding = ".wav"
    private static let longestFile = 64

    private static let ids =
        "1 to \(SoundLimits.idLength) small letters, digits and hyphens, such as \"rain-2\""

    fileprivate static func id(_ isWellFormed: @escaping @Sendable (String) -> Bool) -> FieldForm {
        text(ids, where: isWellFormed)
    }
}

extension FieldForm where Value == SoundID {
    /// Stricter than in requests, where an unknown name is refused with a list of the known ones.
    fileprivate static var soundID: FieldForm {
        FieldForm<String>.id { SoundID($0).isWellFormed }
            .map(to: { SoundID($0) }, from: \.name)
    }
}

extension FieldForm where Value == VariantID {
    fileprivate static var variantID: FieldForm {
        FieldForm<String>.id { VariantID($0).isWellFormed }
            .map(to: { VariantID($0) }, from: \.name)
    }
}

extension FieldForm where Value == CategoryID {
    fileprivate static var categoryID: FieldForm {
        FieldForm<String>.id { CategoryID($0).isWellFormed }
            .map(to: { CategoryID($0) }, from: \.name)
    }
}
