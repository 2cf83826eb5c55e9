import BoundedJSON

/// Which parameters of a command go together.
indirect enum ParameterRelation: Sendable {
    /// The parameters of exactly one of these groups, and all of that group.
    case exactlyOne([[any DescribedParameter]])
    /// The first only together with the second, and not with the third.
    case needs(any DescribedParameter, any DescribedParameter, without: (any DescribedParameter)?)
    /// The first only together with a null of the second.
    case needsNull(any DescribedParameter, of: any DescribedParameter)

    /// - Throws: the first parameter that is missing or does not go with the others.
    func check(_ given: Arguments) throws(FieldError) {
        switch self {
        case .exactlyOne(let groups): try ParameterRelation.check(given, for: groups)
        case .needs(let parameter, let other, let excluded):
            guard given.has(parameter) else { return }
            guard given.has(other) else {
                throw FieldError(parameter.key, "needs the \(other.key) beside it")
            }
            if let excluded, given.has(excluded) {
                throw FieldError(excluded.key, "does not go together with a \(parameter.key)")
            }
        case .needsNull(let parameter, let other):
            guard given.has(parameter), other.fields(of: given)[other.key] != .null else { return }
            throw FieldError(parameter.key, "goes only with \(other.key) that are null")
        }
    }

    private static func check(
        _ given: Arguments, for groups: [[any DescribedParameter]]
    ) throws(FieldError) {
        let touched = groups.filter { $0.contains { given.has($0) } }
        guard let group = touched.first else {
            let others = groups.dropFirst().map(names)
            let first = groups[0][0].missing
            throw FieldError(
                first.field, "\(first.reason); or give \(others.joined(separator: ", or "))")
        }
        guard touched.count == 1 else {
            let surplus = touched[1].first { given.has($0) } ?? touched[1][0]
            throw FieldError(surplus.key, "goes only without \(names(group))")
        }
        for parameter in group where !given.has(parameter) { throw parameter.missing }
    }

    private static func names(_ group: [any DescribedParameter]) -> String {
        group.map(\.key).joined(separator: " and ")
    }

    /// The sets of fields of a request that fit.
    ///
    /// - Parameter given: the parameter that is given apart from the fields.
    func sets(
        among sets: [[AllowedField]], given: (any DescribedParameter)?
    ) -> [[AllowedField]] {
        switch self {
        case .exactlyOne(let groups):
            let names = groups.map { $0.map(\.key) }
            let open = given.flatMap { given in names.first { $0.contains(given.key) } }
            return sets.flatMap { set in
                (open.map { [$0] } ?? names).map { group in
                    set.without(names.joined().filter { !group.contains($0) }).requiring(group)
                }
            }
        case .needs(let parameter, let other, let excluded):
            return sets.flatMap { set in
                [
                    set.without([parameter.key]),
                    set.without([excluded?.key].compactMap { $0 })
                        .requiring([parameter.key, other.key]),
                ]
            }
        case .needsNull(let parameter, let other):
            return sets.flatMap { set in
                let only = set.requiring([parameter.key, other.key]).map { field in
                    var field = field
                    if field.name == other.key { field.values = .choice([.null]) }
                    return field
                }
                return [set.without([parameter.key]), only]
            }
        }
    }
}

extension [AllowedField] {
    fileprivate func without(_ names: [String]) -> [AllowedField] {
        filter { !names.contains($0.name) }
    }

    fileprivate func requiring(_ names: [String]) -> [AllowedField] {
        map { field in
            var field = field
            if names.contains(field.name) { field.isRequired = true }
            return field
        }
    }
}
