import Control

/// What the client does without asking a clock, or before it asks: all that there is to say of it.
struct OwnCommand: Sendable {
    /// Each way to say it, as its help shows them.
    let usages: [String]
    /// How lists of commands show it.
    let usage: String
    /// What it is for, in a few words.
    let summary: String
    /// What it does, at length.
    let explanation: String
    var parameters: [any DescribedParameter] = []
    /// What `--json` prints; nil where that means nothing.
    var json: String?
    /// What follows the options; empty where nothing does.
    var remark = ""
    /// Whole lines, as a person would type them.
    let examples: [String]

    /// Its help.
    var text: String {
        let ways = usages.map { "noiseclock \($0)\n" }.joined(separator: "       ")
        var text = "Usage: \(ways)\n\(ClientHelp.filled(explanation))\n"
        if !options.isEmpty { text += "\nOptions:\n\(ClientHelp.columns(options))\n" }
        if !remark.isEmpty { text += "\n\(ClientHelp.filled(remark))\n" }
        return text + "\nExamples:\n" + examples.map { "  \($0)\n" }.joined()
    }

    var row: (String, String) { (usage, summary) }

    /// Its options, and what each means.
    var options: [(String, String)] {
        parameters.map { ($0.optionUsage, $0.help) } + (json.map { [("--json", $0)] } ?? [])
    }
}
