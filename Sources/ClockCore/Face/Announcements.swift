import ClockTime

/// Remembers what the face has named by itself (product, B4a): each thing that may keep the next alarm from ringing is
/// named once, and again only after it was well.
struct Announcements: Hashable, Sendable {
    /// How long the face names it, unless a press ends that.
    static let length = Duration.minutes(1)

    private var named: Set<HealthCheck.Subject> = []

    /// What to name now; nil: nothing new.
    ///
    /// - Parameters:
    ///   - subjects: what may keep the next alarm from ringing.
    ///   - isFree: whether the face can name something now.
    mutating func next(
        among subjects: [HealthCheck.Subject], isFree: Bool
    ) -> HealthCheck.Subject? {
        if subjects.isEmpty {
            // Reading costs less than writing, and there is almost never anything to name.
            if !named.isEmpty { named = [] }
            return nil
        }
        named.formIntersection(subjects)
        guard isFree, let new = subjects.first(where: { !named.contains($0) }) else { return nil }
        named.insert(new)
        return new
    }

    /// It was named before this start.
    mutating func wasNamed(_ subject: HealthCheck.Subject) { named.insert(subject) }
}
