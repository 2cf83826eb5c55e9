import Glibc

/// What the tests are compiled with.
package enum Sanitizer {
    /// Whether the address or the thread sanitizer watches this process: it has an allocator of its own, and
    /// lets no memory be locked.
    package static var isOn: Bool {
        ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
    }
}
