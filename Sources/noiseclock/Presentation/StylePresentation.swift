import ClockCore
import ClockTime
import English

extension Presentation {
    static func style(_ style: ClockStyle) -> String {
        var rows = [
            ("Time", time(style)),
            ("Digits", digits(style)),
            ("Colours", colors(style)),
            ("Brightness", brightness(style)),
        ]
        if let sleep = style.sleepAfter {
            let awake = style.keepsAwake ? ", but not while noise plays or the time is alone" : ""
            rows.append(("Sleep", "Off after \(TimeText.length(sleep)) without a key\(awake)"))
        }
        rows.append(("Night", night(style.night)))
        rows.append(("Motion", motion(style.motion)))
        return grouped(rows)
    }

    private static func time(_ style: ClockStyle) -> String {
        var parts = ["\(style.hourFormat.rawValue)-hour"]
        if style.hourFormat == .twelve {
            parts.append(style.hasLeadingZero ? "with a leading zero" : "without a leading zero")
            if !style.showsBadge { parts.append("no mark for the afternoon") }
        }
        parts.append(style.showsSeconds ? "with seconds" : "without seconds")
        parts.append("\(style.colon.rawValue) colon")
        if !style.showsDate { parts.append("no date") }
        if !style.showsBattery { parts.append("no battery") }
        return parts.joined(separator: ", ")
    }

    private static func digits(_ style: ClockStyle) -> String {
        let size: String =
            switch style.size {
            case .automatic: "as large as fits"
            case .percent(let percent): "size \(percent.value) %"
            }
        let turned =
            style.rotation == .upright ? "" : ", turned by \(style.rotation.rawValue) degrees"
        let family = style.fontFamily.map { "\(Spelling.printable($0)), " } ?? ""
        let looks = "\(family)\(style.fontDesign.rawValue), \(style.fontWeight.rawValue)"
        return "\(looks), \(size)\(turned)"
    }

    private static func colors(_ style: ClockStyle) -> String {
        let digits = style.hasRandomColor ? "a new colour each minute" : "\(style.digitColor)"
        return "\(digits) on \(style.backgroundColor)"
    }

    private static func brightness(_ style: ClockStyle) -> String {
        let whole: String =
            switch style.brightness {
            case .automatic:
                "by the light of the room, \(style.floor.value) to \(style.ceiling.value) %"
            case .fixed(let percent): "\(percent.value) %"
            }
        return whole
            + "; digits \(style.digitBrightness.value) %, the rest \(style.overlayBrightness.value) % of them"
            + (style.halo.value > 0 ? ", halo \(style.halo.value) %" : "")
    }

    private static func night(_ night: NightStyle) -> String {
        var when: [String] = []
        if let hours = night.hours {
            when.append("\(TimeText.time(hours.from)) to \(TimeText.time(hours.to))")
        }
        if night.followsLight { when.append("while the room is dark") }
        guard !when.isEmpty else { return "never" }
        var looks: [String] = []
        if night.isOff {
            looks.append("off; a key shows the time for 5 s")
        } else {
            looks.append("at most \(night.brightness.value) %")
            if night.isRed { looks.append("red") }
            if night.hidesOverlays { looks.append("the time alone") }
        }
        return when.joined(separator: ", and ") + ": " + looks.joined(separator: ", ")
    }

    private static func motion(_ motion: MotionStyle) -> String {
        guard !motion.isReduced else { return "none" }
        var parts: [String] = []
        if motion.rolls, motion.digitChange != .glitch { parts.append("digits roll") }
        if motion.digitChange != .none { parts.append("digits \(motion.digitChange.rawValue)") }
        if motion.glow.value > 0 { parts.append("glow \(motion.glow.value) %") }
        if motion.transition != .none { parts.append("pages \(motion.transition.rawValue)") }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    static func presets(_ report: PresetReport) -> String {
        grouped([
            ("Built in", report.builtIn.joined(separator: ", ")),
            ("Yours", report.saved.isEmpty ? "none" : report.saved.joined(separator: ", ")),
        ])
    }

    static func display(_ report: DisplayReport) -> String {
        var rows: [(String, String)] = []
        switch report.shape {
        case .digits(let digits): rows.append(("Display", "\(digits) digits"))
        case .pixels(let columns, let height):
            rows.append(("Display", "\(columns) x \(height) pixels"))
        case nil: break
        }
        let mode = report.mode == .face ? "the time alone" : "the time and everything else"
        rows.append(("Mode", mode))
        let state =
            report.isAsleep
            ? "off, until you press a key" : "\(Int(report.brightness.rounded())) %"
        rows.append(("Brightness", state + (report.isNight ? ", night" : "")))
        if let lux = report.lux { rows.append(("Light", LightText.format(lux: lux))) }
        if let message = report.message { rows.append(("Text", message)) }
        if report.isTested {
            rows.append(("Test", "Shows a test picture. End it: noiseclock display test off"))
        }
        return grouped(rows)
    }
}
