import ClockTime
import Foundation
import Testing

@testable import ClockCore

/// A clock at a bedside, whose sensor measures as a real one does, and every change of its brightness.
private struct LitNight {
    struct Change {
        var at: Double
        var from: Double
        var to: Double
    }

    var night: Night
    private(set) var changes: [Change] = []
    /// A light sensor's rhythm.
    private static let interval = Duration.milliseconds(2200)
    private let start: BootTime
    private var readings = 0
    private var shown: Double

    /// - Parameter lux: the first measurement.
    init(lux: Double, nightByLight: Bool) throws {
        night = try Night(at: "2025-01-14 16:00")
        // Nothing of this story is saved but the style.
        night.checksCoding = false
        if nightByLight { night.ask(.style(.set([.set(\.night.followsLight, true)]))) }
        night.handle(.lightMeasured(lux: lux))
        start = night.now.boot
        shown = night.machine.snapshot.brightness
    }

    var brightness: Double { night.machine.snapshot.brightness }

    /// Seconds since the first measurement.
    var time: Double { Double((night.now.boot - start).wholeNanoseconds) / 1e9 }

    private mutating func look() {
        let now = brightness
        guard now != shown else { return }
        changes.append(Change(at: time, from: shown, to: now))
        shown = now
    }

    /// Lets time pass with a measurement every 2.2 s of `lux`, a function of the seconds since the call. Readings
    /// vary by 3 per cent, as a sensor's do.
    mutating func pass(_ seconds: Double, lux: (Double) -> Double) {
        let begin = time
        while time - begin < seconds {
            for _ in 0..<11 {
                night.wait(LitNight.interval / 11)
                look()
            }
            readings += 1
            let noise = 1 + 0.03 * sin(Double(readings) * 2.4)
            night.handle(.lightMeasured(lux: lux(time - begin) * noise))
            look()
        }
    }

    /// Lets time pass with a sensor that does not answer.
    mutating func passSilently(_ seconds: Double) {
        night.handle(
            .health(HealthReport(part: .light, problem: "the light sensor does not answer")))
        let begin = time
        while time - begin < seconds {
            night.wait(LitNight.interval / 11)
            look()
        }
    }

    /// The times at which the brightness began to go the other way.
    var turns: [Double] {
        zip(changes, changes.dropFirst())
            .filter { ($0.from < $0.to) != ($1.from < $1.to) }.map(\.1.at)
    }

    /// The largest change at once.
    var largestStep: Double { changes.map { abs($0.to - $0.from) }.max() ?? 0 }
}

@Suite("A night of light readings (product, S6)")
struct NightOfLightTests {
    private static let dark = 0.05

    @Test(
        "Dusk, cars, a lamp at three, a dead sensor and dawn: no flicker, no jump",
        arguments: [false, true])
    func night(nightByLight: Bool) throws {
        var room = try LitNight(lux: 300, nightByLight: nightByLight)
        let day = room.brightness
        #expect(day > 75)

        // Dusk: from 300 lx to darkness within half an hour.
        room.pass(1800) { 300 * pow(Self.dark / 300, $0 / 1800) }
        room.pass(120) { _ in Self.dark }
        let night = room.brightness
        #expect(night < 12)
        #expect(room.turns == [])
        #expect(room.changes.allSatisfy { $0.to < $0.from })

        // Cars pass: for one or two readings, the room is as bright as by day.
        let beforeCars = room.changes.count
        for pause in [40.0, 9, 13, 60, 7, 20] {
            room.pass(2) { _ in 80 }
            room.pass(pause) { _ in Self.dark }
            room.pass(4) { _ in 25 }
            room.pass(pause) { _ in Self.dark }
        }
        #expect(room.changes.count == beforeCars)

        // A lamp for five minutes.
        let lampOn = room.time
        room.pass(300) { _ in 150 }
        let lit = room.brightness
        #expect(lit > 65)
        let rise = room.changes.filter { $0.at > lampOn }
        let first = try #require(rise.first).at
        let end = try #require(rise.first { $0.to > lit - 3 }).at
        #expect(first - lampOn >= 4 && end - lampOn <= 25, "from \(first) to \(end)")
        #expect(end - first >= 1.5)
        #expect(rise.allSatisfy { $0.to > $0.from })

        room.pass(300) { _ in Self.dark }
        #expect(abs(room.brightness - night) < 2)

        // The sensor dies, and comes back at dawn.
        let beforeDeath = room.changes.count
        room.passSilently(1200)
        #expect(room.changes.count == beforeDeath)
        room.pass(1800) { 2 * pow(150, $0 / 1800) }
        room.pass(120) { _ in 300 }
        #expect(abs(room.brightness - day) < 4)

        #expect(zip(room.turns, room.turns.dropFirst()).allSatisfy { $1 - $0 >= 10 })
        // Up with the lamp, down after it, up at dawn.
        #expect(room.turns.count == 3, "\(room.turns)")
        #expect(room.largestStep <= 10, "\(room.largestStep)")
    }

    @Test("A lamp that is switched on and off again and again does not make the face flicker")
    func restlessLamp() throws {
        var room = try LitNight(lux: Self.dark, nightByLight: false)
        for seconds in [3.0, 6, 9, 14, 5, 30, 7, 11] {
            room.pass(seconds) { _ in 150 }
            room.pass(seconds) { _ in Self.dark }
        }
        room.pass(60) { _ in Self.dark }
        let pairs = zip(room.turns, room.turns.dropFirst().dropFirst())
        // Two turns, up and down again, take longer than the eye calls flicker.
        #expect(pairs.allSatisfy { $1 - $0 >= 10 }, "\(room.turns)")
        #expect(room.largestStep <= 10)
        #expect(room.brightness < 12)
    }

    @Test("A setting made during a ramp holds at its end, any other at once, and so does a ring")
    func atOnce() throws {
        var room = try LitNight(lux: Self.dark, nightByLight: false)
        room.pass(20) { _ in Self.dark }
        room.pass(6) { _ in 150 }
        // The third reading of the lamp has just begun a ramp.
        room.night.ask(.style(.set([.set(\.brightness, .fixed(Percent(clamping: 50)))])))
        #expect(room.brightness < 20)
        room.night.wait(.seconds(1))
        #expect(room.brightness > 20 && room.brightness < 40)
        room.night.wait(.seconds(1))
        #expect(room.brightness == 50)
        room.night.ask(.style(.set([.set(\.brightness, .fixed(Percent(clamping: 20)))])))
        #expect(room.brightness == 20)
        _ = try room.night.once("16:01")
        try room.night.wait(until: "2025-01-14 16:01")
        #expect(room.brightness == 100)
    }
}
