import ClockTime

/// Remembers what the face has named by itself (product, B4a): each thing that may keep the next alarm from ringing is
/// named once, and again only after it was well.
struct Announcements: Hashable, Sendable {
    /// How long the face names it, unless a press ends that.
    static let length = Duration.minutes(1)

    private var named: Set<HealthCheck.Subject> = []

    /// What to name as soon as the face is free; nil: nothing new. Forgets what is well again.
    ///
    /// - Parameter subjects: what may keep the next alarm from ringing.
    mutating func next(among subjects: [HealthCheck.Subject]) -> HealthCheck.Subject? {
        // Reading costs less than writing, and there is almost never anything new.
        if !named.isSubset(of: subjects) { named.formIntersection(subjects) }
        return subjects.first { !named.contains($0) }
    }

    /// The face names it now, or did so before this start.
    mutating func wasNamed(_ subject: HealthCheck.Subject) { named.insert(subject) }
}
