import ClockTime
import Drivers
package import HAL

/// Measures a light-dependent resistor in the dark and under a lamp, and makes the two points of its board file.
package struct LightCalibration {
    private var sensor: Photoresistor
    private let waiter: any Waiter
    private let time: any TimeSource

    /// The light of each step, where nobody has a meter.
    package enum Scene: CaseIterable, Sendable {
        case covered, underLamp

        package var lux: Double {
            switch self {
            case .covered: 0.1
            case .underLamp: 300
            }
        }
    }

    package enum Problem: Error, Equatable, Sendable {
        case sensor(SensorError)
        /// The lamp made no difference.
        case noDifference
    }

    package init(
        _ resistor: BoardDescription.LightResistor, line: any ChargeLine, waiter: any Waiter,
        time: any TimeSource
    ) {
        sensor = Photoresistor(resistor, line: line)
        self.waiter = waiter
        self.time = time
    }

    package struct Reading: Hashable, Sendable {
        /// The median charge time.
        package var microseconds: Int
        /// By the board file's calibration so far, or the usual resistor.
        package var light: Lux

        /// Whether the capacitor may take even longer: nobody waits for the end.
        package var isAtLimit: Bool {
            microseconds >= Int(Photoresistor.longestCharge.wholeNanoseconds / 1000)
        }
    }

    package mutating func measure() throws(Problem) -> Reading {
        do throws(SensorError) {
            while true {
                switch try sensor.sampleStep(at: time.now().boot) {
                case .sample(let length):
                    return Reading(
                        microseconds: Int(length.wholeNanoseconds / 1000),
                        light: sensor.lux(chargeTime: length))
                case .wait(let pause):
                    let end = time.now().boot + pause
                    while time.now().boot < end {
                        _ = waiter.wait(until: Deadline(boot: end))
                    }
                }
            }
        } catch {
            throw .sensor(error)
        }
    }

    package mutating func stop() {
        sensor.stop()
    }

    /// The value of `light.calibration`.
    package static func points(covered: Int, underLamp: Int) throws(Problem) -> String {
        // Less than that is no lamp, or no resistor.
        guard covered >= 2 * underLamp else { throw .noDifference }
        let dark = "[\(covered), \(Scene.covered.lux)]"
        return "[\(dark), [\(underLamp), \(Int(Scene.underLamp.lux))]]"
    }
}
