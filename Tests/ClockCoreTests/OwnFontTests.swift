import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("Own fonts in the style (product, C9)")
struct OwnFontTests {
    private static let terminus = OwnFont(
        family: "Terminus", design: .monospaced, weight: .bold, rows: 10, columns: 6, fits: true)

    private static func family(_ night: Night) -> String? {
        night.machine.settings.style.fontFamily
    }

    @Test("Only a font that is there can be chosen, in any capitals, and is listed as chosen")
    func choose() throws {
        var night = try Night(at: "2025-01-14 13:00")
        let wish = Command.style(.set([.set(\.fontFamily, "terminus")]))
        let none = CommandError.notFoundFont("terminus", field: "family", hasOthers: false)
        #expect(night.ask(wish) == .refused(none))
        night.handle(.fontsChanged([Self.terminus]))
        night.ask(wish)
        #expect(Self.family(night) == "Terminus")
        let report = FontReport(fonts: [Self.terminus], chosen: "Terminus")
        #expect(night.answer(to: .font(.list))?.reply == .fonts(report))
        let other = CommandError.notFoundFont("Other", field: "family", hasOthers: true)
        #expect(
            night.ask(.style(.set([.set(\.showsSeconds, true), .set(\.fontFamily, "Other")])))
                == .refused(other))
        #expect(!night.machine.settings.style.showsSeconds)
        night.ask(.style(.set([.set(\.fontFamily, nil)])))
        #expect(Self.family(night) == nil)
    }

    @Test("A style and a preset keep a font that is gone, and change otherwise")
    func gone() throws {
        var night = try Night(at: "2025-01-14 13:00")
        night.handle(.fontsChanged([Self.terminus]))
        night.ask(.style(.set([.set(\.fontFamily, "Terminus")])))
        night.ask(.preset(.save("Cabin")))
        night.handle(.fontsChanged([]))
        night.ask(.style(.set([.set(\.showsSeconds, true)])))
        #expect(Self.family(night) == "Terminus")
        #expect(night.machine.settings.style.showsSeconds)
        night.ask(.style(.reset))
        #expect(Self.family(night) == nil)
        night.ask(.preset(.load("Cabin")))
        #expect(Self.family(night) == "Terminus")
        let style = night.machine.settings.style
        #expect(try ClockStyle(storedText: style.storedText) == style)
    }

    @Test("Imports and deletions are asked of a host, once the name is right")
    func questions() throws {
        var night = try Night(at: "2025-01-14 13:00")
        night.handle(.fontsChanged([Self.terminus]))
        for (command, question) in [
            (.importFile(name: nil), .files(.font(.importFile(name: nil)))),
            (.importFile(name: "A"), .files(.font(.importFile(name: "A")))),
            (.delete("TERMINUS"), .files(.font(.delete("Terminus", isChosen: false)))),
        ] as [(FontCommand, HostQuestion)] {
            let request = night.send(.font(command))
            #expect(night.questions.last?.question == question)
            night.handle(.answered(request, .fontRemoved("A", wasChosen: false)))
            #expect(night.replies[request] == .fontRemoved("A", wasChosen: false))
        }
        night.ask(.style(.set([.set(\.fontFamily, "Terminus")])))
        night.send(.font(.delete("Terminus")))
        #expect(
            night.questions.last?.question == .files(.font(.delete("Terminus", isChosen: true))))
        let asked = night.questions.count
        let long = String(repeating: "a", count: OwnFont.names.characters.upperBound + 1)
        for command in [
            .importFile(name: " "), .importFile(name: long), .importFile(name: "Built-In"),
            .importFile(name: "a\nb"),
        ] as [FontCommand] {
            guard case .refused(.invalid("name", _)) = night.ask(.font(command)) else {
                Issue.record("\(command) was not refused")
                continue
            }
        }
        let gone = CommandError.notFoundFont("Other", field: "name", hasOthers: true)
        #expect(night.ask(.font(.delete("Other"))) == .refused(gone))
        #expect(night.questions.count == asked)
    }
}
