import BoundedJSON

/// Which parameters of a command go together.
enum ParameterRelation: Sendable {
    /// The parameters of exactly one of these groups, and all of that group.
    case exactlyOne([[any DescribedParameter]])

    /// - Throws: the first parameter that is missing or does not go with the others.
    func check(_ given: Arguments) throws(FieldError) {
        switch self {
        case .exactlyOne(let groups):
            let touched = groups.filter { $0.contains { given.has($0) } }
            guard let group = touched.first else {
                let others = groups.dropFirst().map(ParameterRelation.names)
                let first = groups[0][0].missing
                throw FieldError(
                    first.field,
                    "\(first.reason); or give \(others.joined(separator: ", or "))")
            }
            guard touched.count == 1 else {
                let surplus = touched[1].first { given.has($0) } ?? touched[1][0]
                throw FieldError(surplus.key, "goes only without \(ParameterRelation.names(group))")
            }
            for parameter in group where !given.has(parameter) { throw parameter.missing }
        }
    }

    private static func names(_ group: [any DescribedParameter]) -> String {
        group.map(\.key).joined(separator: " and ")
    }
}
