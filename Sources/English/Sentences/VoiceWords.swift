package import ClockCore
import ClockTime

extension VoiceReport {
    /// "Rain (Heavy) at 60 %, 30 % left, drops 20".
    package var text: String {
        var text = Spelling.printable(name)
        if let variantName { text += " (\(Spelling.printable(variantName)))" }
        if voice.volume.value < 100 { text += " at \(voice.volume.value) %" }
        let pan = voice.pan.value
        if pan != 0 { text += ", \(abs(pan)) % \(pan < 0 ? "left" : "right")" }
        return text + voice.sliders.text
    }
}

extension SliderPositions {
    /// ", drops 30, distance -20".
    package var text: String {
        inOrder.map { ", \(Spelling.printable($0.slider.name)) \($0.position)" }.joined()
    }
}
