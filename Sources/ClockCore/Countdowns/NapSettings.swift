package import BoundedJSON
import ClockTime

/// A nap's three times, whether the held bar pulses, and what follows (product, T2 and N9).
package struct NapSettings: DescribedRecord, Codable {
    /// From releasing the bar to the start of the nap.
    package var release = Duration.seconds(30)
    package var nap = Duration.minutes(20)
    /// From the first hold on, through all phases: it rings then, whatever else happens.
    package var max = Duration.minutes(30)
    package var hasPulse = false
    package var pulseRate = HeartRate.default
    /// The noise that its ring interrupted comes back after a stop.
    package var noiseAfter = false

    package static let releaseRange: ClosedRange<Duration> = .seconds(1) ... .minutes(10)
    package static let napRange: ClosedRange<Duration> = .minutes(1) ... .hours(3)
    /// Longer than the longest release and nap together, and short enough to end any of them.
    package static let maxRange: ClosedRange<Duration> = .minutes(1) ... .hours(4)

    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<NapSettings>] = [
        RecordField("releaseSeconds", \.release, .seconds(in: NapSettings.releaseRange)),
        RecordField("napSeconds", \.nap, .seconds(in: NapSettings.napRange)),
        RecordField("maxSeconds", \.max, .seconds(in: NapSettings.maxRange)),
        RecordField("pulse", \.hasPulse, .bool),
        RecordField("pulsePerMinute", \.pulseRate, .heartRate),
        RecordField("noiseAfter", \.noiseAfter, .bool),
    ]
}

package typealias NapChange = FieldChange<NapSettings>
