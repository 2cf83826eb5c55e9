/// A line of a shell script, parsed as data: nothing is executed, and no variable is expanded.
struct ShellLine: Hashable {
    /// The line number, from 1.
    var number: Int
    /// The unquoted words; nil if one would need evaluation, or a quote is not closed.
    var words: [String]?
    var text: String
    /// The lines of its here-document; nil where one would need evaluation, which quotes around its end mark prevent
    /// (`<<'EOF'`).
    var document: [String?] = []

    /// - Parameter script: valid UTF-8.
    static func lines(of script: String) -> [ShellLine] {
        var found: [ShellLine] = []
        var rest = script.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0).trimmedOfBlanks
        }[...]
        var number = 0
        while let text = rest.popFirst() {
            number += 1
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            var line = ShellLine(number: number, words: words(of: text), text: text)
            if let mark = documentMark(in: text) {
                while let next = rest.popFirst() {
                    number += 1
                    if next == mark.name { break }
                    line.document.append(mark.isQuoted ? next : evaluated(next))
                }
            }
            found.append(line)
        }
        return found
    }

    /// The end mark after `<<`, without its quotes.
    private static func documentMark(in text: String) -> (name: String, isQuoted: Bool)? {
        let parts = text.split(separator: "<<", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let mark = parts[1].drop { $0 == " " || $0 == "-" }
        let isQuoted = mark.first == "'" || mark.first == "\""
        let name = mark.dropFirst(isQuoted ? 1 : 0)
            .prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? nil : (String(name), isQuoted)
    }

    /// A line of a here-document as the shell passes it on, which reads backslashes, variables and commands in it; nil if
    /// it has one of the latter.
    private static func evaluated(_ text: String) -> String? {
        var read = ""
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                read += ("$`\\".unicodeScalars.contains(scalar) ? "" : "\\") + String(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "$" || scalar == "`" {
                return nil
            } else {
                read += String(scalar)
            }
        }
        return read + (isEscaped ? "\\" : "")
    }

    private static func words(of text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                // In double quotes, a backslash stays before a character that needs no escape.
                let isKept = quote == "\"" && !"\"\\$`".unicodeScalars.contains(scalar)
                word = (word ?? "") + (isKept ? "\\" : "") + String(scalar)
                isEscaped = false
            } else if quote == "'" {
                if scalar == "'" { quote = nil } else { word = (word ?? "") + String(scalar) }
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "$" || scalar == "`" {
                return nil
            } else if let open = quote {
                if scalar == open { quote = nil } else { word = (word ?? "") + String(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                word = word ?? ""
            } else if scalar == " " || scalar == "\t" {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(scalar)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        if let finished = word { words.append(finished) }
        return words
    }
}
