/// Returns the error that `body` must throw. Swift 6.0's `#require(throws:)` does not return it.
package func thrown<Failure: Error, Value>(
    _ type: Failure.Type, by body: () throws -> Value
) throws -> Failure {
    var value: Value?
    do { value = try body() } catch let error as Failure { return error }
    throw NothingThrown(instead: "\(value as Any)")
}

package struct NothingThrown: Error {
    package var instead: String

    package init(instead: String) {
        self.instead = instead
    }
}
