import Control
import English

/// A command that the client handles without a clock, or before it asks one, with all its help.
struct OwnCommand: Sendable {
    /// Each form of the command, for its help.
    let usages: [String]
    /// Its form in lists of commands.
    let usage: String
    /// A short summary of its purpose.
    let summary: String
    /// The full explanation.
    let explanation: String
    var parameters: [any DescribedParameter] = []
    /// What `--json` prints; nil if it does not apply.
    var json: String?
    /// Text after the options; may be empty.
    var remark = ""
    /// Whole lines, as a user would type them.
    let examples: [String]

    /// Its help.
    func text(to width: Int) -> String {
        let ways = usages.map { "noiseclock \($0)\n" }.joined(separator: "       ")
        var text = "Usage: \(ways)\n\(HelpText.filled(explanation, to: width))\n"
        if !options.isEmpty { text += "\nOptions:\n\(HelpText.columns(options, to: width))\n" }
        if !remark.isEmpty { text += "\n\(HelpText.filled(remark, to: width))\n" }
        return text + "\nExamples:\n" + examples.map { "  \($0)\n" }.joined()
    }

    var row: (String, String) { (usage, summary) }

    /// Its options and their meanings.
    var options: [(String, String)] {
        parameters.map { ($0.optionUsage, $0.help) } + (json.map { [("--json", $0)] } ?? [])
    }
}
