import BoundedJSON
import HAL

extension BoardDescription.Buttons {
    init(_ section: inout FieldReader, _ notes: inout BoardNotes) throws(FieldError) {
        self.init()
        if let milliseconds = try section.optional("debounceMs", .integer(in: 0...200)) {
            debounce = .milliseconds(milliseconds)
        }
        if let milliseconds = try section.optional("longPressMs", .integer(in: 200...5000)) {
            longPress = .milliseconds(milliseconds)
        }
        if var encoder = try section.object("encoder") {
            self.encoder = try BoardDescription.Encoder(&encoder)
            notes.finish(encoder)
        }
        if var input = try section.object("input") {
            self.input.names = try input.elements("devices", .shortText, count: 0...8) ?? []
            self.input.isGrabbed = try input.optional("grab", .bool) ?? false
            notes.finish(input)
        }
        if var dial = try section.object("dial") {
            input.dial = try BoardDescription.Turns(&dial)
            notes.finish(dial)
        }
        if var keys = try section.object("keys") {
            for button in BoardDescription.Button.allCases {
                guard var key = try keys.object(button.rawValue) else { continue }
                self.keys[button] = try BoardDescription.Key(&key)
                notes.finish(key)
            }
            notes.finish(keys)
        }
        notes.finish(section)
    }
}

extension BoardDescription.Key {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        let codes = try section.optional("evdev", .keyCodes)
        guard let line = try section.optional("gpio", .integer(in: BoardDescription.gpioLines))
        else {
            guard let codes else {
                throw section.error(
                    "gpio", "is missing; a key needs gpio (0 to 27) or evdev (a code)")
            }
            self.init(codes: codes)
            return
        }
        self.init(
            line: BoardDescription.KeyLine(
                offset: line, isActiveLow: try section.optional("activeLow", .bool) ?? true,
                pull: try section.optional("pull", .choice) ?? .up),
            codes: codes ?? [])
    }
}

extension BoardDescription.Encoder {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        let line = FieldForm<Int>.integer(in: BoardDescription.gpioLines)
        self.init(
            a: try section.required("a", line), b: try section.required("b", line),
            turns: try BoardDescription.Turns(&section),
            switchLine: try section.optional("switch", line),
            press: try section.optional("press", .choice) ?? .menu)
    }
}

extension BoardDescription.Turns {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        let right: BoardDescription.Button =
            try section.optional("clockwise", .choice) ?? .plus
        let left: BoardDescription.Button =
            try section.optional("counterclockwise", .choice) ?? .minus
        guard right != left else {
            throw section.error(
                "counterclockwise",
                "is \"\(left.rawValue)\", as is clockwise; the two directions differ")
        }
        self.init(clockwise: right, counterclockwise: left)
    }
}
