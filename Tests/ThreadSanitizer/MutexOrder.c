// Tells the thread sanitizer of a Mutex that two threads wanted at once.
//
// Swift's Mutex is inlined into its callers, where the sanitizer sees it, but for the case that it is
// taken: then the standard library's three functions below wait in the kernel. The sanitizer knows
// nothing of them, so that it reports what the lock protects as a race. This library goes before the
// standard library (LD_PRELOAD; board/test --sanitize thread builds and sets it), calls its functions,
// and states the order that they bring about: what was done before a lock was given back happens before
// what is done after that same lock was taken. Nothing is left out of the sanitizer's sight, so it finds
// every race that it would find of a lock that it knows.
//
// Programs without the sanitizer pass through here unchanged. A standard library whose functions have
// other names is not reached from here, and its contended locks are reported again.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// The sanitizer's, which is part of a sanitized program; null elsewhere.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

// Methods of Swift: `handle` is self, the lock's one word, by whose address the sanitizer also knows
// the inlined part.
#define SWIFT_METHOD __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

typedef SWIFT_METHOD void LockSlow(uint32_t thread, SWIFT_SELF void *handle);
typedef SWIFT_METHOD bool TryLockSlow(SWIFT_SELF void *handle);
typedef SWIFT_METHOD void UnlockSlow(SWIFT_SELF void *handle);

static LockSlow *next_lock_slow;
static TryLockSlow *next_try_lock_slow;
static UnlockSlow *next_unlock_slow;

// Before any thread is there. Null in a program without Swift's locks, which calls none of these.
__attribute__((constructor)) static void find_next(void) {
  next_lock_slow = (LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW);
  next_try_lock_slow = (TryLockSlow *)dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
  next_unlock_slow = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
  next_lock_slow(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT_METHOD bool try_lock_slow(SWIFT_SELF void *handle) __asm__(TRY_LOCK_SLOW);
SWIFT_METHOD bool try_lock_slow(SWIFT_SELF void *handle) {
  bool is_taken = next_try_lock_slow(handle);
  if (is_taken && __tsan_acquire) __tsan_acquire(handle);
  return is_taken;
}

SWIFT_METHOD void unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);
SWIFT_METHOD void unlock_slow(SWIFT_SELF void *handle) {
  if (__tsan_release) __tsan_release(handle);
  next_unlock_slow(handle);
}
