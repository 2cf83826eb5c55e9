/// Where the rules of zones come from.
package protocol ZoneReader {
    /// - Throws: why there is no such zone, as a person would read it.
    mutating func zone(named name: String) throws(TextFormError) -> Zone
}
