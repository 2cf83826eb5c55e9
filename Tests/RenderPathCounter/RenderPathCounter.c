// Counts what the render path must never do: allocate, free, count references, lock.
//
// This library goes before the C library and Swift's (LD_PRELOAD; board/sound-hours builds and sets it),
// counts the calls of their functions while it is told to, and passes each on. It counts for the whole
// process, so whoever uses it has one thread. Calls that a library makes within itself do not come by;
// those of the program, and those of Swift's library to the C library, do. ALSA locks a device in each call,
// which nobody else has then; those locks are counted apart.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// In this order the program reads them.
enum { ALLOCATE, FREE, RETAIN, RELEASE, LOCK, LOCK_OF_ALSA, KINDS };

static int counting;
static long calls[KINDS];

void noiseclock_count_calls(int on) { counting = on; }

long noiseclock_calls(int kind) { return kind >= 0 && kind < KINDS ? calls[kind] : -1; }

static void count(int kind) {
    if (counting) calls[kind] += 1;
}

// glibc's own names for its allocator, which need not be looked up: looking up may allocate.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
    count(ALLOCATE);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(ALLOCATE);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count(ALLOCATE);
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    count(ALLOCATE);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *memory = memalign(alignment, size);
    if (!memory) return 12;  // ENOMEM
    *result = memory;
    return 0;
}

void free(void *memory) {
    count(FREE);
    __libc_free(memory);
}

// Swift's functions keep more registers than C's on 64-bit ARM.
#if defined(__aarch64__)
#define SWIFT_COUNTING __attribute__((preserve_most))
#else
#define SWIFT_COUNTING
#endif

#define NEXT(type, name)                                      \
    static type *next;                                        \
    if (!next) next = (type *)dlsym(RTLD_NEXT, name)

typedef SWIFT_COUNTING void *Retain(void *);
typedef SWIFT_COUNTING void *RetainMany(void *, unsigned);
typedef SWIFT_COUNTING void Release(void *);
typedef SWIFT_COUNTING void ReleaseMany(void *, unsigned);
typedef void *AllocateObject(void *, size_t, size_t);

#define RETAIN_FUNCTION(name)                 \
    SWIFT_COUNTING void *name(void *object) { \
        NEXT(Retain, #name);                  \
        count(RETAIN);                        \
        return next(object);                  \
    }
#define RELEASE_FUNCTION(name)               \
    SWIFT_COUNTING void name(void *object) { \
        NEXT(Release, #name);                \
        count(RELEASE);                      \
        next(object);                        \
    }

RETAIN_FUNCTION(swift_retain)
RETAIN_FUNCTION(swift_bridgeObjectRetain)
RELEASE_FUNCTION(swift_release)
RELEASE_FUNCTION(swift_bridgeObjectRelease)

SWIFT_COUNTING void *swift_retain_n(void *object, unsigned times) {
    NEXT(RetainMany, "swift_retain_n");
    count(RETAIN);
    return next(object, times);
}

SWIFT_COUNTING void swift_release_n(void *object, unsigned times) {
    NEXT(ReleaseMany, "swift_release_n");
    count(RELEASE);
    next(object, times);
}

void *swift_allocObject(void *type, size_t size, size_t alignment) {
    NEXT(AllocateObject, "swift_allocObject");
    count(ALLOCATE);
    return next(type, size, alignment);
}

typedef int Lock(void *);

static int is_in_alsa(void *address) {
    Dl_info info;
    return counting && dladdr(address, &info) && info.dli_fname && strstr(info.dli_fname, "libasound");
}

#define LOCK_FUNCTION(name, type)  \
    int name(type *lock) {         \
        NEXT(Lock, #name);         \
        count(is_in_alsa(__builtin_return_address(0)) ? LOCK_OF_ALSA : LOCK); \
        return next(lock);         \
    }

LOCK_FUNCTION(pthread_mutex_lock, pthread_mutex_t)
LOCK_FUNCTION(pthread_mutex_trylock, pthread_mutex_t)
LOCK_FUNCTION(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCK_FUNCTION(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCK_FUNCTION(pthread_cond_signal, pthread_cond_t)
