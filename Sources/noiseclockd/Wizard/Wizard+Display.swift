import ClockCore
import HAL
import Runtime

extension Wizard {
    /// - Returns: false if the person sees no picture and wants no clock without one.
    mutating func chooseDisplay() throws(WizardEnded) -> Bool {
        guard let place = findings.display else {
            return try goOnWithoutDisplay("No display answers.")
        }
        console.say("A display answers at \(place.address) on I2C bus \(place.bus).")
        for driver in findings.displays(at: place) where driver != BoardDraft.largeDriver {
            draft.bus = place.bus
            draft.display = BoardDraft.Display(driver: driver, addresses: [place.address])
            if let problem = console.show(TestPicture(.text("12")), on: board) {
                console.say("\(driver): \(problem).")
                continue
            }
            let isSeen = try confirm(
                "It was driven as \(driver). Do you see 12, however it is turned?",
                "One chip is on many displays. With n, the next one of them is tried.")
            if isSeen {
                try refine(driver)
                console.makeDark()
                return true
            }
        }
        console.makeDark()
        return try goOnWithoutDisplay("No picture was right.")
    }

    private mutating func goOnWithoutDisplay(_ reason: String) throws(WizardEnded) -> Bool {
        draft.display = nil
        return try confirm(
            "\(reason) Go on without a display?",
            "A clock without one still rings. With n, the wizard ends: look at the wires, and start it again."
        )
    }

    /// What tells displays with one driver's wiring apart, and how a display of pixels hangs.
    private mutating func refine(_ driver: String) throws(WizardEnded) {
        if driver == BoardDraft.defaultDriver {
            let isLarge = try confirm(
                "Are the digits 3 cm high, with dots at the left and the right?",
                "The 1.2\" display has three single dots, which show PM and alarms.")
            if isLarge { draft.display?.driver = BoardDraft.largeDriver }
        }
        guard case .pixels? = (try? BoardDrivers(for: board))?.panel.geometry else { return }
        while true {
            if let problem = console.show(TestPicture(.text("F")), on: board) {
                console.say("The picture cannot be shown: \(problem).")
                return
            }
            let answer = try ask(
                "Is the F upright? y, or how it is turned: right, left, down, mirrored.")
            switch answer {
            case "y", "yes": return
            case "right": turn(by: 90)
            case "left": turn(by: 270)
            case "down": turn(by: 180)
            case "mirrored": draft.display?.isMirrored.toggle()
            case "?":
                console.say(
                    "right: the top of the F points to the right. down: it is upside down. mirrored: "
                        + "its arms point to the left.")
            default: console.say("Type y, right, left, down or mirrored.")
            }
        }
    }

    private mutating func turn(by degrees: Int) {
        let now = draft.display?.rotation.rawValue ?? 0
        draft.display?.rotation =
            BoardDescription.Display.Rotation(rawValue: (now + degrees) % 360) ?? .upright
    }
}
