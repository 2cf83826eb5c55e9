// What the Glibc module does not import: headers it leaves out, and prototypes that glibc hides
// behind _GNU_SOURCE. That macro is never defined here: in one C module only, it would change
// glibc's types and make them differ from the Glibc module's.
#pragma once
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
