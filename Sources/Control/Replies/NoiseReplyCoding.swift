import BoundedJSON
import ClockCore
import ClockTime

// The reports about noise, the mix and sounds, inside replies. Each stands here in both directions.
//
// | reply          | fields beside id and ok                                                |
// | -------------- | ---------------------------------------------------------------------- |
// | noise          | noise                                                                  |
// | mixes          | mixes: {present, favourites}                                           |
// | favourite      | favourite: {name, sounds, seed}; saved, warning                        |
// | favouriteGone  | favouriteGone: what it was called; saved, warning                      |
// | shared         | shared: {name, code}                                                   |
// | sounds         | sounds: {noises, tones, categories}                                    |
// | sound          | sound                                                                  |
// | soundGone      | soundGone: the sound's id                                              |
// | fades          | fades: {inSeconds, outSeconds, sleepSeconds, shape}; saved, warning    |
// | outputs        | outputs: a list of {device, description, present, chosen, underruns};  |
// |                | output                                                                 |
// | outputSettings | output: {device, fallbacks, alarm}; saved, warning                     |

extension Reply {
    /// The fields of a reply about noise and sounds; none of others.
    var soundFields: [String: JSONValue] {
        switch self {
        case .noise(let report): return ["noise": .object(report.fields)]
        case .mixes(let list): return ["mixes": .object(list.fields)]
        case .favourite(let report):
            return ["favourite": .object(report.fields)]
        case .favouriteGone(let name):
            return ["favouriteGone": .string(name)]
        case .shared(let code):
            return [
                "shared": .object(["name": .optional(code.name), "code": .string(code.code)])
            ]
        case .sounds(let list): return ["sounds": .object(list.fields)]
        case .sound(let report): return ["sound": .object(report.fields)]
        case .soundGone(let id): return ["soundGone": .string(id.name)]
        case .fades(let fades):
            return ["fades": .object(fades.fields)]
        case .outputs(let devices, let settings):
            return [
                "outputs": .list(devices.map { .object($0.fields) }),
                "output": .object(settings.fields),
            ]
        case .outputSettings(let settings):
            return ["output": .object(settings.fields)]
        default: return [:]
        }
    }

    /// A reply about noise and sounds; nil for others.
    init?(readingSounds reader: inout FieldReader) throws(FieldError) {
        if var noise = try reader.object("noise") {
            self = .noise(try NoiseReport(reading: &noise))
        } else if var mixes = try reader.object("mixes") {
            self = .mixes(try MixList(reading: &mixes))
        } else if var favourite = try reader.object("favourite") {
            let report = try FavouriteReport(reading: &favourite)
            self = .favourite(report)
        } else if let name = try reader.optional("favouriteGone", .text) {
            self = .favouriteGone(name)
        } else if var shared = try reader.object("shared") {
            let name = try shared.optional("name", .text)
            self = .shared(SharedCode(name: name, code: try shared.required("code", .text)))
        } else if var sounds = try reader.object("sounds") {
            self = .sounds(try SoundList(reading: &sounds))
        } else if var sound = try reader.object("sound") {
            self = .sound(try SoundReport(reading: &sound))
        } else if let id = try reader.optional("soundGone", .sound) {
            self = .soundGone(id)
        } else if var fades = try reader.object("fades") {
            let read = try NoiseFades(reading: &fades)
            self = .fades(read)
        } else if let reply = try Reply(readingOutputs: &reader) {
            self = reply
        } else {
            return nil
        }
    }

    private init?(readingOutputs reader: inout FieldReader) throws(FieldError) {
        guard var output = try reader.object("output") else { return nil }
        let settings = try SoundOutputSettings(reading: &output)
        guard reader.has("outputs") else {
            self = .outputSettings(settings)
            return
        }
        var devices: [SoundDevice] = []
        for var device in try reader.objects("outputs") {
            devices.append(try SoundDevice(reading: &device))
        }
        self = .outputs(devices, settings)
    }
}

// MARK: - Noise

extension NoiseReport {
    var fields: [String: JSONValue] {
        [
            "playing": .bool(isPlaying), "sounds": .list(voices.map { .object($0.fields) }),
            "missing": .list(missing.map { .string($0.name) }), "volume": .percent(volume),
            "seed": .integer(Int64(clamping: seed)), "favourite": .optional(favourite),
            "preview": .optional(preview?.name),
            "sleep": sleep.map { .object($0.fields) } ?? .null,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        var sleep: SleepReport?
        if var fields = try reader.object("sleep") { sleep = try SleepReport(reading: &fields) }
        let missing = try reader.optional("missing", .lines(most: NoiseState.mixCapacity)) ?? []
        self.init(
            isPlaying: try reader.required("playing", .bool),
            voices: try VoiceReport.list(in: &reader), missing: missing.map { SoundID($0) },
            volume: try reader.required("volume", .percent),
            seed: UInt64(try reader.required("seed", .count)),
            favourite: try reader.optional("favourite", .text),
            preview: try reader.optional("preview", .sound), sleep: sleep)
    }
}

extension VoiceReport {
    fileprivate var fields: [String: JSONValue] {
        [
            "sound": .string(voice.sound.name), "name": .string(name),
            "variant": .optional(voice.variant?.name), "variantName": .optional(variantName),
            "volume": .percent(voice.volume), "pan": .integer(Int64(voice.pan.value)),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let voice = NoiseVoice(
            sound: try reader.required("sound", .sound),
            variant: try reader.optional("variant", .variant),
            volume: try reader.required("volume", .percent),
            pan: try reader.required("pan", .pan))
        self.init(
            voice, name: try reader.required("name", .text),
            variantName: try reader.optional("variantName", .text))
    }

    fileprivate static func list(
        in reader: inout FieldReader
    ) throws(FieldError) -> [VoiceReport] {
        var voices: [VoiceReport] = []
        for var voice in try reader.objects("sounds") {
            voices.append(try VoiceReport(reading: &voice))
        }
        return voices
    }
}

extension SleepReport {
    fileprivate var fields: [String: JSONValue] {
        [
            "state": .string(state.rawValue), "leftSeconds": .seconds(left),
            "left": .string(form.text(left: left)), "form": .string(form.rawValue),
            "until": until.map(JSONValue.wall) ?? .null,
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let state: State = try reader.required(
            "state", .name(of: State.allCases.map(\.rawValue)))
        self.init(
            state: state, left: try reader.required("leftSeconds", .reported),
            form: try CountdownForm(reading: &reader), until: try reader.optional("until", .wall))
    }
}

extension MixList {
    fileprivate var fields: [String: JSONValue] {
        [
            "present": .object(present.fields),
            "favourites": .list(favourites.map { .object($0.fields) }),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        guard var present = try reader.object("present") else {
            throw reader.missing("present", "an object")
        }
        var favourites: [FavouriteReport] = []
        for var favourite in try reader.objects("favourites") {
            favourites.append(try FavouriteReport(reading: &favourite))
        }
        self.init(present: try NoiseReport(reading: &present), favourites: favourites)
    }
}

extension FavouriteReport {
    fileprivate var fields: [String: JSONValue] {
        [
            "name": .string(name), "sounds": .list(voices.map { .object($0.fields) }),
            "seed": .integer(Int64(clamping: seed)),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            name: try reader.required("name", .text), voices: try VoiceReport.list(in: &reader),
            seed: UInt64(try reader.required("seed", .count)))
    }
}

extension NoiseFades {
    fileprivate var fields: [String: JSONValue] {
        FadeChanges(fadeIn: fadeIn, fadeOut: fadeOut, shape: shape, sleepFade: sleepFade).fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            fadeIn: try reader.required("inSeconds", .reported),
            fadeOut: try reader.required("outSeconds", .reported),
            shape: try reader.required("shape", .fadeShape),
            sleepFade: try reader.required("sleepSeconds", .reported))
    }
}

// MARK: - Sounds

extension SoundList {
    fileprivate var fields: [String: JSONValue] {
        let categories = categories.map { category -> JSONValue in
            .object([
                "id": .string(category.id.name), "name": .string(category.name),
                "order": .integer(Int64(category.order)),
            ])
        }
        return [
            "noises": .list(noises.map { .object($0.fields) }),
            "tones": .list(tones.map { .object($0.fields) }), "categories": .list(categories),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        var categories: [SoundCategory] = []
        for var category in try reader.objects("categories") {
            categories.append(
                SoundCategory(
                    id: CategoryID(try category.required("id", .text)),
                    name: try category.required("name", .text),
                    order: try category.required(
                        "order", .integer(in: Int.min...Int.max, "a whole number"))))
        }
        self.init(
            noises: try Sound.list("noises", in: &reader),
            tones: try Sound.list("tones", in: &reader), categories: categories)
    }
}

extension Sound {
    fileprivate var fields: [String: JSONValue] {
        let variants = variants.map { variant -> JSONValue in
            .object(["id": .string(variant.id.name), "name": .string(variant.name)])
        }
        return [
            "id": .string(id.name), "name": .string(name), "category": .optional(category?.name),
            "description": .string(description), "icon": .optional(icon),
            "variants": .list(variants), "defaultVolume": .percent(defaultVolume),
            "own": .bool(isOwn),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        var variants: [SoundVariant] = []
        for var variant in try reader.objects("variants") {
            variants.append(
                SoundVariant(
                    id: try variant.required("id", .variant),
                    name: try variant.required("name", .text)))
        }
        self.init(
            id: try reader.required("id", .sound), name: try reader.required("name", .text),
            category: try reader.optional("category", .text).map { CategoryID($0) },
            description: try reader.optional("description", .text) ?? "",
            icon: try reader.optional("icon", .text), variants: variants,
            defaultVolume: try reader.required("defaultVolume", .percent),
            isOwn: try reader.required("own", .bool))
    }

    fileprivate static func list(
        _ name: String, in reader: inout FieldReader
    ) throws(FieldError) -> [Sound] {
        var sounds: [Sound] = []
        for var sound in try reader.objects(name) {
            sounds.append(try Sound(reading: &sound))
        }
        return sounds
    }
}

extension SoundReport {
    fileprivate var fields: [String: JSONValue] {
        var fields = sound.fields
        fields["tone"] = .bool(isTone)
        fields["categoryName"] = .optional(categoryName)
        fields["variant"] = .optional(voice.variant?.name)
        fields["volume"] = .percent(voice.volume)
        fields["pan"] = .integer(Int64(voice.pan.value))
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let sound = try Sound(reading: &reader)
        let voice = NoiseVoice(
            sound: sound.id, variant: try reader.optional("variant", .variant),
            volume: try reader.required("volume", .percent),
            pan: try reader.required("pan", .pan))
        self.init(
            sound: sound, isTone: try reader.required("tone", .bool),
            categoryName: try reader.optional("categoryName", .text), voice: voice)
    }
}

// MARK: - Outputs

extension SoundDevice {
    fileprivate var fields: [String: JSONValue] {
        [
            "device": .string(id), "description": .string(description),
            "present": .bool(isPresent), "chosen": .bool(isChosen),
            "underruns": underruns.map { .integer(Int64($0)) } ?? .null,
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            id: try reader.required("device", .text),
            description: try reader.required("description", .text),
            isPresent: try reader.required("present", .bool),
            isChosen: try reader.required("chosen", .bool),
            underruns: try reader.optional("underruns", .count))
    }
}

extension SoundOutputSettings {
    fileprivate var fields: [String: JSONValue] {
        [
            "device": .optional(device), "fallbacks": .list(fallbacks.map(JSONValue.string)),
            "alarm": .optional(alarm),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            device: try reader.optional("device", .text),
            fallbacks: try reader.optional(
                "fallbacks", .lines(most: SoundOutputSettings.mostFallbacks)) ?? [],
            alarm: try reader.optional("alarm", .text))
    }
}
