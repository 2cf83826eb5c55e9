import BoundedJSON
import ClockCore

/// The options of the style. `ClockStyle.fields` has their values and JSON.
enum StyleFields {
    static let all = time + looks + light + night + motion

    private static let time: [RecordOption<ClockStyle>] = [
        RecordOption(\.hourFormat, "hours", .number(), "12-hour or 24-hour time"),
        RecordOption(
            \.hasLeadingZero, "leading-zero", .flag, "07:30 instead of 7:30 in 12-hour time"),
        RecordOption(\.showsBadge, "badge", .flag, "Mark the afternoon in 12-hour time"),
        RecordOption(\.colon, "colon", .choice(), "What the colon does"),
        RecordOption(\.showsSeconds, "seconds", .flag, "Show seconds, as digits or a bar"),
        RecordOption(\.showsDate, "date", .flag, "Show the date on a page or a line"),
        RecordOption(
            \.showsBattery, "battery", .flag, "Show the battery; a low one is named all the same"),
    ]

    private static let looks: [RecordOption<ClockStyle>] = [
        RecordOption(
            \.digitColor, "color", .color, "Colour of the digits, such as amber or '#ff8800'"),
        RecordOption(\.backgroundColor, "background", .color, "Colour behind them"),
        RecordOption(\.hasRandomColor, "random-color", .flag, "A new readable colour each minute"),
        RecordOption(
            \.fontFamily, "family", .line("NAME", completion: .known(.fonts)),
            none: OwnFont.builtInName, "A font of your own, in this design and weight"),
        RecordOption(\.fontDesign, "font", .choice(), "Design of the digits"),
        RecordOption(
            \.fontWeight, "weight", .choice("WEIGHT"),
            "How thick the digits are, from ultraLight to black; such as bold"),
        RecordOption(\.size, "size", .size, "How large they are"),
        RecordOption(\.rotation, "rotation", .number(), "How far the picture is turned, clockwise"),
    ]

    private static let light: [RecordOption<ClockStyle>] = [
        RecordOption(\.brightness, "brightness", .brightness, "By the light of the room, or fixed"),
        RecordOption(\.floor, "floor", .percent, "Lowest automatic brightness"),
        RecordOption(\.ceiling, "ceiling", .percent, "Highest automatic brightness"),
        RecordOption(\.digitBrightness, "digits", .percent, "Brightness of the digits alone"),
        RecordOption(
            \.overlayBrightness, "overlays", .percent,
            "Brightness of everything else, relative to the digits"),
        RecordOption(\.halo, "halo", .percent, "Light around what is lit"),
        RecordOption(
            \.sleepAfter, "sleep", .length("10s-24h", in: ClockStyle.sleepRange, example: "10m"),
            none: "off", "Turn the display off after this long without a key"),
        RecordOption(
            \.keepsAwake, "keep-awake", .flag, "Stay on while noise plays or the time is alone"),
    ]

    private static let night: [RecordOption<ClockStyle>] = [
        RecordOption(
            \.night.hours, "night", .hours, none: "off", "When it is night for the display"),
        RecordOption(
            \.night.followsLight, "night-by-light", .flag, "Night also while the room is dark"),
        RecordOption(
            \.night.brightness, "night-brightness", .percent, "Highest brightness at night"),
        RecordOption(\.night.isRed, "night-red", .flag, "Red digits at night"),
        RecordOption(\.night.hidesOverlays, "night-plain", .flag, "Show only the time at night"),
        RecordOption(
            \.night.isOff, "night-off", .flag, "Off at night; a key shows the time for 5 s"),
    ]

    private static let motion: [RecordOption<ClockStyle>] = [
        RecordOption(\.motion.digitChange, "change", .choice(), "How a digit changes"),
        RecordOption(\.motion.rolls, "roll", .flag, "The old digit rolls out, the new one in"),
        RecordOption(\.motion.glow, "glow", .percent, "How much a digit that changes lights up"),
        RecordOption(
            \.motion.transition, "transition", .choice(), "How one page gives way to another"),
        RecordOption(
            \.motion.isReduced, "reduced-motion", .flag, "Nothing moves, whatever else is set"),
    ]
}
