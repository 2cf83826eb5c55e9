// What the Glibc module does not import: headers it leaves out, and prototypes that glibc hides
// behind _GNU_SOURCE. That macro is never defined here: in one C module only, it would change
// glibc's types and make them differ from the Glibc module's.
#pragma once
#include <link.h>
#include <linux/input.h>
#include <linux/rtc.h>
#include <malloc.h>
#include <mcheck.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <unistd.h>

// link.h, pthread.h, spawn.h, sys/mman.h, sys/socket.h and unistd.h, as glibc declares them for _GNU_SOURCE.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int pipe2(int ends[2], int flags);
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

struct dl_phdr_info;
extern int dl_iterate_phdr(int (*each)(struct dl_phdr_info *, size_t, void *), void *data);
extern int madvise(void *start, size_t length, int advice);

// The beginning of `struct dl_phdr_info`.
struct noiseclock_loaded_object {
  ElfW(Addr) address;
  const char *name;
  const ElfW(Phdr) * segments;
  ElfW(Half) count;
};

static inline int noiseclock_release_object(struct dl_phdr_info *info, size_t size, void *data) {
  const struct noiseclock_loaded_object *object = (const void *)info;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  (void)size, (void)data;
  for (int index = 0; index < object->count; index++) {
    const ElfW(Phdr) *segment = &object->segments[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
    const uintptr_t start = (object->address + segment->p_vaddr) & ~(page - 1);
    const uintptr_t end = object->address + segment->p_vaddr + segment->p_memsz;
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

// Gives back the pages of the program and its libraries that are as they are in their files: what is needed again comes from
// there. Most of what a start reads, such as the tables for linking, never is.
static inline void noiseclock_release_file_pages(void) {
  dl_iterate_phdr(noiseclock_release_object, NULL);
}

// Writes to the next bytes of the caller's stack, so that its pages are there before they are needed. Not
// in Swift, which takes temporary memory of this size from the heap.
enum { NOISECLOCK_TOUCHED_STACK = 65536 };
static __attribute__((noinline, unused)) void noiseclock_touch_stack(void) {
  volatile char bytes[NOISECLOCK_TOUCHED_STACK];
  for (int place = 0; place < NOISECLOCK_TOUCHED_STACK; place += 1024) bytes[place] = 0;
}

// Has the kernel give this process small pages alone. As prctl(2), which Swift cannot call: it takes any number of
// arguments.
static inline int noiseclock_keep_pages_small(void) {
  return prctl(PR_SET_THP_DISABLE, 1L, 0L, 0L, 0L);
}

// Times in nanoseconds. `struct timespec` has a definition in every C module that reaches <time.h>,
// and which of them Swift takes its members from differs from build to build.

// What a clock says. Fails only for a clock that the kernel does not have: then 0.
static inline int64_t noiseclock_nanoseconds(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Sets a clock of the kernel's. As clock_settime(2).
static inline int noiseclock_set_clock(clockid_t clock, int64_t nanoseconds) {
  int64_t seconds = nanoseconds / 1000000000;
  int64_t rest = nanoseconds % 1000000000;
  if (rest < 0) {
    seconds -= 1;
    rest += 1000000000;
  }
  struct timespec time = {(time_t)seconds, (long)rest};
  return clock_settime(clock, &time);
}

// Sets a real-time clock that is open; months and days count from 1. As RTC_SET_TIME of rtc(4).
static inline int noiseclock_rtc_set(int file, int year, int month, int day, int hour, int minute,
                                     int second) {
  struct rtc_time time = {0};
  time.tm_year = year - 1900;
  time.tm_mon = month - 1;
  time.tm_mday = day;
  time.tm_hour = hour;
  time.tm_min = minute;
  time.tm_sec = second;
  return ioctl(file, RTC_SET_TIME, &time);
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

// Control messages of Unix sockets, whose parts are macros (cmsg(3), unix(7)).

// Room for one descriptor and, as its size is given without padding, for no second one: what does not fit
// the kernel keeps to itself.
union noiseclock_descriptor_room {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

// Receives bytes without waiting, and a descriptor that comes with them, which no child inherits; -1 where none
// does. `surplus` says whether there was more than the one, or one that could not be taken: none of it stays
// open. As recvmsg(2).
static inline ssize_t noiseclock_receive(int socket, void *bytes, size_t count, int *file,
                                         int *surplus) {
  struct iovec part = {bytes, count};
  union noiseclock_descriptor_room room;
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = &room;
  message.msg_controllen = CMSG_LEN(sizeof(int));
  *file = -1;
  *surplus = 0;
  const ssize_t result = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (result < 0) return result;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
      && header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(file, CMSG_DATA(header), sizeof(int));
  if (message.msg_flags & MSG_CTRUNC) {
    *surplus = 1;
    if (*file >= 0) close(*file);
    *file = -1;
  }
  return result;
}

// Sends bytes, and a descriptor with the first of them. As sendmsg(2), without a signal.
static inline ssize_t noiseclock_send_with_file(int socket, const void *bytes, size_t count,
                                                int file) {
  struct iovec part = {(void *)bytes, count};
  union noiseclock_descriptor_room room;
  struct msghdr message;
  memset(&room, 0, sizeof room);
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = &room;
  message.msg_controllen = CMSG_LEN(sizeof(int));
  room.header.cmsg_level = SOL_SOCKET;
  room.header.cmsg_type = SCM_RIGHTS;
  room.header.cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(&room.header), &file, sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Input devices (Documentation/input/event-codes.rst of Linux), whose calls are macros with a size in them.

// Bits by code: all keys, all axes of motion, and the keys that are down.
static inline int noiseclock_input_keys(int file, uint8_t *bits, size_t count) {
  return ioctl(file, EVIOCGBIT(EV_KEY, count), bits);
}
static inline int noiseclock_input_axes(int file, uint8_t *bits, size_t count) {
  return ioctl(file, EVIOCGBIT(EV_REL, count), bits);
}
static inline int noiseclock_input_down(int file, uint8_t *bits, size_t count) {
  return ioctl(file, EVIOCGKEY(count), bits);
}

static inline int noiseclock_input_name(int file, char *name, size_t count) {
  return ioctl(file, EVIOCGNAME(count), name);
}

// The clock that timestamps events from now on; those that are pending are dropped.
static inline int noiseclock_input_set_clock(int file, int clock) {
  return ioctl(file, EVIOCSCLOCKID, &clock);
}

// Nobody else gets its events until the file is closed.
static inline int noiseclock_input_grab(int file) { return ioctl(file, EVIOCGRAB, 1); }

// An event with its time in nanoseconds. The kernel's has a `struct timeval` in it, or something of its size.
struct noiseclock_input_event {
  int64_t nanoseconds;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

// Reads up to 64 events; as read(2), but counts events.
static inline ssize_t noiseclock_input_read(int file, struct noiseclock_input_event *events,
                                            size_t count) {
  struct input_event raw[64];
  if (count > sizeof raw / sizeof raw[0]) count = sizeof raw / sizeof raw[0];
  const ssize_t size = read(file, raw, count * sizeof raw[0]);
  if (size < 0) return size;
  const ssize_t taken = size / (ssize_t)sizeof raw[0];
  for (ssize_t place = 0; place < taken; place++) {
    events[place].nanoseconds =
        (int64_t)raw[place].input_event_sec * 1000000000 + (int64_t)raw[place].input_event_usec * 1000;
    events[place].type = raw[place].type;
    events[place].code = raw[place].code;
    events[place].value = raw[place].value;
  }
  return taken;
}

// What a device sends, for tests.
static inline ssize_t noiseclock_input_write(int file, const struct noiseclock_input_event *event) {
  struct input_event raw;
  memset(&raw, 0, sizeof raw);
  raw.input_event_sec = event->nanoseconds / 1000000000;
  raw.input_event_usec = event->nanoseconds % 1000000000 / 1000;
  raw.type = event->type;
  raw.code = event->code;
  raw.value = event->value;
  return write(file, &raw, sizeof raw);
}
