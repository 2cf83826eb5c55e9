/// Light in words: "0.25 lx", "300 lx".
package enum LightText {
    /// Ten times the light of the sun.
    private static let mostLux = 1_000_000.0

    /// Two figures after the point only where they matter: in a dark room.
    package static func format(lux: Double) -> String {
        let lux = min(max(0, lux), mostLux)
        let hundredths = Int((lux * 100).rounded())
        guard hundredths < 1000 else { return "\(Int(lux.rounded())) lx" }
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) lx"
    }
}
