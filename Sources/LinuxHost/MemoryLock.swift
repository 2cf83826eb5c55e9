import Glibc
package import HAL

/// Keeps the whole program in memory, so that an alarm never waits for a card to give back a page.
package enum MemoryLock {
    /// Locks all that is mapped and all that will be (mlockall(2)). Call it before threads start.
    ///
    /// Does not try where a limit is set: it would hold at first, and refuse a thread or an allocation
    /// later, which is worse than a page on a card. A service gets `LimitMEMLOCK=infinity`.
    package static func lockAll() throws(HostError) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else {
            throw HostError(operation: "asking for the limit of locked memory", errno: errno)
        }
        // The superuser's processes are not held to it.
        guard limit.rlim_cur == rlim_t.max || geteuid() == 0 else {
            throw HostError(operation: "locking the memory", errno: EPERM)
        }
        guard mlockall(MCL_CURRENT | MCL_FUTURE) == 0 else {
            throw HostError(operation: "locking the memory", errno: errno)
        }
    }
}
