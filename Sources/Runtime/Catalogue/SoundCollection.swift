package import ClockCore
package import ClockTime
import Control

/// All sounds of a clock: what it can be asked for, and how each is made.
///
/// Theory of operation. The sounds of every clock are in two files that are compiled into the program, `sounds.json`
/// (noises) and `alarm-sounds.json` (tones). A person's files with these names in the state's folder override them:
/// an entry with an existing id replaces that one, others are added. The same holds for categories, the default sound
/// and the fades. A file with a mistake is refused whole, with its place and reason, and the built-in sounds still
/// work (product, N2). Files are read at the start.
package struct SoundCollection: Sendable {
    package private(set) var catalogue: SoundCatalogue
    /// One recipe for each sound of the catalogue.
    package private(set) var recipes: [SoundID: SoundRecipe]
    /// The problems in a person's files, in words for people.
    package private(set) var problem: String?

    package enum Kind: String, CaseIterable, Sendable {
        case noises = "sounds.json"
        case tones = "alarm-sounds.json"

        fileprivate var builtIn: [UInt8] {
            switch self {
            case .noises: PackageResources.sounds_json
            case .tones: PackageResources.alarm_sounds_json
            }
        }
    }

    /// The sounds of every clock.
    package static let builtIn = SoundCollection { _, _ in .success(nil) }

    /// - Parameter readOwn: reads a person's file by name, up to a size in bytes; nil if there is none.
    package init(
        readingOwn readOwn: (_ name: String, _ limit: Int) -> Result<[UInt8]?, TextFormError>
    ) {
        catalogue = SoundCatalogue(noises: [], tones: [])
        recipes = [:]
        var problems: [String] = []
        for kind in Kind.allCases {
            add(kind.builtIn, kind, named: "the built-in \(kind.rawValue)", &problems)
        }
        // Nobody ships such files, but a clock without sounds would be worse than one that reports the problem.
        if catalogue.noises.isEmpty { catalogue.noises = SoundCatalogue.least.noises }
        if catalogue.tones.isEmpty { catalogue.tones = SoundCatalogue.least.tones }
        for kind in Kind.allCases {
            switch readOwn(kind.rawValue, CatalogueFile.largestSize) {
            case .success(nil): break
            case .success(let bytes?): add(bytes, kind, named: kind.rawValue, &problems)
            case .failure(let error): problems.append("\(kind.rawValue): \(error.message)")
            }
        }
        problem = problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Adds a noise that is one of a person's own sound files.
    mutating func add(_ sound: Sound, file: String) {
        if let category = sound.category, catalogue.category(category) == nil {
            catalogue.categories.append(SoundCollection.ownCategory)
        }
        catalogue.noises.append(sound)
        recipes[sound.id] = SoundRecipe(source: .file(file))
    }

    private mutating func add(
        _ bytes: [UInt8], _ kind: Kind, named name: String, _ problems: inout [String]
    ) {
        do throws(CatalogueProblem) {
            var merged = self
            try merged.merge(try CatalogueFile(reading: bytes), kind)
            self = merged
        } catch {
            problems.append(error.text(file: name))
        }
    }

    // MARK: - One file over another

    private mutating func merge(_ file: CatalogueFile, _ kind: Kind) throws(CatalogueProblem) {
        for category in file.categories {
            if let place = catalogue.categories.firstIndex(where: { $0.id == category.id }) {
                catalogue.categories[place] = category
            } else {
                catalogue.categories.append(category)
            }
        }
        for (place, sound) in file.sounds.enumerated() {
            let path = "sounds[\(place)]"
            try check(sound, file.recipes[sound.id], kind, path: path)
            var sound = sound
            sound.sliders = file.recipes[sound.id].map { RecipeCheck.sliders(of: $0, kind) } ?? []
            insert(sound, kind)
        }
        recipes.merge(file.recipes) { $1 }
        let count = catalogue.noises.count + catalogue.tones.count
        guard count <= SoundLimits.sounds else {
            throw CatalogueProblem(
                path: "sounds", reason: "makes \(count); \(SoundLimits.sounds) are allowed")
        }
        try mergeDefaults(file, kind)
    }

    private mutating func mergeDefaults(
        _ file: CatalogueFile, _ kind: Kind
    ) throws(CatalogueProblem) {
        switch kind {
        case .noises:
            if let sound = file.defaultSound {
                guard catalogue.noise(sound) != nil else {
                    throw CatalogueProblem(
                        path: "defaultSound", reason: "there is no sound \"\(sound)\"")
                }
                catalogue.defaultSound = sound
            }
            catalogue.fades = NoiseFades(file.fades, over: catalogue.fades)
        case .tones:
            guard file.defaultSound == nil, file.fades.isEmpty else {
                let path = file.defaultSound == nil ? "fades" : "defaultSound"
                throw CatalogueProblem(
                    path: path, reason: "belongs in \(Kind.noises.rawValue): alarms have their own")
            }
        }
    }

    private mutating func insert(_ sound: Sound, _ kind: Kind) {
        func insert(into sounds: inout [Sound]) {
            if let place = sounds.firstIndex(where: { $0.id == sound.id }) {
                sounds[place] = sound
            } else {
                sounds.append(sound)
            }
        }
        switch kind {
        case .noises: insert(into: &catalogue.noises)
        case .tones: insert(into: &catalogue.tones)
        }
    }

    private func check(
        _ sound: Sound, _ recipe: SoundRecipe?, _ kind: Kind, path: String
    ) throws(CatalogueProblem) {
        let isTaken =
            switch kind {
            case .noises: catalogue.tone(sound.id) != nil
            case .tones: catalogue.noise(sound.id) != nil
            }
        guard !isTaken, sound.id != .silence else {
            throw CatalogueProblem(
                path: "\(path).id", reason: "\"\(sound.id)\" is another sound's; give another id")
        }
        if let category = sound.category, catalogue.category(category) == nil {
            let names = catalogue.categories.map(\.id.name).joined(separator: ", ")
            throw CatalogueProblem(
                path: "\(path).category",
                reason: "there is none \"\(category)\"; there are \(names)")
        }
        guard let recipe, case .generator(let name) = recipe.source else { return }
        // In the file's order, so that the first mistake is reported.
        let variants = sound.variants.enumerated().map { place, variant in
            ("\(path).variants[\(place)]", recipe.form(of: variant.id))
        }
        for (place, form) in [(path, recipe.form)] + variants {
            if let problem = RecipeCheck.problem(of: name, form, kind) {
                throw CatalogueProblem(path: "\(place).\(problem.field)", reason: problem.reason)
            }
        }
    }
}

extension NoiseFades {
    fileprivate init(_ changes: FadeChanges, over usual: NoiseFades) {
        self.init(
            fadeIn: changes.fadeIn ?? usual.fadeIn, fadeOut: changes.fadeOut ?? usual.fadeOut,
            shape: changes.shape ?? usual.shape,
            sleepFade: changes.sleepFade ?? usual.sleepFade)
    }
}
