/// Remembers what was reported about sound outputs that stalled, apart from what their devices report themselves.
///
/// A device that accepts frames but plays none reports no fault, so the rings and rehearsals that it kept silent reveal
/// it. What they found is reported once, and taken back when it is over. It never replaces the device's own report,
/// which says more.
struct StandstillWatch: Hashable, Sendable {
    /// The last reported problem of each stalled output.
    private var reported: [HealthPart: String] = [:]

    /// Whether a finding about the output may be reported.
    ///
    /// - Parameter known: the output's known problem.
    func mayReport(_ part: HealthPart, beside known: String?) -> Bool {
        known == nil || known == reported[part]
    }

    /// - Parameter problem: nil: the output has not stalled, or plays again.
    mutating func note(_ problem: String?, of part: HealthPart) {
        // Reading costs less than writing, and there is almost never anything to report.
        if reported[part] != problem { reported[part] = problem }
    }
}
