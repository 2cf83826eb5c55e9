/// Which keys a board has for the menu.
struct MenuKeys: Hashable, Sendable {
    /// Whether plus or minus changes values; otherwise snooze does.
    let hasSteps: Bool

    init(_ buttons: Set<Button>) {
        hasSteps = buttons.contains(.plus) || buttons.contains(.minus)
    }

    /// What a key means on its way down, and with each repeat; nil: nothing then.
    func pressed(_ button: Button) -> MenuMachine.Key? {
        switch button {
        case .plus: .next
        case .minus: .previous
        case .menu: .forward
        case .snooze: hasSteps ? .forward : .next
        case .stop: hasSteps ? .back : nil
        case .noise, .lamp, .goodNight: nil
        }
    }

    /// Whether the key repeats while it is held.
    func repeats(_ button: Button) -> Bool {
        button == .plus || button == .minus || (button == .snooze && !hasSteps)
    }
}
