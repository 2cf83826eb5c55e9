import ClockCore
import ClockTime

// How the commands about noise, the mix and sounds read their words.
extension WordReader {
    /// - Parameter name: of a command about the noise.
    mutating func noise(_ name: CommandName) throws(UsageError) -> Command {
        switch name {
        case .playNoise:
            let sound = next().map { SoundID($0) }
            return .playNoise(sound, variant: variant, volume: try volumeOption())
        case .pauseNoise: return .pauseNoise
        case .stopNoise: return .stopNoise
        case .toggleNoise: return .toggleNoise
        case .nextNoise: return .nextNoise
        case .setNoiseVolume:
            guard let word = next() else {
                throw error("how loud? Give a number from 0 to 100")
            }
            return .setNoiseVolume(try volume(word))
        case .previewNoise: return .previewNoise(try sound(), variant: variant)
        case .endPreview: return .endPreview
        case .setFades: return .setFades(try fadeChanges())
        case .setSleep: return .setSleep(try sleepChange())
        default: return .noise
        }
    }

    private mutating func sound() throws(UsageError) -> SoundID {
        guard let word = next() else {
            throw error("which sound? Give its id, as \"noiseclock sound list\" shows it")
        }
        return SoundID(word)
    }

    private var variant: VariantID? { options[.variant].map { VariantID($0) } }

    private func fadeChanges() throws(UsageError) -> FadeChanges {
        var changes = FadeChanges()
        let seconds = "0s to 60s, such as 5s"
        changes.fadeIn = try duration(.fadeIn, in: NoiseFades.range, seconds)
        changes.fadeOut = try duration(.fadeOut, in: NoiseFades.range, seconds)
        changes.sleepFade = try duration(
            .sleepFade, in: NoiseFades.sleepRange, "1s to 30m, such as 2m")
        if let word = options[.shape] {
            let shapes = FadeShape.allCases
            let shape = shapes.first { $0.rawValue.lowercased() == word.lowercased() }
            guard let shape else {
                let names = shapes.map(\.rawValue).joined(separator: ", ")
                throw error(ClientOption.shape.word, word, "one of \(names)")
            }
            changes.shape = shape
        }
        guard !changes.isEmpty else {
            throw error("what is to change? Give options, such as --in 2s")
        }
        return changes
    }

    private mutating func sleepChange() throws(UsageError) -> SleepChange {
        let usage = "how long? Give a length such as 45m, a time such as 23:30, or off"
        guard let word = next() else { throw error(usage) }
        let plays = options[.start] != nil
        switch word.lowercased() {
        case "pause": return .pause
        case "resume": return .resume
        case "off": return .off
        case "extend":
            guard let more = next() else { throw error("by how much? Give a length, such as 15m") }
            return .extend(try sleepLength(more))
        case let text:
            if (try? DurationText.parse(text)) != nil {
                return .start(.after(try sleepLength(text)), plays: plays)
            }
            guard let time = ScheduleWords.time(text) else {
                throw error(
                    "the sleep timer", word,
                    "a length such as 45m, a time such as 23:30, or one of pause, resume, extend, off"
                )
            }
            return .start(.at(time), plays: plays)
        }
    }

    private func sleepLength(_ word: String) throws(UsageError) -> Duration {
        guard let length = try? DurationText.parse(word.lowercased()),
            SleepTimer.length.contains(length)
        else { throw error("the length", word, "1s to 24h, such as 45m or 1h30m") }
        return length
    }

    // MARK: - The mix

    /// - Parameter name: of a command about the mix.
    mutating func mix(_ name: CommandName) throws(UsageError) -> MixCommand {
        switch name {
        case .addToMix: return .add(try sound(), try voiceChanges())
        case .setInMix:
            let sound = try sound()
            let changes = try voiceChanges()
            guard !changes.isEmpty else {
                throw error("what is to change? Give options, such as --volume 40")
            }
            return .set(sound, changes)
        case .removeFromMix: return .remove(try sound())
        case .clearMix: return .clear
        case .saveMix: return .save(try favourite("what is it to be called? Give a name"))
        case .loadMix:
            return .load(try favourite("which? Give a favourite's name, or a mix's code"))
        case .renameMix:
            let old = try favourite("which? Give a favourite's name, and the new one")
            return .rename(old, to: try favourite("what is it to be called? Give the new name"))
        case .deleteMix: return .delete(try favourite("which? Give a favourite's name"))
        case .shareMix: return .share(next())
        default: return .list
        }
    }

    private mutating func favourite(_ question: String) throws(UsageError) -> String {
        guard let word = next() else { throw error(question) }
        return word
    }

    private func voiceChanges() throws(UsageError) -> VoiceChanges {
        var changes = VoiceChanges(variant: variant, volume: try volumeOption())
        if let word = options[.pan] {
            guard let pan = Int(word).flatMap({ Pan($0) }) else {
                throw error(
                    ClientOption.pan.word, word, "a number from -100 (left) to 100 (right)")
            }
            changes.pan = pan
        }
        return changes
    }

    // MARK: - Sounds

    /// - Parameter name: of a command about sounds.
    mutating func sounds(_ name: CommandName) throws(UsageError) -> SoundCommand {
        switch name {
        case .searchSounds:
            guard !isEmpty else { throw error("for what? Give words, such as rain") }
            return .list(try query())
        case .showSound: return .show(try sound())
        case .renameSound:
            let id = try sound()
            guard let word = next() else { throw error("what is it to be called? Give a name") }
            return .rename(id, word)
        case .deleteSound: return .delete(try sound())
        case .importSound:
            guard let path = next() else { throw error("which file? Give its path") }
            file = path
            return .importFile(name: options[.name] ?? WordReader.soundName(ofFile: path))
        case .listOutputs: return .outputs
        case .setOutputs: return .setOutputs(try outputChanges())
        default: return .list(try query())
        }
    }

    /// "/home/me/Rain on the roof.flac" is called "Rain on the roof".
    private static func soundName(ofFile path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
        return String(last[..<dot])
    }

    private mutating func query() throws(UsageError) -> SoundQuery {
        var words: [String] = []
        while let word = next() { words.append(word) }
        guard words.count <= SoundQuery.mostWords else {
            throw error("up to \(SoundQuery.mostWords) words are allowed")
        }
        return SoundQuery(words: words, category: options[.category].map { CategoryID($0) })
    }

    private mutating func outputChanges() throws(UsageError) -> OutputChanges {
        guard take(["set"]) else {
            throw error("what? Give set, and what is to change: set DEVICE")
        }
        var changes = OutputChanges()
        changes.device = next().map(WordReader.device)
        changes.alarm = options[.alarm].map(WordReader.device)
        if let word = options[.fallback] {
            changes.fallbacks =
                word.lowercased() == "none" ? [] : WordReader.devices(word)
        }
        guard changes != OutputChanges() else {
            throw error("which device? Give its name, as \"noiseclock sound outputs\" shows it")
        }
        return changes
    }

    /// Names with commas between, which stand in names, too: what can only be an argument of the name before
    /// it, as `DEV=0` and the 0 of `hw:Device,0`, belongs to that one.
    private static func devices(_ word: String) -> [String] {
        var names: [String] = []
        for piece in word.split(separator: ",") {
            let key = piece.prefix { $0 != "=" }
            let isArgument =
                key.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
                && (key.endIndex < piece.endIndex || piece.allSatisfy(\.isNumber))
            if isArgument, let name = names.popLast() {
                names.append("\(name),\(piece)")
            } else {
                names.append(String(piece))
            }
        }
        return names
    }

    private static func device(_ word: String) -> AlarmChanges.Setting<String> {
        word.lowercased() == "default" ? .none : .some(word)
    }
}
