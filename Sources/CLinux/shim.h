// What the Glibc module does not import: headers it leaves out, and prototypes that glibc hides
// behind _GNU_SOURCE. That macro is never defined here: in one C module only, it would change
// glibc's types and make them differ from the Glibc module's.
#pragma once
#include <malloc.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

// pthread.h and sys/socket.h, as glibc declares them for _GNU_SOURCE.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// An absolute time for timerfd_settime(2). struct timespec is declared in every C module that includes
// a header with times in it, and which of them its members belong to depends on what else is imported;
// so it is filled in here.
static inline struct itimerspec noiseclock_absolute_time(long seconds, long nanoseconds) {
    struct itimerspec time = {{0, 0}, {seconds, nanoseconds}};
    return time;
}
