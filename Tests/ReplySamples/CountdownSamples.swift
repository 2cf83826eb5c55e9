package import ClockCore
import ClockTime

/// Timers, the nap, health and explanations.
package enum CountdownSamples {
    package static let timer = TimerID(2)

    package static var allChanges: [NapChange] {
        [
            .set(\.release, .seconds(45)), .set(\.nap, .minutes(25)), .set(\.max, .minutes(40)),
            .set(\.hasPulse, true), .set(\.pulseRate, HeartRate(clamping: 70)),
        ]
    }

    package static var ringRules: [RingRuleChange] {
        [
            .set(\.grace, .minutes(90)), .set(\.countdowns.ringLength, .minutes(5)),
            .set(\.countdowns.snoozeLength, .minutes(4)), .set(\.countdowns.automaticRings, 1),
        ]
    }

    /// Commands in the client's words.
    package static func words() throws -> [(String, Command)] {
        let operations: [(String, Operation)] = [
            ("start", .schedule), ("pause", .pause), ("resume", .resume), ("add-minute", .add),
            ("repeat", .repeat), ("snooze", .snooze), ("stop", .stop), ("remove", .cancel),
        ]
        var words = operations.map { word, operation in
            ("timer \(word) 2", Command.timer(.operate(operation, timer, run: nil)))
        }
        words += [("stop", .ring(.stop(.current))), ("snooze", .ring(.snooze(.current)))]
        let ofNaps = ["start", "pause", "resume", "snooze", "stop"]
        words += operations.filter { ofNaps.contains($0.0) }.map { word, operation in
            ("nap \(word)", Command.nap(.operate(operation, number: nil)))
        }
        let pulse: [NapChange] = [.set(\.hasPulse, false)]
        let pizza = Command.timer(.add(.seconds(750), name: "Pizza", starts: true))
        return words + [
            ("timer", .timer(.list)), ("timer list", .timer(.list)),
            ("timer add 5m", .timer(.add(.minutes(5), name: nil, starts: true))),
            ("timer add 12m30s Pizza", pizza), ("timer add --name Pizza 12M30S", pizza),
            ("nap", .nap(.show)), ("nap status", .nap(.show)),
            ("nap set --release 45s --nap 25m --max 40m --pulse 70", .nap(.set(allChanges))),
            ("nap start 20m", .nap(.start(for: .minutes(20)))),
            ("snooze 20m", .ring(.snooze(.current, for: .minutes(20)))),
            ("nap set --pulse off", .nap(.set(pulse))), ("health", .health(.show)),
            ("lamp", .lamp(.show)), ("lamp status", .lamp(.show)), ("lamp on", .lamp(.on(nil))),
            ("lamp on 30", .lamp(.on(Percent(clamping: 30)))), ("lamp off", .lamp(.off)),
            (
                "lamp set --level 40 --night-light 5 --dusk off",
                .lamp(
                    .set([
                        .set(\.level, Percent(clamping: 40)),
                        .set(\.nightLight, Percent(clamping: 5)), .set(\.hasDusk, false),
                    ]))
            ),
            ("backup", .backup(.make())), ("diagnose", .backup(.diagnose)), ("undo", .undo),
            ("breathing", .breathing(.show)), ("breathing status", .breathing(.show)),
            ("breathing start", .breathing(.start)), ("breathing stop", .breathing(.stop)),
            ("good-night", .goodNight(.say)), ("good-night status", .goodNight(.show)),
            (
                "good-night set --noise 45m --breathing on --double-press on",
                .goodNight(
                    .set([
                        .set(\.noise, .minutes(45)), .set(\.hasBreathing, true),
                        .set(\.hasDoublePress, true),
                    ]))
            ),
            ("page", .settings(.page)), ("page status", .settings(.page)),
            ("page set --welcomed on", .settings(.setPage([.set(\.isWelcomed, true)]))),
            ("ring", .settings(.ringRules)), ("ring status", .settings(.ringRules)),
            (
                "ring set --grace 90m --ring 5m --snooze 4m --rings 1",
                .settings(.setRingRules(ringRules))
            ),
            ("health status", .health(.show)), ("health rehearse", .health(.rehearse)),
            ("health evening 9:30pm", .settings(.setRehearsal(try time("21:30")))),
            ("health evening off", .settings(.setRehearsal(nil))),
            ("explain", .health(.explain(.next(nil)))),
            ("explain 3", .health(.explain(.next(AlarmID(3))))),
            ("explain --last", .health(.explain(.last(nil)))),
            ("explain 3 --last", .health(.explain(.last(AlarmID(3))))),
            ("explain 3 --date 2026-03-29", .health(.explain(.occurrence(try past())))),
            ("update check", .update(.check)), ("update ready", .update(.readiness)),
            ("update tell cutShort", .update(.tell(.cutShort))),
        ]
    }

    // MARK: - Replies

    /// A timer of 12 and a half minutes, with 11:58.25 left.
    package static func pizza(_ state: TimerState = .countdown) throws -> TimerReport {
        let total = Duration.seconds(750)
        let left = Duration.milliseconds(718_250)
        let start = try wall("2026-03-29T10:00:00Z")
        let counts = state == .countdown || state == .paused
        var report = TimerReport(
            id: timer, name: "Pizza", length: total, run: 3, state: state,
            left: counts ? left : nil, form: .minutes,
            presentation: counts
                ? CountdownPresentation(
                    totalCountdownDuration: total, previouslyElapsedDuration: .seconds(1),
                    startDate: state == .paused ? nil : start,
                    fireDate: state == .paused ? nil : start + left) : nil,
            snoozes: 0, silences: 0)
        if state == .countdown { report.until = start + left }
        return report
    }

    /// A timer of 42 seconds, without a name, snoozed after it rang.
    package static var snoozed: TimerReport {
        TimerReport(
            id: TimerID(5), name: nil, length: .seconds(42), run: 0, state: .countdown,
            left: .seconds(7), form: .seconds, presentation: nil, snoozes: 1, silences: 2)
    }

    package static func nap(
        _ phase: NapPhase, left: Duration? = nil, latest: Duration? = nil, cause: NapCause? = nil
    ) throws -> NapStatus {
        var settings = NapSettings()
        settings.hasPulse = phase == .napping
        return NapStatus(
            nap: NapReport(
                number: 4, phase: phase, cause: cause, left: left, maxLeft: latest,
                form: CountdownForm(of: phase == .releasing ? settings.release : settings.nap),
                until: left == nil ? nil : try wall("2026-03-29T10:20:00.5Z"), snoozes: 1,
                silences: 0),
            settings: settings)
    }

    package static func health() throws -> HealthSummary {
        let checks = [
            HealthCheck(
                .time, .good, .inWords(["The time is right."]), .inWords("Be glad.")),
            HealthCheck(
                .sound, .bad, .inWords(["The sound device is gone."]), .inWords("Plug it in.")),
            HealthCheck(
                .rehearsal, .notice, .inWords(["There was none yet."])),
        ]
        return HealthSummary(
            trust: .plausible, confirmedAgo: .milliseconds(2500), checks: checks,
            rehearsal: RehearsalResult(
                at: try wall("2026-03-29T19:00:00Z").instant,
                problems: [.init(part: .sound(output: 0), text: "no sound output")],
                notices: [
                    .init(part: .sound(output: 1), text: "sound output 2 plays nothing"),
                    .init(part: .keys, text: "the plus button was down all the while"),
                ]),
            isRehearsing: true)
    }

    package static func explanation() throws -> Explanation {
        Explanation(
            alarm: try Samples.skipping(),
            reasons: [
                .inWords(.rule, "It rings every day at 07:30."),
                .inWords(.next, "So it rings next on Wed 1 Apr 2026 at 07:30."),
            ])
    }

    package static func past() throws -> OccurrenceID {
        OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-29"))
    }

    /// - Parameter isDeleted: whether only the history still knows the alarm.
    package static func pastExplanation(isDeleted: Bool) throws -> Explanation {
        Explanation(
            alarm: isDeleted ? nil : try Samples.skipping(), occurrence: try past(),
            reasons: [
                .inWords(.skipped, "It didn't ring on Sun 29 Mar 2026: it was a free day.")
            ])
    }

    package static func readiness(isGood: Bool) -> UpdateReadiness {
        UpdateReadiness(
            checks: UpdateReadiness.Subject.allCases.map { subject in
                .init(subject, isGood: isGood || subject != .sound, .inWords(["A finding."]))
            })
    }

    package static func replies() throws -> [Reply] {
        let quiet = HealthSummary(
            trust: .trusted, confirmedAgo: nil, checks: [], rehearsal: nil, isRehearsing: false)
        return [
            .timers([]), .timers([try pizza(), snoozed, try pizza(.alert)]),
            .timer(try pizza(.paused)),
            .timer(try pizza(.scheduled)),
            .timerRemoved(timer), .timerRemoved(timer, was: try pizza()), .nap(try nap(.idle)),
            .nap(try nap(.napping, left: .minutes(19), latest: .minutes(28))),
            .nap(try nap(.snoozed, left: .minutes(9), cause: .max)),
            .nap(try nap(.holding, left: .minutes(30))),
            .nap(try nap(.releasing, left: .seconds(29), latest: .minutes(30))),
            .nap(try nap(.paused, left: .seconds(65))), .nap(try nap(.alert, cause: .nap)),
            .health(try health()), .health(quiet), .rehearsing,
            .rehearsalTime(try time("21:30")), .rehearsalTime(nil),
            .updateCheck(nil), .updateCheck(.inWords(.napping, "Somebody is napping.")),
            .updateReadiness(readiness(isGood: true)), .updateReadiness(readiness(isGood: false)),
            .updateTold(.cutShort),
            .explanation(try pastExplanation(isDeleted: true)),
            .explanation(try pastExplanation(isDeleted: false)),
            .explanation(try explanation()), .explanation(Explanation(alarm: nil, reasons: [])),
        ]
    }
}
