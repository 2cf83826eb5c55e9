import ClockCore
import ClockFace
import ClockTime
import Drivers
import HAL

extension Measurement {
    /// What movement costs on each kind of display: the processor's time for a picture, and the bytes on the bus beside
    /// those of a driver that sends each picture whole.
    static let motion = Measurement(
        name: "motion", summary: "pictures in motion, and their bytes beside whole pictures"
    ) { conditions in
        FaceDisplays.all.flatMap { display in
            do throws(CatalogError) {
                return try MovingFace(display).rows(conditions)
            } catch {
                return [
                    Row(
                        name: "motion/\(display.driver)", unit: .nanoseconds,
                        outcome: .failed("\(error)"))
                ]
            }
        }
    }
}

/// A display whose seconds roll, and one whose minutes do not.
private struct MovingFace {
    let driver: String
    let panel: any Panel
    /// The bytes of one whole picture.
    let wholeBytes: Int

    init(_ display: BoardDescription.Display) throws(CatalogError) {
        driver = display.driver
        panel = try Catalog.makePanel(for: display)
        var whole = panel
        let bus = CountingBus()
        // The bus takes everything, so there is nothing to catch.
        try? whole.show(Frame(content: .dark, brightness: .maximum), on: bus)
        let before = bus.bytes
        try? whole.refresh(on: bus)
        wholeBytes = bus.bytes - before
    }

    func rows(_ conditions: Conditions) -> [Row] {
        let still = minuteOfFrames(style: [.set(\.showsSeconds, false)])
        let moving = minuteOfFrames(style: [
            .set(\.showsSeconds, true), .set(\.motion.rolls, true),
            .set(\.motion.digitChange, .spring),
        ])
        var rows = [painted(conditions)]
        rows += bytes("bus in use", still, "a minute of an idle clock")
        rows += bytes("bus in motion", moving, "seconds that roll and swing, for a minute")
        rows.append(rate(moving))
        return rows
    }

    // MARK: - Painting

    /// The most nanoseconds for a frame.
    private static let longestPainting = 200_000.0

    /// A page that slides over the whole panel.
    private func painted(_ conditions: Conditions) -> Row {
        var painter = FacePainter(for: panel)
        let start = AlarmSet.start
        let pages = snapshots(style: [.set(\.motion.transition, .slide)], at: [start])
            .map { snapshot -> Snapshot in
                var page = snapshot
                page.page = .nextAlarm
                return page
            }
        let times = snapshots(style: [.set(\.motion.transition, .slide)], at: [start])
        guard let time = times.first, let page = pages.first else {
            return Row(
                name: "motion/painted \(driver)", unit: .nanoseconds,
                outcome: .failed("there is no snapshot"))
        }
        _ = painter.paint(time, at: start.boot)
        let picture = painter.paint(page, at: start.boot)
        let contender = Contender.timed(
            "a frame of a page that slides", seconds: conditions.raceSeconds
        ) { count in
            var sum: UInt64 = 0
            for step in 0..<count {
                let now = start.boot + .milliseconds(step % 28 * 10)
                sum &+= UInt64(picture.frame(at: now).brightness.luminance * 1000)
            }
            return sum
        }
        let race = Race(
            unit: .nanoseconds, contenders: [contender], bar: MovingFace.longestPainting)
        return
            race
            .run("motion/painted \(driver)").first
            ?? Row(
                name: "motion/painted \(driver)", unit: .nanoseconds,
                outcome: .failed("nothing was timed"))
    }

    // MARK: - Bytes

    /// The frames of one minute.
    private func minuteOfFrames(style: [StyleChange]) -> [Frame] {
        var painter = FacePainter(for: panel)
        let seconds = (0..<120).map { AlarmSet.start.advanced(by: .seconds($0)) }
        var frames: [Frame] = []
        for (second, snapshot) in zip(seconds, snapshots(style: style, at: seconds)) {
            let picture = painter.paint(snapshot, at: second.boot)
            var now: BootTime? = second.boot
            while let time = now, time < second.boot + .seconds(1) {
                frames.append(picture.frame(at: time))
                now = picture.nextFrame(after: time)
            }
        }
        // The first minute brings the chip up.
        return frames.suffix(frames.count / 2)
    }

    private func snapshots(style: [StyleChange], at times: [Moment]) -> [Snapshot] {
        var machine = AlarmSet.machine(alarms: 0, zone: .utc)
        _ = machine.handle(.command(RequestID(1), .style(.set(style))), at: AlarmSet.start)
        return times.map { time in
            _ = machine.handle(.wake, at: time)
            return machine.snapshot
        }
    }

    private func sentBytes(_ frames: [Frame]) -> Int {
        var sender = panel
        let bus = CountingBus()
        if let first = frames.first { try? sender.show(first, on: bus) }
        let before = bus.bytes
        for frame in frames.dropFirst() { try? sender.show(frame, on: bus) }
        // Once a minute everything is sent again.
        return bus.bytes - before + wholeBytes
    }

    private func bytes(_ name: String, _ frames: [Frame], _ remark: String) -> [Row] {
        let ours = Double(sentBytes(frames))
        let whole = Double(frames.count * wholeBytes)
        return [
            Row(
                name: "motion/\(name) \(driver)", unit: .bytesPerMinute,
                outcome: .measured(Statistics(single: ours)), remark: remark),
            Row(
                name: "motion/\(name) \(driver)", peer: "whole pictures", unit: .bytesPerMinute,
                outcome: .measured(Statistics(single: whole)), ratio: whole / ours),
        ]
    }

    /// How many frames a second a bus of 100 kHz takes, of which the clock asks for 30 at most.
    private func rate(_ frames: [Frame]) -> Row {
        let each = Double(sentBytes(frames) - wholeBytes) / Double(max(1, frames.count - 1))
        // Eight bits and an acknowledgement for each byte.
        let fits = 100_000 / (9 * max(1, each))
        return Row(
            name: "motion/pictures at 100 kHz \(driver)", unit: .picturesPerSecond,
            outcome: .measured(Statistics(single: min(30, fits))),
            remark: "\(Int(each.rounded())) bytes each")
    }
}
