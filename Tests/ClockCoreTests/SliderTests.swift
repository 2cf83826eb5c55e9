import ClockTime
import Testing

@testable import ClockCore

@Suite("The sliders of sounds") struct SliderTests {
    private let rain = SoundID("rain")

    private func night() throws -> Night {
        var catalogue = SoundCatalogue(noises: ["pink", "white", "rain"], tones: ["digital"])
        catalogue.noises[2].sliders = ["drops", "distance"].map {
            Slider(id: SliderID($0), meaning: $0)
        }
        return try Night(at: "2025-01-14 22:00", catalogue: catalogue)
    }

    @Test("Moving one slider leaves the others, 0 brings it back, and none goes beyond its ends")
    func sliders() throws {
        var night = try night()
        let (drops, distance) = (SliderID("drops"), SliderID("distance"))
        night.ask(.mix(.add(rain, VoiceChanges(sliders: [drops: 30, distance: -20]))))
        night.ask(.mix(.set(rain, VoiceChanges(sliders: [drops: 500]))))
        #expect(
            night.noiseSound?.voices.first?.sliders
                == SliderPositions([drops: 100, distance: -20]))
        night.ask(.mix(.set(rain, VoiceChanges(sliders: [distance: 0]))))
        #expect(night.noiseSound?.voices.first?.sliders == SliderPositions([drops: 100]))
        guard case .sound(let report) = night.ask(.sounds(.show(rain))) else {
            Issue.record("rain is not shown")
            return
        }
        #expect(report.voice.sliders[drops] == 100)
        #expect(report.sound.sliders.map(\.id) == [drops, distance])
    }

    @Test("A slider that this clock's sound lacks is kept in favourites, and moves nothing")
    func strangeSlider() throws {
        var night = try night()
        night.ask(.mix(.add(rain, VoiceChanges(sliders: [SliderID("drops"): 30]))))
        night.ask(.mix(.save("Storm")))
        var catalogue = night.machine.playing.catalogue
        catalogue.noises[2].sliders = []
        night.handle(.catalogueChanged(catalogue))
        #expect(night.noiseSound?.voices.first?.sliders.isEmpty == true)
        night.ask(.mix(.load("Storm")))
        try night.cutPower(for: .minutes(1))
        #expect(
            night.machine.playing.noise.favourites["Storm"]?.voices.first?.sliders.isEmpty == false)
    }

    @Test("Frequencies stand in their order, and words after them")
    func order() {
        let names = ["drops", "16k", "31", "bed", "1k", "500"].map { SliderID($0) }
        #expect(names.sorted().map(\.name) == ["31", "500", "1k", "16k", "bed", "drops"])
    }
}
