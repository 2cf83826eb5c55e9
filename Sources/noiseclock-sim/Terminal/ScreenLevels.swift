import HAL

/// A bar filled to a fraction of its length, with a resolution of an eighth of a cell.
enum LevelBar {
    private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// - Parameters:
    ///   - share: 0...1.
    ///   - color: the colour at a fraction of the length.
    static func draw(
        on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, filled share: Double,
        color: (Double) -> PictureColor
    ) {
        let filled = share * Double(columns.count)
        for column in columns {
            let place = column - columns.lowerBound
            let rest = min(1, max(0, filled - Double(place)))
            let color = color((Double(place) + 0.5) / Double(columns.count))
            if canvas.capability == .plain {
                canvas.fill(column..<(column + 1), row, rest >= 0.5 ? "█" : "─", on: color)
                continue
            }
            let track = Palette.background.mixed(with: color, share: 0.14)
            let step = Int(rest * 8)
            if step == 8 {
                canvas.fill(column..<(column + 1), row, on: color)
            } else {
                canvas.fill(column..<(column + 1), row, eighths[step], color, on: track)
            }
        }
    }
}

/// Peak and mean level of the sound, over a scale of 60 dB.
struct VolumeMeter {
    let volume: SimulatorScreen.Volume

    private static let floor = -60.0

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, hasScale: Bool) {
        let left = columns.lowerBound
        canvas.text("Volume", left, row, Palette.dim)
        let setting = volume.percent.map { "\($0) %" } ?? "–"
        canvas.text(setting, endingAt: left + 12, row, Palette.text)
        // A scale below makes the number unnecessary, and the bar takes its place.
        let bar = (left + 14)..<(columns.upperBound - (hasScale ? 2 : 7))
        let words: (text: String, isFault: Bool) =
            switch volume.output {
            case .device(let name): (name, false)
            case .nowhere: (volume.output.silence ?? "", false)
            case .frozen, .unplugged: (volume.output.silence ?? "", true)
            }
        if volume.output == .unplugged {
            canvas.text(words.text, bar.lowerBound, row, Palette.hot, limit: bar.count + 7)
            return
        }
        guard bar.count >= 4 else { return }
        drawBar(on: &canvas, bar, row)
        guard !hasScale else {
            drawScale(on: &canvas, bar, row + 1, words, left)
            return
        }
        let level = decibels(volume.peak).map { "\(max(-99, Int($0.rounded()))) dB" } ?? "silent"
        canvas.text(level, endingAt: columns.upperBound, row, Palette.dim)
    }

    private func drawBar(on canvas: inout Canvas, _ bar: Range<Int>, _ row: Int) {
        LevelBar.draw(on: &canvas, bar, row, filled: share(volume.rms), color: shade)
        let peak = share(volume.peak)
        guard peak > 0 else { return }
        let column = bar.lowerBound + min(bar.count - 1, Int(peak * Double(bar.count)))
        let color = shade(at: peak)
        canvas.text(
            "┃", column, row, color.mixed(with: PictureColor(255, 255, 255), share: 0.35),
            on: Palette.background.mixed(with: color, share: 0.14))
    }

    private func drawScale(
        on canvas: inout Canvas, _ bar: Range<Int>, _ row: Int,
        _ device: (text: String, isFault: Bool), _ left: Int
    ) {
        let end = canvas.text(
            device.text, left, row, device.isFault ? Palette.hot : Palette.faint,
            limit: bar.upperBound - left)
        let marks: [(level: Double, text: String)] = [
            (-60, "-60"), (-40, "-40"), (-20, "-20"), (0, "0 dB"),
        ]
        for mark in marks {
            let share = (mark.level - VolumeMeter.floor) / -VolumeMeter.floor
            let column = bar.lowerBound + Int(share * Double(bar.count - 1))
            // A long name replaces the first mark.
            if column > end { canvas.text(mark.text, column, row, Palette.faint) }
        }
    }

    private func share(_ amplitude: Double) -> Double {
        guard let level = decibels(amplitude) else { return 0 }
        return min(1, max(0, (level - VolumeMeter.floor) / -VolumeMeter.floor))
    }

    private func shade(at share: Double) -> PictureColor {
        let warm = 0.7
        if share < warm { return Palette.good.mixed(with: Palette.warm, share: share / warm * 0.5) }
        return Palette.warm.mixed(with: Palette.hot, share: (share - warm) / (1 - warm))
    }
}

/// A line with a knob that shows a setting between its limits.
enum SliderBar {
    /// - Parameters:
    ///   - share: 0...1.
    ///   - color: the colour at a fraction of the length.
    static func draw(
        on canvas: inout Canvas, _ track: Range<Int>, _ row: Int, at share: Double,
        ground: PictureColor = Palette.background, knob: PictureColor,
        color: (Double) -> PictureColor
    ) {
        guard track.count > 1 else { return }
        let place = track.lowerBound + Int((share * Double(track.count - 1)).rounded())
        for column in track {
            let full = color(Double(column - track.lowerBound) / Double(track.count - 1))
            let shade = column <= place ? full : ground.mixed(with: full, share: 0.3)
            canvas.text(column < place ? "━" : "─", column, row, shade, on: ground)
        }
        canvas.text("●", place, row, knob, on: ground)
    }
}

/// The room's light on a logarithmic scale, as the eye perceives it.
struct LightSlider {
    let light: Lux

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, hasScale: Bool) {
        let left = columns.lowerBound
        canvas.text("Light", left, row, Palette.dim)
        canvas.text(LightSlider.text(light), endingAt: left + 13, row, Palette.text)
        let track = (left + 14)..<columns.upperBound
        guard track.count >= 4 else { return }
        SliderBar.draw(
            on: &canvas, track, row, at: LightScale.position(of: light), knob: Palette.daylight
        ) { Palette.night.mixed(with: Palette.daylight, share: $0) }
        guard hasScale else { return }
        var column = left
        for (index, name) in LightScale.presetNames.enumerated() {
            let isSet = LightScale.presets[index] == light
            let key = canvas.text("\(index + 1)", column, row + 1, Palette.accent)
            column =
                canvas.text(name, key + 1, row + 1, isSet ? Palette.text : Palette.dim) + 2
        }
    }

    /// Two significant digits: 0.3 lx, 12 lx, 300 lx.
    static func text(_ light: Lux) -> String {
        let value = min(light.value, 999_999)
        guard value < 10 else { return "\(Int(value.rounded())) lx" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) lx" : "\(tenths / 10).\(tenths % 10) lx"
    }
}
