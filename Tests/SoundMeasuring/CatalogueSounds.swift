import ClockCore
import ClockSound
import Runtime

// What the clock's own catalogue makes of the generators.
extension BuiltInSound {
    /// Each noise as it plays when no variant is named. That is the catalogue's first variant, which rarely equals
    /// the generator without parameters.
    package static let asPlayed: [BuiltInSound] = SoundCollection.builtIn.catalogue.noises
        .compactMap {
            form(of: $0.id, nil, name: $0.id.name)
        }

    /// All variants.
    package static let variants: [BuiltInSound] = SoundCollection.builtIn.catalogue.noises.flatMap {
        sound in
        sound.variants.compactMap { variant in
            form(of: sound.id, variant.id, name: variant.id.name).map {
                BuiltInSound(
                    name: "\($0.recipe.generator.rawValue)/\(variant.id.name)", recipe: $0.recipe,
                    trim: $0.trim)
            }
        }
    }

    private static let shelf = SoundShelf(.builtIn)

    private static func form(of sound: SoundID, _ variant: VariantID?, name: String)
        -> BuiltInSound?
    {
        guard case .made(let recipe, let trim)? = shelf.making(of: sound, variant) else {
            return nil
        }
        return BuiltInSound(name: name, recipe: recipe, trim: trim)
    }
}
