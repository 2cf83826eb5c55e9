import Testing

@testable import ClockSound

@Suite("The memory of voices")
struct VoiceMemoryTests {
    /// The largest memory that a sound needs with any parameters.
    private func need(of generator: Generator) throws -> Int {
        var recipes = [Recipe(default: generator)]
        for parameter in generator.parameters {
            for value in [parameter.range.lowerBound, parameter.range.upperBound] {
                recipes.append(try Recipe(generator, [parameter.name: value]))
            }
        }
        let streams = SoundStreams(places: 0)
        var most = 0
        for rate in Mixer.rates {
            for recipe in recipes {
                let memory = RenderMemory()
                var voice = SoundVoice(in: memory, rate: rate)
                voice.begin(.generated(recipe, seed: 1), streams)
                most = max(most, voice.usedBytes)
            }
        }
        return most
    }

    @Test("A voice has what the greediest sound needs, and little more: there are 33 of them")
    func fits() throws {
        let greediest = try Generator.allCases.map(need).max() ?? 0
        #expect(greediest <= Arena.voiceBytes)
        #expect(Arena.voiceBytes - greediest < 4096)
    }
}
