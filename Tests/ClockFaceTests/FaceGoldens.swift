import ClockTime
import HAL
import Testing

@testable import ClockCore

/// A state of the clock and its picture. People see every change here, so review it.
struct FaceGolden: Sendable, CustomTestStringConvertible {
    var name: String
    var snapshot: Snapshot
    var geometry: PanelGeometry
    /// How long the page has been shown.
    var elapsed = Duration.zero
    var picture: String

    var testDescription: String { name }
}

extension FaceGolden {
    static let all: [FaceGolden] = [
        FaceGolden(
            name: "C2: the 24-hour form always has its leading zero",
            snapshot: at("07:30"), geometry: plain,
            picture: """
                 _   _    _   _
                | |   | . _| | |
                |_|   | . _| |_|
                """),
        FaceGolden(
            name: "C2: midnight in the 24-hour form",
            snapshot: at("00:00"), geometry: plain,
            picture: """
                 _   _    _   _
                | | | | .| | | |
                |_| |_| .|_| |_|
                """),
        FaceGolden(
            name: "C2: the 12-hour form with a leading zero",
            snapshot: twelve("07:30"), geometry: plain,
            picture: """
                 _   _    _   _
                | |   | . _| | |
                |_|   | . _| |_|
                """),
        FaceGolden(
            name: "C2: the 12-hour form without one",
            snapshot: twelve("07:30", zero: false), geometry: plain,
            picture: """
                     _    _   _
                      | . _| | |
                      | . _| |_|
                """),
        FaceGolden(
            name: "C2: midnight is twelve, in the morning",
            snapshot: twelve("00:05", zero: false), geometry: plain,
            picture: """
                     _    _   _
                  |  _| .| | |_
                  | |_  .|_|  _|
                """),
        FaceGolden(
            name: "C2, C4: noon is twelve, and afternoon: the first point",
            snapshot: twelve("12:05"), geometry: plain,
            picture: """
                     _    _   _
                  |  _| .| | |_
                  |.|_  .|_|  _|
                """),
        FaceGolden(
            name: "C4: PM and the alarm mark on points, where the board has no lamps",
            snapshot: with(twelve("19:45", zero: false)) { $0.nextAlarm = alarm(6, 30) },
            geometry: plain,
            picture: """
                     _        _
                      | .|_| |_
                   .  | .  |  _|.
                """),
        FaceGolden(
            name: "C4: PM and the alarm mark on lamps, where it has them",
            snapshot: with(twelve("19:45", zero: false)) { $0.nextAlarm = alarm(6, 30) },
            geometry: lamps,
            picture: """
                     _        _  pm alarm
                      | .|_| |_
                      | .  |  _|
                """),
        FaceGolden(
            name: "The 24-hour form needs no PM lamp",
            snapshot: at("19:45"), geometry: lamps,
            picture: """
                     _        _
                  | |_| .|_| |_
                  |  _| .  |  _|
                """),
        FaceGolden(
            name: "A snooze keeps the alarm mark lit though no alarm is ahead",
            snapshot: with(at("07:02")) { $0.snoozed = snoozed("07:09") },
            geometry: lamps,
            picture: """
                 _   _    _   _  alarm
                | |   | .| |  _|
                |_|   | .|_| |_
                """),
        FaceGolden(
            name: "C5: a blinking colon in the second half of its second",
            snapshot: with(at("07:30", half: 2)) { $0.style.colon = .blinking }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   |   _| | |
                |_|   |   _| |_|
                """),
        FaceGolden(
            name: "C5: a blinking colon in the first half",
            snapshot: with(at("07:30")) { $0.style.colon = .blinking }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   | . _| | |
                |_|   | . _| |_|
                """),
        FaceGolden(
            name: "C5: a steady colon in the second half",
            snapshot: at("07:30", half: 2), geometry: plain,
            picture: """
                 _   _    _   _
                | |   | . _| | |
                |_|   | . _| |_|
                """),
        FaceGolden(
            name: "5.2: a time that nobody knows, first half",
            snapshot: with(at("07:30")) { $0.civil = nil }, geometry: plain,
            picture: """

                 _   _  . _   _
                        .
                """),
        FaceGolden(
            name: "5.2: a time that nobody knows, second half",
            snapshot: with(at("07:30", half: 2)) { $0.civil = nil }, geometry: plain,
            picture: """



                """),
        FaceGolden(
            name: "5.3: an unconfirmed time blinks its colon though the style is steady",
            snapshot: with(at("07:30", half: 2)) { $0.isTimeConfirmed = false }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   |   _| | |
                |_|   |   _| |_|
                """),
        FaceGolden(
            name: "Ringing: the colon blinks, second half",
            snapshot: with(at("07:00", half: 2)) { $0.ring = ring() }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   |  | | | |
                |_|   |  |_| |_|
                """),
        FaceGolden(
            name: "Ringing takes the face from a page and from a missed alarm",
            snapshot: with(at("07:00")) {
                $0.ring = ring()
                $0.page = .nextAlarm
                $0.missedAlarm = $0.civil
            }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   | .| | | |
                |_|   | .|_| |_|
                """),
        FaceGolden(
            name: "6.8: with no sound the whole face flashes: lit",
            snapshot: with(at("07:00")) { $0.ring = ring(silent: true) }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   | .| | | |
                |_|   | .|_| |_|
                """),
        FaceGolden(
            name: "6.8: with no sound the whole face flashes: dark",
            snapshot: with(at("07:00", half: 2)) { $0.ring = ring(silent: true) }, geometry: plain,
            picture: """
                dark
                """),
        FaceGolden(
            name: "6.8: so it does while nobody knows the time",
            snapshot: with(at("07:00", half: 2)) {
                $0.ring = ring(silent: true)
                $0.civil = nil
            }, geometry: plain,
            picture: """
                dark
                """),
        FaceGolden(
            name: "O3: the heading of the next alarm's page",
            snapshot: with(at("22:10")) {
                $0.page = .nextAlarm
                $0.nextAlarm = alarm(6, 30)
            }, geometry: plain,
            picture: """
                     _
                    |_|  |
                    | |  |_
                """),
        FaceGolden(
            name: "O3: the next alarm",
            snapshot: with(at("22:10")) {
                $0.page = .nextAlarm
                $0.nextAlarm = alarm(6, 30)
            }, geometry: plain, elapsed: .seconds(30),
            picture: """
                 _   _    _   _
                | | |_  . _| | |
                |_| |_| . _| |_|.
                """),
        FaceGolden(
            name: "O3: the next alarm, in the 12-hour form and on lamps",
            snapshot: with(twelve("22:10")) {
                $0.page = .nextAlarm
                $0.nextAlarm = alarm(18, 30)
            }, geometry: lamps, elapsed: .seconds(30),
            picture: """
                 _   _    _   _  pm alarm
                | | |_  . _| | |
                |_| |_| . _| |_|
                """),
        FaceGolden(
            name: "O3: no alarm is ahead",
            snapshot: with(at("22:10")) { $0.page = .nextAlarm }, geometry: plain,
            elapsed: .seconds(30),
            picture: """

                 _   _    _   _

                """),
        FaceGolden(
            name: "N12: what plays: the beginning of \"Pink noise U 30\"",
            snapshot: with(at("22:10")) {
                $0.page = .nowPlaying
                $0.playing = playing("Pink noise ")
            }, geometry: plain,
            picture: """
                 _
                |_|       _  |_
                |     |  | | | |
                """),
        FaceGolden(
            name: "B3: when a snoozed alarm rings again, with the mark of an alarm",
            snapshot: with(at("07:02")) {
                $0.page = .snooze
                $0.snoozed = snoozed("07:11")
            }, geometry: plain, elapsed: .seconds(30),
            picture: """
                 _   _
                | |   | .  |   |
                |_|   | .  |   |.
                """),
        FaceGolden(
            name: "B3: and the time where it is snoozed no more",
            snapshot: with(at("07:02")) { $0.page = .snooze }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   | .| |  _|
                |_|   | .|_| |_
                """),
        FaceGolden(
            name: "N12: and its end, how loud it is",
            snapshot: with(at("22:10")) {
                $0.page = .nowPlaying
                $0.playing = playing("Pink noise ")
            }, geometry: plain, elapsed: .seconds(30),
            picture: """
                          _   _
                          _| | |
                |_|       _| |_|
                """),
        FaceGolden(
            name: "N12: a wider panel shows more of it at once",
            snapshot: with(at("22:10")) {
                $0.page = .nowPlaying
                $0.playing = playing("Rain ")
            }, geometry: six,
            picture: """
                     _
                 _  |_|       _
                |   | |   |  | |     |_|
                """),
        FaceGolden(
            name: "2.2: a missed alarm, two seconds of four the time",
            snapshot: with(at("12:00:01")) { $0.missedAlarm = civil("07:00") }, geometry: plain,
            picture: """
                     _    _   _
                  |  _| .| | | |
                  | |_  .|_| |_|
                """),
        FaceGolden(
            name: "2.2: then its heading",
            snapshot: with(at("12:00:02")) { $0.missedAlarm = civil("07:00") }, geometry: plain,
            picture: """
                     _
                    |_|  |
                    | |  |_
                """),
        FaceGolden(
            name: "2.2: then the time that was missed, its mark lit",
            snapshot: with(at("12:00:03")) { $0.missedAlarm = civil("07:00") }, geometry: plain,
            picture: """
                 _   _    _   _
                | |   | .| | | |
                |_|   | .|_| |_|.
                """),
        FaceGolden(
            name: "2.2: and its mark dark, as it blinks",
            snapshot: with(at("12:00:03", half: 2)) { $0.missedAlarm = civil("07:00") },
            geometry: plain,
            picture: """
                 _   _    _   _
                | |   | .| | | |
                |_|   | .|_| |_|
                """),
        FaceGolden(
            name: "A wider panel shows the same around its colon",
            snapshot: at("07:30"), geometry: six,
            picture: """
                     _   _    _   _
                    | |   | . _| | |
                    |_|   | . _| |_|
                """),
    ]
}
