import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

/// What a digit shows while it changes, for every change that a style can choose and on every panel.
///
/// No test here knows how a movement looks. Each frame is compared with those of other old digits and of other new ones:
/// what differs belongs to the old digit or to the new one.
@Suite("What a digit shows while it changes")
struct DigitMotionTests {
    /// The panels of all board files, and those that a board file may name some day.
    private static let panels: [PanelGeometry] =
        FaceBoard.allCases.compactMap { try? $0.geometry() }.map(still) + others

    /// Without the movement against burn-in, which differs from hour to hour.
    private static func still(_ panel: PanelGeometry) -> PanelGeometry {
        guard case .pixels(var pixels) = panel else { return panel }
        pixels.burnsIn = false
        return .pixels(pixels)
    }

    private static let others: [PanelGeometry] = [
        (24, 7), (32, 9), (64, 14), (16, 32),
    ].flatMap { columns, rows in
        [PixelGeometry.Depth.one, .levels].map { depth in
            .pixels(PixelGeometry(columns: columns, rows: rows, depth: depth))
        }
    }

    /// Of the hour, which each panel shows: a narrow one, one with free corners, and a full one.
    private static let digits = [1, 4, 8]
    /// Every other picture of the longest movement.
    private static let times = (0..<10).map { MotionStory.start + MotionTiming.picture * (2 * $0) }

    private struct Change: Hashable, CustomStringConvertible {
        var digits: DigitChange
        var rolls: Bool
        var glow: Int

        var description: String { "\(digits), \(rolls ? "rolling" : "still"), glow \(glow)" }

        static let all = DigitChange.allCases.flatMap { digits in
            [false, true].flatMap { rolls in
                [0, 100].map { Change(digits: digits, rolls: rolls, glow: $0) }
            }
        }
    }

    /// What differs between frames: places of pixels, or segments of digits.
    private typealias Places = Set<Int>

    @Test(
        "The old digit is gone, or goes out below the new one and stays out", arguments: panels)
    func oneDigit(_ panel: PanelGeometry) {
        for change in Change.all where change.digits != .glitch {
            let films = films(change, on: panel)
            for after in Self.digits {
                let olds = Self.digits.filter { $0 != after }
                var isGone = false
                for step in Self.times.indices {
                    let ofOld = differences(olds.compactMap { films[[$0, after]]?[step] })
                    var ofNew: Places = []
                    for old in olds {
                        let news = Self.digits.filter { $0 != old }
                        ofNew.formUnion(
                            differences(news.compactMap { films[[old, $0]]?[step] }))
                    }
                    let place: Comment = "\(change), \(after), picture \(step)"
                    let shared = rows(ofOld.intersection(ofNew), of: panel)
                    #expect(shared.count <= sharedRows(change, on: panel), place)
                    #expect(change.rolls || ofOld.isEmpty, place)
                    #expect(!isGone || ofOld.isEmpty, place)
                    let lowest = rows(ofNew, of: panel).max() ?? 0
                    #expect(lowest <= rows(ofOld, of: panel).min() ?? .max, place)
                    isGone = isGone || ofOld.isEmpty
                }
            }
        }
    }

    @Test("Each change ends in the next face", arguments: panels)
    func ends(_ panel: PanelGeometry) {
        for change in Change.all {
            let (before, after) = (snapshot(3, change), snapshot(4, change))
            var painter = FacePainter(geometry: panel)
            _ = painter.paint(before, at: MotionStory.start - .seconds(5))
            let picture = painter.paint(after, at: MotionStory.start)
            var now = MotionStory.start
            while let next = picture.nextFrame(after: now) { now = next }
            #expect(now - MotionStory.start <= .milliseconds(600), "\(change)")
            #expect(picture.frame(at: now) == paint(after, on: panel), "\(change)")
        }
    }

    @Test("Each choice of a movement looks different from the others", arguments: panels)
    func distinct(_ panel: PanelGeometry) {
        // A glitch does not roll, and only pixels with levels glow.
        let changes = Change.all.filter { $0.glow == 0 && !($0.digits == .glitch && $0.rolls) }
        var seen: [[Frame]: Change] = [:]
        for change in changes {
            let film = films(change, on: panel)[[1, 4]] ?? []
            #expect(seen[film] == nil, "\(change) looks as \(String(describing: seen[film]))")
            seen[film] = change
        }
    }

    @Test("A row of a glitch is one of the old digit or of the new one", arguments: panels)
    func glitch(_ panel: PanelGeometry) {
        guard case .pixels(let pixels) = panel else { return }
        let change = Change(digits: .glitch, rolls: false, glow: 0)
        for (after, films) in films(change, on: panel).map({ ($0.key[1], ($0.key[0], $0.value)) }) {
            let faces = [films.0, after].map { parts(paint(snapshot($0, change), on: panel)) }
            for frame in films.1.prefix(MotionTiming.fewPictures).map(parts) {
                for row in 0..<pixels.rows {
                    func places(_ lights: [PixelLight], _ jump: Int) -> Places {
                        let first = row * pixels.columns
                        return Set(
                            (0..<pixels.columns).filter { lights[first + $0].isOn }
                                .map { $0 + jump })
                    }
                    let shown = places(frame, 0)
                    // The other digits stand still.
                    let still = places(faces[0], 0).intersection(places(faces[1], 0))
                    let isOfOne = faces.contains { face in
                        (-1...1).contains { jump in
                            shown.isSubset(of: places(face, jump).union(still))
                        }
                    }
                    #expect(isOfOne, "\(films.0) to \(after), row \(row)")
                }
            }
        }
    }

    private func snapshot(_ digit: Int, _ change: Change) -> Snapshot {
        with(at("0\(digit):30")) {
            $0.style.motion.digitChange = change.digits
            $0.style.motion.rolls = change.rolls
            $0.style.motion.glow = Percent(clamping: change.glow)
        }
    }

    /// The frames of each change, by the old digit and the new one.
    private func films(_ change: Change, on panel: PanelGeometry) -> [[Int]: [Frame]] {
        var films: [[Int]: [Frame]] = [:]
        var painter = FacePainter(geometry: panel)
        for before in Self.digits {
            for after in Self.digits where after != before {
                painter.last = nil
                _ = painter.paint(
                    snapshot(before, change), at: MotionStory.start - .seconds(5))
                let picture = painter.paint(snapshot(after, change), at: MotionStory.start)
                films[[before, after]] = Self.times.map(picture.frame)
            }
        }
        return films
    }

    private func differences(_ frames: [Frame]) -> Places {
        let parts = frames.map(parts)
        guard let first = parts.first else { return [] }
        return Set(first.indices.filter { place in parts.contains { $0[place] != first[place] } })
    }

    /// Each pixel, or each segment of each digit.
    private func parts(_ frame: Frame) -> [PixelLight] {
        switch frame.content {
        case .dark: []
        case .pixels(let picture): picture.pixels
        case .segments(let picture):
            picture.digits.flatMap { digit in
                Segments.topDown.map { digit.contains($0.segment) ? .white : .black }
            }
        }
    }

    private func rows(_ places: Places, of panel: PanelGeometry) -> Set<Int> {
        switch panel {
        case .pixels(let pixels): Set(places.map { $0 / pixels.columns })
        case .segments:
            Set(places.map { Segments.topDown[$0 % Segments.topDown.count].row })
        }
    }

    /// Between two rows of pixels a movement blends both digits in one row.
    private func sharedRows(_ change: Change, on panel: PanelGeometry) -> Int {
        guard case .pixels(let pixels) = panel else { return 0 }
        return change.rolls && pixels.depth == .levels ? 1 : 0
    }
}

extension Segments {
    /// The segments of a digit and their rows, from the top.
    fileprivate static let topDown: [(segment: Segments, row: Int)] = [
        (.a, 0), (.b, 1), (.f, 1), (.h, 1), (.i, 1), (.j, 1), (.g1, 2), (.g2, 2), (.c, 3), (.e, 3),
        (.k, 3), (.l, 3), (.m, 3), (.d, 4),
    ]
}
