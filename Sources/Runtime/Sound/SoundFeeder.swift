package import ClockCore
import ClockSound
package import ClockTime
package import HAL

/// Reads own sounds from the disk, so that the sound threads find them in memory.
///
/// Theory of operation. Orders say which sound goes to which place of which output. Each step opens the ordered files
/// and fills every place. A full place lasts for more than two seconds, so one step a second is enough, and a disk
/// that stalls that long is not heard. On the single thread of virtual time, a step comes before each block. A sound
/// that cannot be read is reported once. Its place stays empty: noise is then silent, and an alarm plays the built-in
/// tone (AlarmVoice).
package struct SoundFeeder: ~Copyable {
    private struct Reading {
        var sound: String
        var output: Int
        var place: Int
        var claim: Int
        var rate: Int
        /// Nil after a failure, which is reported and not retried.
        var source: (any LoopSource)?
    }

    /// A sound that could not be read.
    package struct Failure: Equatable, Sendable {
        package var sound: String
        package var error: LoopSourceError
    }

    /// Places are filled in turn. A portion is as long as what the place already holds, within these limits. So a new
    /// place need not wait for a full one, and reading costs little once there is enough.
    private static let portions = 4_096...16_384
    /// Well below the time that a full place lasts.
    private static let interval = Duration.seconds(1)

    private let outputs: [SoundOutput]
    private let orders: Inbox<FeedOrder>
    private let files: any LoopSourceOpener
    private var readings: [Reading] = []
    /// When the next step must come without an order; nil: no need.
    package private(set) var nextWake: BootTime?

    package init(
        outputs: [SoundOutput], orders: Inbox<FeedOrder>, files: any LoopSourceOpener
    ) {
        self.outputs = outputs
        self.orders = orders
        self.files = files
    }

    /// Takes the orders and fills the places that are not full.
    package mutating func step(at now: BootTime) -> [Failure] {
        var failures: [Failure] = []
        for order in orders.drain() { carryOut(order, &failures) }
        var isBusy = !readings.isEmpty
        while isBusy {
            isBusy = false
            for index in readings.indices where feed(index, &failures) { isBusy = true }
        }
        let isPlaying = readings.contains { reading in
            reading.source != nil
                && !outputs[reading.output].streams.state(place: reading.place).isOver
        }
        nextWake = isPlaying ? now + SoundFeeder.interval : nil
        return failures
    }

    private mutating func carryOut(_ order: FeedOrder, _ failures: inout [Failure]) {
        switch order {
        case .open(let sound, let output, let place, let claim):
            guard outputs.indices.contains(output) else { return }
            var reading = Reading(
                sound: sound, output: output, place: place, claim: claim,
                rate: outputs[output].telemetry.rate)
            open(&reading, &failures)
            readings.append(reading)
        case .close(let output, let place, let claim):
            readings.removeAll {
                $0.output == output && $0.place == place && $0.claim == claim
            }
        }
    }

    private func open(_ reading: inout Reading, _ failures: inout [Failure]) {
        do throws(LoopSourceError) {
            // Alarms loop even a sound that was made to play once.
            reading.source = try files.open(reading.sound, playback: .loop, rate: reading.rate)
        } catch {
            reading.source = nil
            failures.append(Failure(sound: reading.sound, error: error))
        }
    }

    /// Adds one portion to a place; false if there is no room, or no data.
    private mutating func feed(_ index: Int, _ failures: inout [Failure]) -> Bool {
        let streams = outputs[readings[index].output].streams
        let rate = outputs[readings[index].output].telemetry.rate
        if readings[index].rate != rate, readings[index].source != nil {
            // The output has opened a device with another rate.
            var reading = readings[index]
            reading.rate = rate
            open(&reading, &failures)
            readings[index] = reading
        }
        guard let source = readings[index].source else { return false }
        let room = streams.room(place: readings[index].place, claim: readings[index].claim)
        let portions = SoundFeeder.portions
        guard room >= portions.lowerBound else { return false }
        let ready = streams.ready(place: readings[index].place)
        let portion = min(max(ready, portions.lowerBound), portions.upperBound)
        do throws(LoopSourceError) {
            let frames = try streams.fill(
                place: readings[index].place, most: min(portion, room)
            ) { target, most throws(LoopSourceError) in
                try source.read(into: target, frames: most)
            }
            return frames > 0
        } catch {
            readings[index].source = nil
            failures.append(Failure(sound: readings[index].sound, error: error))
            return false
        }
    }
}

extension SoundFeeder {
    /// The report of an alarm that fell back to the built-in tone.
    static func silentAlarm(_ sound: String) -> HealthReport {
        HealthReport(
            part: .catalogue,
            problem: "the sound \(sound) couldn't be played, so the built-in tone rang")
    }
}

extension SoundFeeder.Failure {
    /// The failure in words for people.
    package var report: HealthReport {
        let what =
            switch error {
            case .missing: "has lost its file. Import it again"
            case .damaged: "has a damaged file. Import it again"
            case .io(_, let errno): "can't be read from the disk (\(SystemError.text(errno)))"
            case .badRate(let rate): "can't be played at \(rate) frames a second"
            }
        return HealthReport(part: .catalogue, problem: "the sound \(sound) \(what)")
    }
}
