import ClockSound
import SoundMeasuring

extension BuiltInSound {
    /// Every generator with its defaults, each followed by its variants in the catalogue: "rain",
    /// "rain/light".
    static let withVariants: [BuiltInSound] = all.flatMap { usual in
        // A variant without differences is already covered.
        [usual]
            + variants.filter {
                $0.recipe.generator == usual.recipe.generator && $0.recipe != usual.recipe
            }
    }

    var isVariant: Bool { name.contains("/") }
}
