import ClockCore
import ClockTime
import English
import HAL
import LinuxHost
import Runtime
import Synchronization

/// Looks on after each step of the engine: feeds the watchdog, tells the service manager how the clock
/// is, and notices when the kernel's wall clock becomes synchronised.
///
/// All of it happens on the engine's thread and nowhere else, so that a watchdog which is fed means an
/// engine that evaluates; a thread of its own would go on feeding it for an engine that hangs.
final class ServiceReporter: Sendable {
    private let notifier: ServiceNotifier?
    private let watchdogInterval: Duration?
    private let log: FirmwareLog
    private let clockState: @Sendable () throws(HostError) -> KernelClockState
    private let chipConfirms: @Sendable (WallTime) -> Bool
    private let becameTrusted: @Sendable () -> Void
    private let state: Mutex<State>

    private struct State {
        var isTrusted: Bool
        var wasTrusted: Bool
        var nextChipLook = BootTime(nanoseconds: .min)
        var isReady = false
        var status: String?
        var nextFeeding = BootTime(nanoseconds: .min)
        /// Said once, until it works again.
        var hasFailed = false
    }

    /// How often at the least the kernel is asked about its clock while that is not trusted. The engine
    /// steps more often then, because the face blinks, and at once when the clock is set, which is how
    /// most are synchronised; so this is no more than a bound.
    private static let trustInterval = Duration.seconds(60)
    /// A hardware clock is asked over its bus, so less often than the kernel.
    private static let chipInterval = Duration.seconds(10)

    /// - Parameters:
    ///   - watchdogTimeout: the manager's. Steps come at least four times as often; one that comes just
    ///     before a feeding is due passes it on to the next, which is still within half the time-out, as
    ///     sd_watchdog_enabled(3) recommends.
    ///   - chipConfirms: whether a hardware clock shows the same time. Its driver may come seconds after this program, and
    ///     the kernel then sets its own time from it (law, 5.1).
    ///   - becameTrusted: called once each time that it does; nothing comes of a call too many.
    init(
        notifier: ServiceNotifier?, watchdogTimeout: Duration?, isTrusted: Bool, log: FirmwareLog,
        clockState: @escaping @Sendable () throws(HostError) -> KernelClockState =
            KernelClockState.read,
        chipConfirms: @escaping @Sendable (WallTime) -> Bool = { _ in false },
        becameTrusted: @escaping @Sendable () -> Void
    ) {
        self.notifier = notifier
        watchdogInterval = notifier == nil ? nil : watchdogTimeout.map { $0 / 4 }
        self.log = log
        self.clockState = clockState
        self.chipConfirms = chipConfirms
        self.becameTrusted = becameTrusted
        state = Mutex(State(isTrusted: isTrusted, wasTrusted: isTrusted))
    }

    /// How long the engine may rest: until the watchdog is hungry, or the kernel is asked again.
    var longestRest: Duration { min(watchdogInterval ?? Self.trustInterval, Self.trustInterval) }

    func stepCompleted(_ snapshot: Snapshot?, _ now: Moment) {
        if takeTrust(isConfirmed: snapshot?.isTimeConfirmed, now) { becameTrusted() }
        guard let notifier else { return }
        let messages = state.withLock { news(&$0, snapshot, now) }
        if !messages.isEmpty { send(messages, notifier) }
    }

    /// Says that the clock is about to end.
    func stopping() {
        if let notifier { send([.stopping], notifier) }
    }

    private func news(
        _ state: inout State, _ snapshot: Snapshot?, _ now: Moment
    ) -> [ServiceNotifier.Message] {
        var messages: [ServiceNotifier.Message] = []
        if !state.isReady {
            state.isReady = true
            messages.append(.ready)
        }
        if let snapshot {
            let status = ServiceReporter.status(snapshot)
            if status != state.status {
                state.status = status
                messages.append(.status(status))
            }
        }
        if let watchdogInterval, state.nextFeeding <= now.boot {
            state.nextFeeding = now.boot + watchdogInterval
            messages.append(.watchdog)
        }
        return messages
    }

    private func send(_ messages: [ServiceNotifier.Message], _ notifier: ServiceNotifier) {
        do throws(HostError) {
            try notifier.send(messages)
            state.withLock { $0.hasFailed = false }
        } catch {
            let isNews = state.withLock { state in
                defer { state.hasFailed = true }
                // What was not heard is said again with the next step.
                state.isReady = false
                state.status = nil
                state.nextFeeding = BootTime(nanoseconds: .min)
                return !state.hasFailed
            }
            if isNews { log.write(.warning, "the service manager cannot be told", error) }
        }
    }

    /// Whether the wall clock is synchronised now and was not before.
    ///
    /// - Parameter isConfirmed: as the clock has it: it believes its time no more once somebody else has set it.
    private func takeTrust(isConfirmed: Bool?, _ now: Moment) -> Bool {
        state.withLock { state in
            if isConfirmed == false { state.isTrusted = false }
            guard !state.isTrusted else { return false }
            do throws(HostError) {
                state.isTrusted = try clockState().isSynchronised || asksChip(&state, now)
                state.wasTrusted = state.wasTrusted || state.isTrusted
            } catch {
                // Asked again with the next step; a clock that is not confirmed says so itself.
                return false
            }
            return state.isTrusted
        }
    }

    /// A hardware clock counts only at the start: once the time was known in this run, whoever sets the kernel's clock
    /// may have set the chip, too.
    private func asksChip(_ state: inout State, _ now: Moment) -> Bool {
        guard !state.wasTrusted, state.nextChipLook <= now.boot else { return false }
        state.nextChipLook = now.boot + Self.chipInterval
        return chipConfirms(now.wall)
    }

    /// One line for `systemctl status`; it changes seldom, never with the seconds.
    static func status(_ snapshot: Snapshot) -> String {
        var parts: [String] = []
        if let ring = snapshot.ring {
            parts.append("ringing: \(ring.title)")
        }
        if let next = snapshot.nextAlarm {
            parts.append("next alarm \(next.time) \(TimeText.days(next.kind))")
        } else {
            parts.append("no alarm ahead")
        }
        if snapshot.noise.isPlaying { parts.append("playing \(snapshot.noise.title)") }
        if !snapshot.isTimeConfirmed { parts.append("time not confirmed") }
        if snapshot.mark == .doubtful { parts.append("the next alarm may not ring") }
        parts += snapshot.problems.compactMap(\.problem)
        return parts.joined(separator: "; ")
    }
}
