// What the Glibc module does not import: headers it leaves out, and prototypes that glibc hides
// behind _GNU_SOURCE. That macro is never defined here: in one C module only, it would change
// glibc's types and make them differ from the Glibc module's.
#pragma once
#include <malloc.h>
#include <mcheck.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

// pthread.h, spawn.h, sys/socket.h and unistd.h, as glibc declares them for _GNU_SOURCE.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int pipe2(int ends[2], int flags);
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// Times in nanoseconds. `struct timespec` has a definition in every C module that reaches <time.h>,
// and which of them Swift takes its members from differs from build to build.

// What a clock says. Fails only for a clock that the kernel does not have: then 0.
static inline int64_t noiseclock_nanoseconds(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Sets a timer to an absolute time of its clock; 0 disarms it. As timerfd_settime(2).
static inline int noiseclock_timerfd_set(int timer, int flags, int64_t nanoseconds) {
  struct itimerspec value = {
      {0, 0}, {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)}};
  return timerfd_settime(timer, flags, &value, 0);
}

// What tells one state of a file from another: where it lies, its size, when it was written and when it
// was put there. As stat(2).
enum { NOISECLOCK_STAMP_NUMBERS = 5 };
static inline int noiseclock_file_stamp(const char *path, int64_t *numbers) {
  struct stat status;
  if (stat(path, &status) != 0) return -1;
  numbers[0] = (int64_t)status.st_dev;
  numbers[1] = (int64_t)status.st_ino;
  numbers[2] = (int64_t)status.st_size;
  numbers[3] = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
  numbers[4] = (int64_t)status.st_ctim.tv_sec * 1000000000 + status.st_ctim.tv_nsec;
  return 0;
}
