import ClockCore
import ClockTime
import Control
import English

// `noiseclock complete`, which a shell script runs for each word to complete. Nobody would read its errors, so on
// failure it offers nothing.

extension Client {
    /// Each candidate on a line, followed by a tab and its purpose.
    func complete(_ words: [String]) -> Result {
        switch Completions.answer(to: words) {
        case .file: return Result(output: CompletionScript.files + "\n", isVerbatim: true)
        case .words(let candidates): return Client.lines(candidates)
        case .known(let kind):
            let known = Completions.begin(self.known(kind, beside: words), with: words.last ?? "")
            guard case .words(let candidates) = known else { return Result() }
            return Client.lines(candidates)
        }
    }

    private static func lines(_ candidates: [Completions.Candidate]) -> Result {
        let lines = candidates.map { candidate in
            let help = Spelling.printable(candidate.help)
            return Spelling.printable(candidate.word) + (help.isEmpty ? "" : "\t\(help)") + "\n"
        }
        return Result(output: lines.joined(), isVerbatim: true)
    }

    /// - Parameter words: of the line.
    private func known(
        _ kind: Completion.Kind, beside words: [String]
    ) -> [Completions.Candidate] {
        switch (kind, kind.question.flatMap(quickly)) {
        case (.zones, _):
            ZoneDatabase(environment: environment).names.map { .init(word: $0, help: "") }
        case (.alarms, .alarms(let reports, _)?), (.pastAlarms, .alarms(let reports, _)?):
            reports.flatMap { report in
                let alarm = report.alarm
                return Client.named(
                    "\(alarm.id)", alarm.label, help: "\(alarm.schedule.time)")
            }
        case (.timers, .timers(let timers)?):
            timers.flatMap {
                Client.named("\($0.id)", $0.name ?? "", help: TimeText.length($0.length))
            }
        case (.sounds, .sounds(let list)?): (list.noises + list.tones).map(Client.candidate)
        case (.noises, .sounds(let list)?): list.noises.map(Client.candidate)
        case (.variants, .sounds(let list)?):
            list.noises.first { words.contains($0.id.name) || words.contains($0.name) }?
                .variants.map { .init(word: $0.id.name, help: $0.name) } ?? []
        case (.favourites, .mixes(let list)?):
            list.favourites.map { .init(word: $0.name, help: "") }
        case (.presets, .presets(let report)?):
            (report.builtIn + report.saved).map { .init(word: $0, help: "") }
        case (.fonts, .fonts(let report)?):
            report.families.map { .init(word: $0, help: "") }
        case (.pairedDevices, .devices(let list)?):
            list.devices.map { .init(word: "\($0.id)", help: $0.name) }
        case (.devices, .outputs(let devices, _)?):
            devices.map { .init(word: $0.id, help: $0.description) }
        default: []
        }
    }

    /// A thing with a number, and the same by its name.
    private static func named(
        _ number: String, _ name: String, help: String
    ) -> [Completions.Candidate] {
        guard name.contains(where: \.isLetter) else { return [.init(word: number, help: help)] }
        return [.init(word: number, help: "\(help) \(name)"), .init(word: name, help: help)]
    }

    /// The id of a person's own sound is made from an older name.
    private static func candidate(_ sound: Sound) -> Completions.Candidate {
        sound.isOwn
            ? .init(word: sound.name, help: "your own")
            : .init(word: sound.id.name, help: sound.name)
    }

    /// The clock's answer if it comes quickly; otherwise nil.
    private func quickly(_ question: OutgoingRequest) -> Reply? {
        var client = self
        client.timeout = .seconds(1)
        guard let (_, outcome) = try? client.ask(question, id: requestID, socket: nil),
            case .answer(let answer) = outcome
        else { return nil }
        return answer.reply
    }
}

extension Completion.Kind {
    /// The question for the clock; nil if none is needed.
    fileprivate var question: OutgoingRequest? {
        switch self {
        case .alarms, .pastAlarms: .listAlarms
        case .timers: .listTimers
        case .sounds, .noises, .variants: .listSounds
        case .favourites: .listMix
        case .presets: .listPresets
        case .fonts: .listFonts
        case .devices: .listOutputs
        case .pairedDevices: .listDevices
        case .zones: nil
        }
    }
}
