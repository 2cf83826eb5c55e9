import ClockCore
import ClockTime
import English

// Noise, the mix and sounds, as text.
extension Presentation {
    /// The text of a reply about noise and sounds.
    static func soundText(_ reply: Reply) -> String {
        switch reply {
        case .noise(let report): noiseReply(report) + consequences(of: report)
        case .mixes(let list): mixes(list)
        case .favourite(let report): saved(report) + consequences(of: report)
        case .favouriteRemoved(let name):
            "Favourite \"\(Spelling.printable(name))\" deleted.\n"
        case .shared(let code): shared(code)
        case .sounds(let list): sounds(list)
        case .sound(let report): sound(report)
        case .soundRemoved(let id, let name):
            "Sound \(name.map { Spelling.quoted($0) } ?? Spelling.printable(id.name)) deleted.\n"
        case .fades(let fades): self.fades(fades)
        case .outputs(let devices, let settings): outputs(devices, settings)
        case .outputSettings(let settings): outputs(settings)
        default: ""
        }
    }

    /// "playing Rain (Heavy) at 80 % + Brown noise, volume 30 %".
    static func noise(_ report: NoiseReport) -> String {
        let mix = voices(report.voices)
        let favourite = report.favourite.map { "\"\(Spelling.printable($0))\": " } ?? ""
        let sound = (mix.isEmpty ? "" : favourite + mix + ", ") + "volume \(report.volume.value) %"
        guard let preview = report.preview else {
            // An empty mix has nothing to play again.
            return report.isPlaying || mix.isEmpty ? state(of: report, sound) : rest(report, sound)
        }
        let previewed = Spelling.printable(report.previewName ?? preview.name)
        if let reason = deafness(report) { return "preview of \(previewed) is on, but \(reason)" }
        return "preview of \(previewed), then \(state(of: report, sound))"
    }

    /// Why nothing can be heard, whatever plays; nil if something can.
    private static func deafness(_ report: NoiseReport) -> String? {
        if report.hasSoundDevice == false { return "there is no sound device" }
        return report.hasWorkingSound == false ? "sound isn't working" : nil
    }

    /// Says "playing" only if it is audible.
    private static func state(of report: NoiseReport, _ sound: String) -> String {
        guard report.isPlaying else { return "\(silence(report)) (\(sound))" }
        if let reason = deafness(report) { return "on, but \(reason) (\(sound))" }
        let isSilent =
            report.volume.value == 0
            || !report.voices.isEmpty && report.voices.allSatisfy { $0.voice.volume.value == 0 }
        return isSilent ? "on, but silent (\(sound))" : "playing \(sound)"
    }

    /// What would play, and how to let it.
    private static func rest(_ report: NoiseReport, _ sound: String) -> String {
        let purpose = report.sleep == nil ? "To play it" : "To go on"
        return "\(silence(report)) (\(sound)). \(purpose): noiseclock noise play"
    }

    /// Stopping noise also ends its sleep timer, so noise with a sleep timer is paused.
    private static func silence(_ report: NoiseReport) -> String {
        report.sleep == nil ? "off" : "paused"
    }

    static func noiseReply(_ report: NoiseReport) -> String {
        var text = Sentences.sentence("Noise: \(noise(report))") + "\n"
        if !report.missing.isEmpty {
            let names = report.missing.map { Spelling.printable($0.name) }.joined(separator: ", ")
            text += "Missing: \(names).\n"
        }
        if let sleep = report.sleep { text += "Sleep timer: \(sleepText(sleep)).\n" }
        return text
    }

    /// "44 min 59 s left".
    static func sleepText(_ report: SleepReport) -> String {
        let left = "\(TimeText.left(report.left, report.form)) left"
        return switch report.state {
        case .running: left
        case .fading: left + ", fading out"
        case .paused: left + ", paused"
        }
    }

    private static func voices(_ voices: [VoiceReport]) -> String {
        voices.map(\.text).joined(separator: " + ")
    }

    static func mixes(_ list: MixList) -> String {
        let none = "There are no favourites. Save this mix as one: noiseclock mix save Storm\n"
        let names = list.favourites.map(favourite).joined()
        return noiseReply(list.present) + (names.isEmpty ? none : "Favourites:\n" + names)
    }

    private static func favourite(_ report: FavouriteReport) -> String {
        "  \(Spelling.printable(report.name)): \(voices(report.voices))\n"
    }

    static func saved(_ report: FavouriteReport) -> String {
        "Favourite \"\(Spelling.printable(report.name))\": \(voices(report.voices)).\n"
    }

    static func shared(_ shared: SharedCode) -> String {
        "\(Spelling.printable(shared.code))\n"
    }

    static func fades(_ fades: NoiseFades) -> String {
        "Noise fades in over \(TimeText.length(fades.fadeIn)) and out over "
            + "\(TimeText.length(fades.fadeOut)) (\(name(fades.shape))). The sleep timer fades it out over "
            + "\(TimeText.length(fades.sleepFade)).\n"
    }

    private static func name(_ shape: FadeShape) -> String {
        switch shape {
        case .equalPower: "equal power"
        case .linear: "linear"
        case .exponential: "exponential"
        }
    }

    // MARK: - Sounds

    /// Noises by category, then tones. Each has its id, which other commands accept.
    static func sounds(_ list: SoundList) -> String {
        guard !list.noises.isEmpty || !list.tones.isEmpty else {
            return "No sound matches.\n"
        }
        let width = (list.noises + list.tones).map(\.id.name.count).max() ?? 0
        func rows(_ sounds: [Sound]) -> String {
            sounds.map { sound in
                let id = Spelling.printable(sound.id.name)
                let gap = String(repeating: " ", count: max(0, width - id.count) + 2)
                let forms = sound.variants.map(\.id.name).joined(separator: ", ")
                return "  " + id + gap + Spelling.printable(sound.name)
                    + (sound.isOwn ? ", your own" : "")
                    + (forms.isEmpty ? "" : " (\(Spelling.printable(forms)))") + "\n"
            }.joined()
        }
        var text = ""
        for category in list.categories {
            let own = list.noises.filter { $0.category == category.id }
            if !own.isEmpty { text += "\(Spelling.printable(category.name))\n" + rows(own) }
        }
        let known = Set(list.categories.map(\.id))
        let others = list.noises.filter { sound in
            sound.category.map { !known.contains($0) } ?? true
        }
        if !others.isEmpty { text += "Other\n" + rows(others) }
        if !list.tones.isEmpty { text += "Alarm tones\n" + rows(list.tones) }
        return text
    }

    static func sound(_ report: SoundReport) -> String {
        let sound = report.sound
        var rows = [
            ("Sound", "\(Spelling.printable(sound.name)) (\(Spelling.printable(sound.id.name)))")
        ]
        if !sound.description.isEmpty { rows.append(("", Spelling.printable(sound.description))) }
        rows.append(("Kind", report.isTone ? "alarm tone" : "noise; alarms can ring with it"))
        if let name = report.categoryName { rows.append(("Category", Spelling.printable(name))) }
        for variant in sound.variants {
            let name = "\(Spelling.printable(variant.id.name)), \(Spelling.printable(variant.name))"
            rows.append(("Variants", name))
        }
        for slider in sound.sliders {
            let name = Spelling.printable(slider.id.name)
            rows.append(("Sliders", "\(name), \(Spelling.printable(slider.meaning))"))
        }
        if !report.isTone { rows.append(("In a mix", settings(of: report))) }
        if sound.isOwn { rows.append(("Own", "yes; it can be renamed and deleted")) }
        return grouped(rows)
    }

    private static func settings(of report: SoundReport) -> String {
        let variant = report.voice.variant.map { "\(Spelling.printable($0.name)), " } ?? ""
        let pan = report.voice.pan.value
        let place = pan == 0 ? "" : ", \(abs(pan)) % \(pan < 0 ? "left" : "right")"
        return "\(variant)volume \(report.voice.volume.value) %\(place)"
            + report.voice.sliders.text
    }

    // MARK: - Outputs

    static func outputs(_ devices: [SoundDevice], _ settings: SoundOutputSettings) -> String {
        let rows = devices.map { device in
            let marks = [
                device.isPresent ? nil : "missing", device.isChosen ? "chosen" : nil,
                device.underruns.map(use),
            ].compactMap { $0 }.joined(separator: ", ")
            return "  \(Spelling.printable(device.id)): \(Spelling.printable(device.description))"
                + (marks.isEmpty ? "" : " (\(marks))") + "\n"
        }
        let list = rows.isEmpty ? "There is no sound device.\n" : rows.joined()
        return list + outputs(settings)
    }

    private static func use(_ underruns: Int) -> String {
        switch underruns {
        case 0: "in use"
        case 1: "in use, 1 dropout"
        default: "in use, \(underruns) dropouts"
        }
    }

    static func outputs(_ settings: SoundOutputSettings) -> String {
        let device =
            settings.device.map(Spelling.printable) ?? "the outputs of the board file, in order"
        let fallbacks = settings.fallbacks.map(Spelling.printable).joined(separator: ", ")
        return "Sound goes to \(device)"
            + (fallbacks.isEmpty ? "" : ", or to \(fallbacks) while that is missing")
            + (settings.alarm.map { ". Alarms try \(Spelling.printable($0)) first" } ?? "") + ".\n"
    }
}
