import Glibc

/// What the tests are compiled with.
package enum Sanitizer {
    /// Whether the address or thread sanitizer watches this process: it has its own allocator, and does not let
    /// memory be locked.
    package static var isOn: Bool {
        ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
    }
}
