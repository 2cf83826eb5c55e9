// libseccomp, which makes the kernel's filters of system calls. Here: a macro with an argument, and the
// resource limits that stand beside the filter (their numbers have a type of their own only under
// _GNU_SOURCE, which is never defined here).
#pragma once
#include <errno.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/resource.h>

// unistd.h, as glibc declares it for _GNU_SOURCE.
extern int close_range(unsigned int first, unsigned int last, int flags);

// A call that is not allowed fails as if the rights were missing.
static const uint32_t noiseclock_seccomp_refuse = SCMP_ACT_ERRNO(EPERM);

enum noiseclock_resource {
  NOISECLOCK_ADDRESS_SPACE,
  NOISECLOCK_PROCESSOR_SECONDS,
  NOISECLOCK_FILE_BYTES,
  NOISECLOCK_OPEN_FILES,
  NOISECLOCK_CORE_BYTES,
};

// Sets a limit for good: the soft one and the hard one. As setrlimit(2). Of processor time the hard one
// is a second later, because it kills without saying why, and the soft one's signal tells.
static inline int noiseclock_limit(enum noiseclock_resource resource, uint64_t most) {
  const struct rlimit limit = {(rlim_t)most, (rlim_t)most};
  const struct rlimit time = {(rlim_t)most, (rlim_t)most + 1};
  switch (resource) {
  case NOISECLOCK_ADDRESS_SPACE: return setrlimit(RLIMIT_AS, &limit);
  case NOISECLOCK_PROCESSOR_SECONDS: return setrlimit(RLIMIT_CPU, &time);
  case NOISECLOCK_FILE_BYTES: return setrlimit(RLIMIT_FSIZE, &limit);
  case NOISECLOCK_OPEN_FILES: return setrlimit(RLIMIT_NOFILE, &limit);
  case NOISECLOCK_CORE_BYTES: return setrlimit(RLIMIT_CORE, &limit);
  }
  errno = EINVAL;
  return -1;
}
