import ClockTime

/// The zones of examples, and of requests whose form is checked. They only have to have names: nothing is carried out
/// here.
struct ExampleZones: ZoneReader {
    func zone(named name: String) throws(TextFormError) -> Zone {
        .fixed(name: name, offsetSeconds: 0)
    }
}
