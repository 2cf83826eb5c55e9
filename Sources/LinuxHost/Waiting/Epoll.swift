import CLinux
import Glibc
import HAL

/// An epoll set whose members are identified by our tokens.
struct Epoll: Sendable {
    private let descriptor: Descriptor

    struct Ready {
        var token: UInt64
        var events: UInt32
    }

    init() throws(HostError) {
        descriptor = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll")
    }

    func add(_ member: Descriptor, token: UInt64, events: UInt32) throws(HostError) {
        guard control(EPOLL_CTL_ADD, member, token: token, events: events) else {
            throw HostError(operation: "adding to epoll", errno: errno)
        }
    }

    /// Changes the awaited events. Cannot fail for a member.
    func change(_ member: Descriptor, token: UInt64, events: UInt32) {
        _ = control(EPOLL_CTL_MOD, member, token: token, events: events)
    }

    func remove(_ member: Descriptor) {
        _ = control(EPOLL_CTL_DEL, member, token: 0, events: 0)
    }

    private func control(
        _ operation: Int32, _ member: Descriptor, token: UInt64, events: UInt32
    ) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(u64: token))
        return epoll_ctl(descriptor.number, operation, member.number, &event) == 0
    }

    /// Waits until a member is ready, without a limit; with `looking`, not at all.
    ///
    /// - Parameter limit: the most members to report at once.
    /// - Returns: the ready members; nil if the kernel refuses to wait, which it does only for invalid descriptors.
    func wait(limit: Int, looking: Bool = false) -> [Ready]? {
        var events = [epoll_event](repeating: epoll_event(), count: limit)
        let count = retryingInterrupted {
            epoll_wait(descriptor.number, &events, Int32(limit), looking ? 0 : -1)
        }
        guard count >= 0 else { return nil }
        return events.prefix(Int(count)).map { Ready(token: $0.data.u64, events: $0.events) }
    }
}

/// A timer descriptor on one clock, set to absolute times.
struct Timer: Sendable {
    let descriptor: Descriptor
    private let flags: Int32

    /// - Parameter isCancelledBySetting: reads of the timer fail with ECANCELED once after the clock was set
    ///   (timerfd_create(2)).
    init(clock: Int32, isCancelledBySetting: Bool = false) throws(HostError) {
        descriptor = try Descriptor(
            timerfd_create(clock, Int32(TFD_CLOEXEC | TFD_NONBLOCK)), from: "timerfd_create")
        let cancel = isCancelledBySetting ? Int32(TFD_TIMER_CANCEL_ON_SET) : 0
        flags = Int32(TFD_TIMER_ABSTIME) | cancel
    }

    /// Arms the timer; nil disarms it. A time in the past fires at once.
    ///
    /// - Returns: false if the clock was set since the timer was last armed. The timer is armed all the same, but the
    ///   news of that step would be lost with the old setting.
    func set(to nanoseconds: Int64?) -> Bool {
        // Zero would disarm it, and no time is earlier: one nanosecond works as well.
        let time = nanoseconds.map { max(1, $0) } ?? 0
        return noiseclock_timerfd_set(descriptor.number, flags, time) == 0 || errno != ECANCELED
    }

    enum Reading {
        case expired, clockSet, nothing
    }

    /// What has happened since the timer was set; afterwards it is no longer ready.
    func consume() -> Reading {
        var expirations: UInt64 = 0
        let size = MemoryLayout<UInt64>.size
        let count = retryingInterrupted { read(descriptor.number, &expirations, size) }
        if count == size { return .expired }
        return count < 0 && errno == ECANCELED ? .clockSet : .nothing
    }
}
