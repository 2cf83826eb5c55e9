import ClockCore
import Runtime

/// The pressed keys of a simulated board, for a clock that restarts while they are held.
struct HeldKeys {
    private var down: Set<Button> = []

    mutating func turn(_ button: Button, isDown: Bool) {
        if isDown { down.insert(button) } else { down.remove(button) }
    }

    func report(to clock: some RunningClock) {
        for button in Button.allCases where down.contains(button) {
            clock.post(.buttonHeldAtStart(button))
        }
    }
}
