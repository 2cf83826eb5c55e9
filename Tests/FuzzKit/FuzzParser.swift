/// A parser of outside bytes, described for fuzzing: the form of its inputs, and the rules that must hold.
package struct FuzzParser: Sendable, CustomStringConvertible {
    /// The result of one input that broke no rule.
    package enum Outcome: Sendable {
        case accepted, refused
    }

    package typealias Check = ([UInt8]) throws -> Outcome

    /// Also the name of its folder in the corpus.
    package let name: String
    /// Pieces that inputs of this kind consist of.
    package let dictionary: [String]
    /// Makes the check of one input after the other. It throws a `FuzzFinding` if a rule is broken.
    package let makeCheck: @Sendable () throws -> Check

    package init(
        _ name: String, dictionary: [String], makeCheck: @escaping @Sendable () throws -> Check
    ) {
        self.name = name
        self.dictionary = dictionary
        self.makeCheck = makeCheck
    }

    package var description: String { name }
}

/// A rule that an input broke.
package struct FuzzFinding: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Throws the finding unless `holds`.
package func expect(_ holds: Bool, _ finding: @autoclosure () -> String) throws {
    if !holds { throw FuzzFinding(finding()) }
}
