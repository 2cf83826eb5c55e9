import HAL
import Testing

@testable import BoardFiles

@Suite("The keys of a board file")
struct BoardKeyTests {
    private func buttons(_ text: String) throws -> BoardDescription.Buttons {
        try BoardDescriptionTests.decode(
            BoardDescriptionTests.board(extra: "\"buttons\": \(text)")
        ).buttons
    }

    @Test("may have a line and codes, by name or number")
    func sources() throws {
        let buttons = try buttons(
            #"{"keys": {"stop": {"gpio": 5, "evdev": ["KEY_STOPCD", 128]}, "plus": {"evdev": "KEY_UP"}}}"#
        )
        #expect(
            buttons.keys == [
                .stop: BoardDescription.Key(
                    line: BoardDescription.KeyLine(offset: 5), codes: [166, 128]),
                .plus: BoardDescription.Key(codes: [103]),
            ])
        #expect(buttons.codes == [166: .stop, 128: .stop, 103: .plus])
        #expect(buttons.usesInputDevices)
        #expect(buttons.all == [.plus, .stop])
    }

    @Test("include an encoder, whose key is one of the lines")
    func encoder() throws {
        let plain = try buttons(#"{"encoder": {"a": 9, "b": 10}}"#)
        #expect(plain.encoder == BoardDescription.Encoder(a: 9, b: 10))
        #expect(plain.lines.isEmpty && !plain.usesInputDevices)
        #expect(plain.all == [.plus, .minus])
        let whole = try buttons(
            #"""
            {"encoder": {"a": 9, "b": 10, "switch": 11, "press": "stop", "clockwise": "snooze",
                         "counterclockwise": "noise"}, "keys": {"menu": {"gpio": 5}}}
            """#)
        #expect(whole.lines.map(\.button) == [.menu, .stop])
        #expect(whole.lines.map(\.line.offset) == [5, 11])
        #expect(whole.all == [.snooze, .stop, .noise, .menu])
        let turns = BoardDescription.Turns(clockwise: .snooze, counterclockwise: .noise)
        #expect(whole.encoder?.turns == turns)
    }

    @Test("may come from a knob of the kernel and from some input devices only")
    func input() throws {
        let buttons = try buttons(
            #"{"dial": {}, "input": {"devices": ["gpio_ir_recv"], "grab": true}}"#)
        #expect(buttons.input.dial == BoardDescription.Turns())
        #expect(buttons.input.names == ["gpio_ir_recv"] && buttons.input.isGrabbed)
        #expect(buttons.usesInputDevices)
        #expect(buttons.all == [.plus, .minus])
    }

    @Test("have the kernel's names")
    func names() {
        #expect(InputKeyNames.code(of: "KEY_ESC") == 1)
        #expect(InputKeyNames.code(of: "KEY_PLAYPAUSE") == 164)
        #expect(InputKeyNames.code(of: "ESC") == nil && InputKeyNames.code(of: "KEY_NO") == nil)
        #expect(InputKeyNames.text(of: 166) == "KEY_STOPCD (166)")
        #expect(InputKeyNames.text(of: 0x2FF) == "767")
    }
}
