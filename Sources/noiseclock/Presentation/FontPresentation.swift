import ClockCore
import ClockTime
import English

// A person's own fonts, as text.
extension Presentation {
    static func fonts(_ report: FontReport, width: Int? = nil) -> String {
        let chosen = report.chosen.map { name in
            report.families.contains(name)
                ? "" : "The style has \(Spelling.quoted(name)), which isn't there. "
        }
        let missing = chosen.map { $0.isEmpty ? "" : $0 + "The built-in font serves.\n" } ?? ""
        guard !report.fonts.isEmpty else {
            return missing
                + "There are no fonts of your own. Add one: noiseclock font import FILE\n"
        }
        var table = TextTable(["FONT", "DESIGN", "WEIGHT", "FIGURES", "ON THIS DISPLAY"])
        for font in report.fonts {
            let use = font.family == report.chosen ? "chosen" : ""
            table.add([
                Spelling.printable(font.family), font.design.rawValue, font.weight.rawValue,
                "\(font.columns) x \(font.rows)",
                font.fits ? use : "too large" + (use.isEmpty ? "" : ", though \(use)"),
            ])
        }
        return table.text(width: width) + missing
    }

    static func imported(
        _ font: OwnFont, _ replaced: Bool, _ ignored: [FontRemark]
    ) -> String {
        let traits = "\(font.design.rawValue), \(font.weight.rawValue)"
        let size = "figures of \(font.columns) x \(font.rows) pixels"
        let done = "Font \(Spelling.quoted(font.family)) \(replaced ? "replaced" : "added"): "
        let fit =
            font.fits
            ? "" : "It is too large for this display, which shows the built-in font instead. "
        return "\(done)\(traits), \(size). \(fit)"
            + "Choose it: noiseclock style set --family \(argument(font.family))\n"
            + FontRemark.text(ignored)
    }

    static func deleted(font name: String, wasChosen: Bool) -> String {
        "Font \(Spelling.quoted(name)) deleted."
            + (wasChosen ? " It was chosen. The face has the built-in font now." : "") + "\n"
    }

    /// A name as a shell takes it; what stands for it if it would need quotes.
    private static func argument(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
        }
        return isPlain ? name : "NAME"
    }
}
