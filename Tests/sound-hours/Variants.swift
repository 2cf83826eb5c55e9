import ClockCore
import ClockSound
import Runtime
import SoundMeasuring

extension BuiltInSound {
    /// Every generator as it usually is, and behind it the variants that the catalogue has of it:
    /// "rain", "rain/light".
    static let withVariants: [BuiltInSound] = {
        let shelf = SoundShelf(.builtIn)
        let variants = SoundCollection.builtIn.catalogue.noises.flatMap { sound in
            sound.variants.compactMap { variant -> BuiltInSound? in
                guard case .made(let recipe, let trim)? = shelf.making(of: sound.id, variant.id)
                else { return nil }
                return BuiltInSound(
                    name: "\(recipe.generator.rawValue)/\(variant.id.name)", recipe: recipe,
                    trim: trim)
            }
        }
        return all.flatMap { usual in
            // One that differs in nothing is listened to already.
            [usual]
                + variants.filter {
                    $0.recipe.generator == usual.recipe.generator && $0.recipe != usual.recipe
                }
        }
    }()

    var isVariant: Bool { name.contains("/") }

    /// It alone, in a scene.
    func voice(gain: Float) -> Scene.Voice {
        Scene.Voice(tag: 1, source: .generated(recipe, seed: 1), gain: gain, trim: trim)
    }
}
