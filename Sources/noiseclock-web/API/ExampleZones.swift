import ClockTime

/// The zones of examples. They only have to have names: no example is carried out.
struct ExampleZones: ZoneReader {
    func zone(named name: String) throws(TextFormError) -> Zone {
        .fixed(name: name, offsetSeconds: 0)
    }
}
