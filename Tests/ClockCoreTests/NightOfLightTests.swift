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
    /// A light sensor's rhythm, and that after a change.
    private static let (interval, closeInterval) = (0.88, 0.38)
    private static let closeLook = 2.0
    private var lastLux: Double
    private var changedAt = -LitNight.closeLook
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
        lastLux = lux
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

    /// Lets time pass while `lux`, a function of the seconds since the call, is measured. Readings vary by 3 per cent, as
    /// a sensor's do.
    mutating func pass(_ seconds: Double, lux: (Double) -> Double) {
        let begin = time
        while time - begin < seconds {
            let isClose = time - changedAt < LitNight.closeLook
            watch(for: isClose ? LitNight.closeInterval : LitNight.interval)
            readings += 1
            let seen = lux(time - begin)
            if abs(seen - lastLux) > 0.1 * max(seen, lastLux) { changedAt = time }
            lastLux = seen
            night.handle(.lightMeasured(lux: seen * (1 + 0.03 * sin(Double(readings) * 2.4))))
            look()
        }
    }

    /// Lets time pass with a sensor that does not answer.
    mutating func passSilently(_ seconds: Double) {
        night.handle(
            .health(HealthReport(part: .light, problem: "the light sensor does not answer")))
        let begin = time
        while time - begin < seconds {
            watch(for: LitNight.interval)
        }
    }

    /// More often than the brightness changes.
    private mutating func watch(for seconds: Double) {
        let looks = Int((seconds / 0.06).rounded(.up))
        for _ in 0..<looks {
            night.wait(.seconds(seconds / Double(looks)))
            look()
        }
    }

    /// Headlights that sweep through the room.
    mutating func passCar(_ seconds: Double, lux: Double, in dark: Double) {
        pass(seconds) { dark + lux * pow(sin(.pi * min(1, $0 / seconds)), 2) }
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

        // Cars pass: for some seconds, the room is as bright as by day. And lightning, which stands for one reading or
        // two.
        let beforeCars = room.changes.count
        for pause in [40.0, 9, 13, 60, 7, 20] {
            room.passCar(2, lux: 80, in: Self.dark)
            room.pass(pause) { _ in Self.dark }
            room.passCar(5, lux: 25, in: Self.dark)
            room.pass(pause) { _ in Self.dark }
            room.pass(1) { _ in 200 }
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
        #expect(first - lampOn >= 1.1 && end - lampOn <= 3, "from \(first) to \(end)")
        #expect(end - first >= 0.5)
        #expect(rise.allSatisfy { $0.to > $0.from })

        let lampOut = room.time
        room.pass(3) { _ in Self.dark }
        #expect(room.time - lampOut < 3.5)
        #expect(abs(room.brightness - night) < 2)
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
        let before = room.brightness
        while room.night.machine.showing.roomLight.automatic(in: 0...100) < 20 {
            room.pass(0.1) { _ in 150 }
        }
        // The last reading of the lamp has just begun a ramp.
        #expect(room.brightness == before)
        room.night.ask(.style(.set([.set(\.brightness, .fixed(Percent(clamping: 50)))])))
        #expect(room.brightness < 20)
        room.night.wait(.milliseconds(300))
        #expect(room.brightness > 20 && room.brightness < 40)
        room.night.wait(.milliseconds(300))
        #expect(room.brightness == 50)
        room.night.ask(.style(.set([.set(\.brightness, .fixed(Percent(clamping: 20)))])))
        #expect(room.brightness == 20)
        _ = try room.night.once("16:01")
        try room.night.wait(until: "2025-01-14 16:01")
        #expect(room.brightness == 100)
    }
}
