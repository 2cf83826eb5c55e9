import BoundedJSON
import ClockTime

// How the clock looks: the style, its presets, and the display's mode and test pictures (product, S1, S4, M1).
extension ShowingMachine {
    func answer(
        _ command: StyleCommand, _ settings: inout Settings
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.style(settings.style))
        case .set(let changes):
            var style = settings.style
            changes.apply(to: &style)
            guard style.floor <= style.ceiling else {
                throw .invalid(
                    field: "floor",
                    .floorAboveCeiling(style.floor, style.ceiling))
            }
            if let field = changes.colorField { try style.checkContrast(field: field) }
            try checkFamily(in: changes, &style)
            settings.style = style
            return .saved(.style(style))
        case .reset:
            settings.style = ClockStyle()
            return .saved(.style(settings.style))
        }
    }

    func answer(
        _ command: PresetCommand, _ settings: inout Settings
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list: return .now(.presets(presetReport(settings)))
        case .load(let name):
            try load(name, &settings)
            return .saved(.style(settings.style))
        case .save(let name):
            try save(name, &settings)
            return .saved(.presets(presetReport(settings)))
        case .delete(let name):
            guard let place = place(ofPreset: name, settings) else {
                guard builtIn(name) == nil else {
                    throw .wrongState(.presetBuiltIn(name))
                }
                throw .notFoundPreset(name)
            }
            settings.presets.remove(at: place)
            return .saved(.presets(presetReport(settings)))
        }
    }

    private func load(
        _ name: String, _ settings: inout Settings
    ) throws(CommandError) {
        if let place = place(ofPreset: name, settings) {
            let style = settings.presets[place].style
            // Older clocks saved colours that nobody can see.
            try style.checkContrast(field: "name")
            settings.style = style
        } else if let preset = builtIn(name) {
            preset.changes.apply(to: &settings.style)
        } else {
            throw .notFoundPreset(name)
        }
    }

    private func save(
        _ name: String, _ settings: inout Settings
    ) throws(CommandError) {
        try LabelRule.check(name, field: "name", StylePreset.names)
        guard builtIn(name) == nil else {
            throw .wrongState(.presetNameTaken(name))
        }
        let preset = StylePreset(name: name, style: settings.style)
        if let place = place(ofPreset: name, settings) {
            settings.presets[place] = preset
        } else {
            guard settings.presets.count < StylePreset.capacity else { throw .presetsFull }
            settings.presets.append(preset)
            settings.presets.sort { $0.name.lowercased() < $1.name.lowercased() }
        }
    }

    /// People do not remember which letters they wrote as capitals.
    private func place(ofPreset name: String, _ settings: Settings) -> Int? {
        settings.presets.firstIndex { $0.name.lowercased() == name.lowercased() }
    }

    private func builtIn(_ name: String) -> (name: String, changes: [StyleChange])? {
        StylePreset.builtIn.first { $0.name.lowercased() == name.lowercased() }
    }

    private func presetReport(_ settings: Settings) -> PresetReport {
        PresetReport(
            builtIn: StylePreset.builtIn.map(\.name), saved: settings.presets.map(\.name))
    }

    // MARK: - Own fonts

    /// - Parameter ask: is told what a host must do.
    func answer(
        _ command: FontCommand, _ settings: Settings, _ ask: (FontQuestion) -> Void
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list:
            return .now(.fonts(FontReport(fonts: fonts, chosen: settings.style.fontFamily)))
        case .importFile(let name):
            if let name { try OwnFont.check(name: name) }
            ask(.importFile(name: name))
        case .delete(let name):
            let family = try family(named: name, field: "name")
            ask(.delete(family, isChosen: settings.style.fontFamily == family))
        }
        return .hosts
    }

    /// A family that the request chooses must be there. One that a preset names may be gone.
    private func checkFamily(
        in changes: [StyleChange], _ style: inout ClockStyle
    ) throws(CommandError) {
        guard let name = changes.value(of: \.fontFamily) ?? nil else { return }
        style.fontFamily = try family(named: name, field: "family")
    }

    /// The family's name as it is stored: people do not remember capitals.
    private func family(named name: String, field: String) throws(CommandError) -> String {
        if let font = fonts.first(where: { $0.family.lowercased() == name.lowercased() }) {
            return font.family
        }
        throw .notFoundFont(name, field: field, hasOthers: !fonts.isEmpty)
    }

    // MARK: - The display

    mutating func answer(
        _ command: DisplayCommand, _ context: Context
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        // The mode is a setting, and the display's host has the picture.
        case .show, .setMode, .picture: break
        case .setLit(true): _ = noteUse(context)
        case .setLit(false):
            guard !context.isRinging else { throw .wrongState(.somethingRings) }
            face.endTest()
            if face.page == .message { _ = face.showTime() }
            displaySleep.switchOff()
        case .test(let picture, let length):
            guard !context.isRinging else { throw .wrongState(.somethingRings) }
            try picture.content.check(on: equipment.display)
            face.showTest(picture, until: context.now.boot + length, at: context.now.boot)
        case .endTest: face.endTest()
        case .text(let text, let length):
            guard !context.isRinging else { throw .wrongState(.somethingRings) }
            face.endTest()
            face.showMessage(text, until: context.now.boot + length, at: context.now.boot)
        }
        return .now(.display(report(context)))
    }

    func report(_ context: Context) -> DisplayReport {
        DisplayReport(
            shape: equipment.display, mode: context.settings.displayMode,
            brightness: shownBrightness(context), isNight: isNight(context),
            isAsleep: isAsleep(context), isTested: face.test != nil,
            message: face.page == .message ? face.message : nil,
            lux: roomLight.measuredLux)
    }
}

extension [StyleChange] {
    /// The field of the colours that these change; nil if they change none.
    fileprivate var colorField: String? {
        if value(of: \.digitColor) != nil { return "color" }
        if value(of: \.backgroundColor) != nil { return "background" }
        return value(of: \.hasRandomColor) != nil ? "randomColor" : nil
    }
}
