/// What a key does, told on a page of its own: in the welcome of a new clock, and from the menu (product, X5).
package enum KeyHelp: Hashable, Sendable, CaseIterable {
    case snooze, stop
    /// Both held together, which open the menu where no key does.
    case both
    case noise, menu
    /// Plus and minus, or the knob.
    case steps
    case lamp, goodNight

    /// What there is to tell about a board with these keys.
    static func pages(for keys: Set<Button>) -> [KeyHelp] {
        allCases.filter { page in
            switch page {
            case .snooze: keys.contains(.snooze)
            case .stop: keys.contains(.stop)
            case .both: keys.isSuperset(of: [.snooze, .stop]) && !keys.contains(.menu)
            case .noise: keys.contains(.noise)
            case .menu: keys.contains(.menu)
            case .steps: keys.contains(.plus)
            case .lamp: keys.contains(.lamp)
            case .goodNight: keys.contains(.goodNight)
            }
        }
    }
}
