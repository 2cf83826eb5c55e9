package import BoundedJSON
import ClockCore
import ClockTime

// The fields of commands about noise, the mix and sounds, beside "id", "key" and "command".
//
// | command                    | fields                                                          |
// | -------------------------- | --------------------------------------------------------------- |
// | noise.status, pause, stop, toggle, next, preview-stop | -                                    |
// | noise.play                 | sound, variant, volume: all may be missing                      |
// | noise.volume               | volume                                                          |
// | noise.preview              | sound; variant may be missing                                   |
// | noise.fade                 | inSeconds, outSeconds, sleepSeconds, shape: one at least        |
// | noise.sleep                | seconds or at, and start: true to play too; or extendSeconds;   |
// |                            | or action: pause, resume or off                                 |
// | mix.list, clear            | -                                                               |
// | mix.add, set               | sound, and any of variant, volume, pan                          |
// | mix.remove                 | sound                                                           |
// | mix.save, delete           | name                                                            |
// | mix.load                   | mix: a favourite's name, or a code                              |
// | mix.rename                 | name, newName                                                   |
// | mix.share                  | name of a favourite; missing: the mix                           |
// | sound.list, search         | words: a list, category; both may be missing, of search category |
// | sound.show, delete         | sound                                                           |
// | sound.rename               | sound, name                                                     |
// | sound.import               | name; the open file comes with the request's first byte         |
// | sound.outputs              | -                                                               |
// | sound.output               | device, alarm: a name, or null for the board's own; fallbacks   |
//
// A clock opens no file that a request names. Whoever imports one opens it, and passes its descriptor by SCM_RIGHTS
// (unix(7)) in the same sendmsg as the first byte of the request's line: one at a time, of a regular file, readable.

// MARK: - Noise

extension Command {
    /// Of commands about the noise; none for others.
    var noiseFields: [String: JSONValue] {
        switch self {
        case .playNoise(let sound, let variant, let volume):
            var fields: [String: JSONValue] = [:]
            fields["sound"] = sound.map { .string($0.name) }
            fields["variant"] = variant.map { .string($0.name) }
            fields["volume"] = volume.map(JSONValue.percent)
            return fields
        case .setNoiseVolume(let volume): return ["volume": .percent(volume)]
        case .previewNoise(let sound, let variant):
            var fields: [String: JSONValue] = ["sound": .string(sound.name)]
            fields["variant"] = variant.map { .string($0.name) }
            return fields
        case .setFades(let changes): return changes.fields
        case .setSleep(let change): return change.fields
        default: return [:]
        }
    }

    /// - Parameter name: of a command about the noise.
    init(_ name: CommandName, noise reader: inout FieldReader) throws(FieldError) {
        switch name {
        case .playNoise:
            let sound = try reader.optional("sound", .sound)
            let variant = try reader.optional("variant", .variant)
            self = .playNoise(
                sound, variant: variant, volume: try reader.optional("volume", .percent))
        case .pauseNoise: self = .pauseNoise
        case .stopNoise: self = .stopNoise
        case .toggleNoise: self = .toggleNoise
        case .nextNoise: self = .nextNoise
        case .setNoiseVolume: self = .setNoiseVolume(try reader.required("volume", .percent))
        case .previewNoise:
            let sound = try reader.required("sound", .sound)
            self = .previewNoise(sound, variant: try reader.optional("variant", .variant))
        case .endPreview: self = .endPreview
        case .setFades: self = .setFades(try FadeChanges(reading: &reader))
        case .setSleep: self = .setSleep(try SleepChange(reading: &reader))
        default: self = .noise
        }
    }
}

extension FadeChanges {
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields["inSeconds"] = fadeIn.map(JSONValue.seconds)
        fields["outSeconds"] = fadeOut.map(JSONValue.seconds)
        fields["sleepSeconds"] = sleepFade.map(JSONValue.seconds)
        fields["shape"] = shape.map { .string($0.rawValue) }
        return fields
    }

    package init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            fadeIn: try reader.optional("inSeconds", .seconds(in: NoiseFades.range)),
            fadeOut: try reader.optional("outSeconds", .seconds(in: NoiseFades.range)),
            shape: try reader.optional("shape", .fadeShape),
            sleepFade: try reader.optional("sleepSeconds", .seconds(in: NoiseFades.sleepRange)))
    }
}

extension SleepChange {
    private enum Action: String, CaseIterable {
        case pause, resume, off
    }

    var fields: [String: JSONValue] {
        switch self {
        case .start(.after(let length), let plays):
            ["seconds": .seconds(length), "start": .bool(plays)]
        case .start(.at(let time), let plays):
            ["at": .string(time.description), "start": .bool(plays)]
        case .extend(let more): ["extendSeconds": .seconds(more)]
        case .pause: ["action": .string(Action.pause.rawValue)]
        case .resume: ["action": .string(Action.resume.rawValue)]
        case .off: ["action": .string(Action.off.rawValue)]
        }
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let actions = Action.allCases.map(\.rawValue)
        let seconds = try reader.optional("seconds", .seconds(in: SleepTimer.length))
        let time = try reader.optional("at", .time)
        let more = try reader.optional("extendSeconds", .seconds(in: SleepTimer.length))
        let action: Action? = try reader.optional("action", .name(of: actions))
        let given = [seconds != nil, time != nil, more != nil, action != nil].count { $0 }
        guard given == 1 else {
            throw FieldError(
                reader.path("seconds"),
                "exactly one of seconds, at, extendSeconds and action must be given")
        }
        if let action {
            switch action {
            case .pause: self = .pause
            case .resume: self = .resume
            case .off: self = .off
            }
        } else if let more {
            self = .extend(more)
        } else {
            let plays = try reader.optional("start", .bool) ?? false
            if let time {
                self = .start(.at(time), plays: plays)
            } else {
                self = .start(.after(seconds ?? .zero), plays: plays)
            }
        }
    }
}

// MARK: - The mix

extension VoiceChanges {
    fileprivate var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields["variant"] = variant.map { .string($0.name) }
        fields["volume"] = volume.map(JSONValue.percent)
        fields["pan"] = pan.map { .integer(Int64($0.value)) }
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            variant: try reader.optional("variant", .variant),
            volume: try reader.optional("volume", .percent),
            pan: try reader.optional("pan", .pan))
    }
}

extension MixCommand {
    var name: CommandName {
        switch self {
        case .list: .listMix
        case .add: .addToMix
        case .set: .setInMix
        case .remove: .removeFromMix
        case .clear: .clearMix
        case .save: .saveMix
        case .load: .loadMix
        case .rename: .renameMix
        case .delete: .deleteMix
        case .share: .shareMix
        }
    }

    var fields: [String: JSONValue] {
        switch self {
        case .list, .clear: return [:]
        case .add(let sound, let changes), .set(let sound, let changes):
            var fields = changes.fields
            fields["sound"] = .string(sound.name)
            return fields
        case .remove(let sound): return ["sound": .string(sound.name)]
        case .save(let name), .delete(let name): return ["name": .string(name)]
        case .load(let text): return ["mix": .string(text)]
        case .rename(let name, let other):
            return ["name": .string(name), "newName": .string(other)]
        case .share(let name): return name.map { ["name": .string($0)] } ?? [:]
        }
    }

    /// - Parameter name: of a command about the mix.
    init(_ name: CommandName, _ reader: inout FieldReader) throws(FieldError) {
        switch name {
        case .addToMix:
            let sound = try reader.required("sound", .sound)
            self = .add(sound, try VoiceChanges(reading: &reader))
        case .setInMix:
            let sound = try reader.required("sound", .sound)
            self = .set(sound, try VoiceChanges(reading: &reader))
        case .removeFromMix: self = .remove(try reader.required("sound", .sound))
        case .clearMix: self = .clear
        case .saveMix: self = .save(try reader.required("name", .line))
        case .loadMix: self = .load(try reader.required("mix", .line))
        case .renameMix:
            let old = try reader.required("name", .line)
            self = .rename(old, to: try reader.required("newName", .line))
        case .deleteMix: self = .delete(try reader.required("name", .line))
        case .shareMix: self = .share(try reader.optional("name", .line))
        default: self = .list
        }
    }
}

// MARK: - Sounds

extension SoundCommand {
    var name: CommandName {
        switch self {
        case .list(let query): query.words.isEmpty ? .listSounds : .searchSounds
        case .show: .showSound
        case .rename: .renameSound
        case .delete: .deleteSound
        case .importFile: .importSound
        case .outputs: .listOutputs
        case .setOutputs: .setOutputs
        }
    }

    var fields: [String: JSONValue] {
        switch self {
        case .list(let query): return query.fields
        case .show(let sound), .delete(let sound): return ["sound": .string(sound.name)]
        case .rename(let sound, let name):
            return ["sound": .string(sound.name), "name": .string(name)]
        case .importFile(let name): return ["name": .string(name)]
        case .outputs: return [:]
        case .setOutputs(let changes): return changes.fields
        }
    }

    /// - Parameter name: of a command about sounds.
    init(_ name: CommandName, _ reader: inout FieldReader) throws(FieldError) {
        switch name {
        case .searchSounds:
            guard reader.has("words") else { throw reader.missing("words", "a list of texts") }
            self = .list(try SoundQuery(reading: &reader))
        case .showSound: self = .show(try reader.required("sound", .sound))
        case .renameSound:
            let sound = try reader.required("sound", .sound)
            self = .rename(sound, try reader.required("name", .line))
        case .deleteSound: self = .delete(try reader.required("sound", .sound))
        case .importSound: self = .importFile(name: try reader.required("name", .line))
        case .listOutputs: self = .outputs
        case .setOutputs: self = .setOutputs(try OutputChanges(reading: &reader))
        default: self = .list(try SoundQuery(reading: &reader))
        }
    }
}

extension SoundQuery {
    fileprivate var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        if !words.isEmpty { fields["words"] = .list(words.map(JSONValue.string)) }
        fields["category"] = category.map { .string($0.name) }
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let words = try reader.optional("words", .lines(most: SoundQuery.mostWords))
        self.init(
            words: words ?? [],
            category: try reader.optional("category", .line).map { CategoryID($0) })
    }
}

extension OutputChanges {
    fileprivate var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields["device"] = device.map(OutputChanges.value)
        fields["alarm"] = alarm.map(OutputChanges.value)
        fields["fallbacks"] = fallbacks.map { .list($0.map(JSONValue.string)) }
        return fields
    }

    private static func value(_ setting: AlarmChanges.Setting<String>) -> JSONValue {
        switch setting {
        case .none: .null
        case .some(let name): .string(name)
        }
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            device: try OutputChanges.setting("device", &reader),
            fallbacks: try reader.optional(
                "fallbacks", .lines(most: SoundOutputSettings.mostFallbacks)),
            alarm: try OutputChanges.setting("alarm", &reader))
    }

    private static func setting(
        _ name: String, _ reader: inout FieldReader
    ) throws(FieldError) -> AlarmChanges.Setting<String>? {
        if reader.raw(name) == .null { return .some(.none) }
        return try reader.optional(name, .line).map { .some($0) }
    }
}

// MARK: - Forms

extension FieldForm where Value == VariantID {
    static var variant: FieldForm {
        FieldForm("the name of a sound's form") { value in
            guard case .string(let name) = value, !name.isEmpty else { return nil }
            return VariantID(name)
        }
    }
}

extension FieldForm where Value == Pan {
    static var pan: FieldForm {
        FieldForm("a whole number from -100 (left) to 100 (right)") { value in
            guard case .integer(let number) = value else { return nil }
            return Int(exactly: number).flatMap { Pan($0) }
        }
    }
}

extension FieldForm where Value == FadeShape {
    static var fadeShape: FieldForm { name(of: FadeShape.allCases.map(\.rawValue)) }
}

extension FieldForm where Value == [String] {
    /// Texts that cannot break a line.
    static func lines(most: Int) -> FieldForm {
        FieldForm("a list of up to \(most) texts without control characters") { value in
            guard case .list(let values) = value, values.count <= most else { return nil }
            let texts = values.compactMap { FieldForm<String>.line.read($0) }
            return texts.count == values.count ? texts : nil
        }
    }
}
