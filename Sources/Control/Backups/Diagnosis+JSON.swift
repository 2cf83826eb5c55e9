package import BoundedJSON
package import ClockCore
import ClockTime

extension Diagnosis: JSONForm {
    package static let format = "noiseclock-report"

    /// The clock's answers under their kinds, without the words that people chose.
    package var json: JSONValue {
        if let told { return told }
        var answers: [String: JSONValue] = [:]
        for reply in replies {
            let (kind, fields) = reply.reported
            guard let kind else { continue }
            answers[kind.rawValue] = .object(PrivateWords.removed(from: fields))
        }
        return [
            "format": .string(Diagnosis.format), "program": .string(Product.version),
            "equipment": .object(equipment), "answers": .object(answers),
        ]
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        guard case .object = json else {
            throw FieldError(path, "\(json.shown) is not allowed; it must be an object")
        }
        self.init(told: json)
    }
}
