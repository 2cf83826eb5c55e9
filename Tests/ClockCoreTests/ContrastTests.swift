import BoundedJSON
import English
import Testing

@testable import ClockCore

@Suite("A time that nobody can see is refused (product, S2)")
struct ContrastTests {
    private static let amber = Tint(red: 255, green: 160, blue: 0)

    /// Why the clock refuses a change of its style; nil if it takes it.
    private func refusal(_ changes: StyleChange..., on night: inout Night) -> CommandError? {
        guard case .refused(let error) = night.ask(.style(.set(changes))) else { return nil }
        return error
    }

    @Test("The contrast is that of WCAG 2.1")
    func ratios() {
        #expect(Tint.white.contrast(with: .black) == 21)
        #expect(Self.amber.contrast(with: Self.amber) == 1)
        // As published: #767676 is the darkest grey with 4.5:1 on white.
        let grey = Tint(red: 0x76, green: 0x76, blue: 0x76)
        #expect(abs(grey.contrast(with: .white) - 4.54) < 0.01)
    }

    @Test("Digits in the colour of the background, or nearly, are refused, and nothing changes")
    func refused() throws {
        var night = try Night(at: "2025-01-14 21:58")
        #expect(
            refusal(.set(\.digitColor, .black), on: &night)
                == .invalid(field: "color", .unreadable(.black, on: .black)))
        let snow = Tint(red: 255, green: 250, blue: 250)
        #expect(
            refusal(.set(\.digitColor, snow), .set(\.backgroundColor, .white), on: &night)
                == .invalid(field: "color", .unreadable(snow, on: .white)))
        #expect(
            refusal(.set(\.backgroundColor, Self.amber), on: &night)
                == .invalid(
                    field: "background", .unreadable(ClockStyle.warmWhite, on: Self.amber)))
        #expect(
            refusal(.set(\.hasRandomColor, true), .set(\.backgroundColor, .white), on: &night)
                == .invalid(field: "background", .randomColorUnreadable(on: .white)))
        #expect(night.machine.snapshot.style == ClockStyle())
    }

    @Test("What the refusal names instead is taken, for every pair of colours")
    func alternatives() throws {
        let primaries: [UInt8] = [0, 128, 255]
        let tints = primaries.flatMap { red in
            primaries.flatMap { green in
                primaries.map { Tint(red: red, green: green, blue: $0) }
            }
        }
        var night = try Night(at: "2025-01-14 21:58")
        for digits in tints {
            for background in tints {
                let colors: [StyleChange] = [
                    .set(\.digitColor, digits), .set(\.backgroundColor, background),
                ]
                let isReadable = digits.contrast(with: background) >= Contrast.least
                guard case .refused(let error) = night.ask(.style(.set(colors))) else {
                    #expect(isReadable, "\(digits) on \(background)")
                    continue
                }
                #expect(!isReadable, "\(digits) on \(background)")
                let (other, ground) =
                    (digits.readable(with: background), background.readable(with: digits))
                #expect(error.message.contains("\(other)") && error.message.contains("\(ground)"))
                for change in [
                    StyleChange.set(\.digitColor, other), .set(\.backgroundColor, ground),
                ] {
                    #expect(Night.takes(colors + [change], &night), "\(digits) on \(background)")
                }
            }
            let ground = digits.readableWithRandomColors
            #expect(
                Night.takes(
                    [.set(\.hasRandomColor, true), .set(\.backgroundColor, ground)], &night))
            #expect(Night.takes([.set(\.hasRandomColor, false)] + plain, &night))
        }
    }

    private let plain: [StyleChange] = [
        .set(\.digitColor, .white), .set(\.backgroundColor, .black),
    ]

    @Test("The message says why and what would do")
    func words() {
        let error = CommandError.invalid(field: "color", .unreadable(.white, on: .white))
        #expect(
            error.message
                == "color: digits of #ffffff on #ffffff can't be read: their contrast is 1.0, and "
                + "3.0 is the least. Choose the colour #949494 or the background #949494")
    }

    @Test("A style of an older clock stays, and its other settings can be changed")
    func olderStyle() throws {
        var older = try Night(at: "2025-01-14 21:57")
        older.ask(.style(.set([.set(\.backgroundColor, .black)])))
        var saved = try #require(older.durable)
        saved.settings.style.digitColor = .black
        var night = try Night(at: "2025-01-14 21:58", restoring: saved)
        #expect(night.machine.snapshot.style.digitColor == .black)
        #expect(refusal(.set(\.showsSeconds, true), on: &night) == nil)
        _ = night.ask(.preset(.save("Unseen")))
        guard case .refused(.invalid("name", _)) = night.ask(.preset(.load("Unseen"))) else {
            Issue.record("a preset that nobody can see was loaded")
            return
        }
    }

    @Test("Every preset of the clock can be read")
    func presets() throws {
        var night = try Night(at: "2025-01-14 21:58")
        for preset in StylePreset.builtIn {
            #expect(Night.takes(preset.changes, &night), "\(preset.name)")
        }
    }
}

extension Night {
    fileprivate static func takes(_ changes: [StyleChange], _ night: inout Night) -> Bool {
        if case .refused = night.ask(.style(.set(changes))) { false } else { true }
    }
}
