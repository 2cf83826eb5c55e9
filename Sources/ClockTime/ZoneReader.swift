/// A source of zone rules.
package protocol ZoneReader {
    /// - Throws: why there is no such zone, in words for the user.
    mutating func zone(named name: String) throws(TextFormError) -> Zone
}
