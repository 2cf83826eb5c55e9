/// One thing about a sound that a listener may move, from -100 to 100: a name for what some of its parameters do
/// together. At 0 each parameter is what the recipe says.
package struct SoundSlider: Hashable, Sendable {
    /// What the slider does to one parameter, by its name.
    package enum Move: Hashable, Sendable {
        /// At 100 the parameter is so many times as much, at -100 so many times less.
        case times(String, Float)
        /// At 100 so much is added, at -100 taken away.
        case plus(String, Float)

        /// The parameter's name.
        package var parameter: String {
            switch self {
            case .times(let name, _), .plus(let name, _): name
            }
        }

        /// What a value becomes.
        ///
        /// - Parameter way: the slider's position, -1 to 1.
        fileprivate func moved(_ value: Float, by way: Double) -> Float {
            switch self {
            case .times(_, let factor):
                let octaves = way * Elementary.logarithm2(Double(factor))
                return value * Float(Elementary.exponential2(octaves))
            case .plus(_, let amount): return value + Float(way) * amount
            }
        }
    }

    /// The name in requests and for people, in lower case: `drops`.
    package var name: String
    /// What is more towards 100, for people, in lower case: `more rain`.
    package var meaning: String
    package var moves: [Move]

    package init(_ name: String, _ meaning: String, _ moves: [Move]) {
        self.name = name
        self.meaning = meaning
        self.moves = moves
    }
}

extension Generator {
    /// What a listener may move, in the order in which it is shown.
    package var sliders: [SoundSlider] {
        var reader = SliderReader()
        show(to: &reader)
        return reader.sliders
    }
}

private struct SliderReader: SoundVisitor {
    private(set) var sliders: [SoundSlider] = []

    mutating func visit<Sound: GeneratedSound>(_ sound: Sound.Type) { sliders = sound.sliders }
}

extension Recipe {
    /// The recipe with its generator's sliders at these positions, by name; those that are not named stand at 0,
    /// and each parameter stays in its range.
    package func moved(_ positions: [String: Int]) -> Recipe {
        let parameters = generator.parameters
        var values = self.values
        for slider in generator.sliders {
            guard let position = positions[slider.name], position != 0 else { continue }
            let way = Double(position) / 100
            for move in slider.moves {
                guard let place = parameters.firstIndex(where: { $0.name == move.parameter })
                else { continue }
                values[place] = move.moved(values[place], by: way)
            }
        }
        for (place, parameter) in parameters.enumerated() {
            let range = parameter.range
            values[place] = min(max(values[place], range.lowerBound), range.upperBound)
        }
        return Recipe(generator, values: values)
    }
}
