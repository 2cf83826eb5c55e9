// libgpiod, second version: its calls import as they are. Beside them: the last act of a program that
// dies, in C, because only what is async-signal-safe may run in it (signal-safety(7)).
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <linux/gpio.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// More than the output lines of any board.
enum { noiseclock_output_places = 8 };

// The requests of the output lines that are held: descriptor + 1, 0 for a free place. Each object file
// that calls these functions has a table of its own, so only one Swift file does.
static inline int *noiseclock_outputs(void) {
    static int places[noiseclock_output_places];
    return places;
}

// Puts `to` in the first place that holds `from`; 0 where there is none.
static inline int noiseclock_outputs_replace(int from, int to) {
    int *places = noiseclock_outputs();
    for (int place = 0; place < noiseclock_output_places; place++) {
        int expected = from;
        if (__atomic_compare_exchange_n(&places[place], &expected, to, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return 1;
    }
    return 0;
}

// Remembers a request of one line; 0 where there is no place left.
static inline int noiseclock_outputs_add(int descriptor) {
    return noiseclock_outputs_replace(0, descriptor + 1);
}

// Forgets it; to be called before it is closed, as another file may have its number then.
static inline int noiseclock_outputs_remove(int descriptor) {
    return noiseclock_outputs_replace(descriptor + 1, 0);
}

// The file that dims the lamp, empty without one; room for a folder of the kernel's and a name in it.
enum { noiseclock_lamp_bytes = 512 };

static inline char *noiseclock_lamp(void) {
    static char path[noiseclock_lamp_bytes];
    return path;
}

// Remembers that file; 0 where its path is too long. Its first byte last, as a handler may be reading.
static inline int noiseclock_lamp_set(const char *path) {
    size_t length = strlen(path);
    if (length >= noiseclock_lamp_bytes) return 0;
    char *lamp = noiseclock_lamp();
    __atomic_store_n(lamp, 0, __ATOMIC_RELEASE);
    if (length > 0) memcpy(lamp + 1, path + 1, length);
    __atomic_store_n(lamp, path[0], __ATOMIC_RELEASE);
    return 1;
}

// The chip on an I2C bus that drives the motor: the bus's file (empty without one), the chip's address, and
// the write that stops it.
enum { noiseclock_motor_bytes = 8 };

// I2C_SLAVE of linux/i2c-dev.h, which the module CI2C owns.
enum { noiseclock_choose_address = 0x0703 };

struct noiseclock_motor {
    char bus[256];
    int address;
    unsigned char stop[noiseclock_motor_bytes];
    size_t length;
};

static inline struct noiseclock_motor *noiseclock_motor(void) {
    static struct noiseclock_motor motor;
    return &motor;
}

// Remembers that chip; 0 where something is too long. The path's first byte last, as above.
static inline int noiseclock_motor_set(const char *bus, int address, const unsigned char *stop,
                                       size_t length) {
    struct noiseclock_motor *motor = noiseclock_motor();
    size_t path = strlen(bus);
    if (path >= sizeof motor->bus || length > noiseclock_motor_bytes) return 0;
    __atomic_store_n(motor->bus, 0, __ATOMIC_RELEASE);
    motor->address = address;
    motor->length = length;
    memcpy(motor->stop, stop, length);
    if (path > 0) memcpy(motor->bus + 1, bus + 1, path);
    __atomic_store_n(motor->bus, bus[0], __ATOMIC_RELEASE);
    return 1;
}

// Stops that chip's motor, through a file of its own: another thread may be in the midst of a transfer, and
// the kernel lets ours through after it.
static inline void noiseclock_stop_motor(void) {
    struct noiseclock_motor *motor = noiseclock_motor();
    if (__atomic_load_n(motor->bus, __ATOMIC_ACQUIRE) == 0) return;
    int bus = open(motor->bus, O_RDWR | O_CLOEXEC);
    if (bus < 0) return;
    // Without an address, the bytes would go to all chips. A plain file, a test's bus, knows no addresses.
    int isAddressed = ioctl(bus, noiseclock_choose_address, (long)motor->address) == 0 || errno == ENOTTY;
    if (isAddressed && write(bus, motor->stop, motor->length) < 0) { /* Nobody is left to be told. */
    }
    close(bus);
}

// Switches all lines, the lamp and the motor off, by nothing but what a signal handler may call.
static inline void noiseclock_switch_outputs_off(void) {
    int *places = noiseclock_outputs();
    for (int place = 0; place < noiseclock_output_places; place++) {
        int held = __atomic_load_n(&places[place], __ATOMIC_ACQUIRE);
        if (held == 0) continue;
        // The kernel counts active-low lines the other way round by itself.
        struct gpio_v2_line_values off = {.bits = 0, .mask = 1};
        ioctl(held - 1, GPIO_V2_LINE_SET_VALUES_IOCTL, &off);
    }
    noiseclock_stop_motor();
    if (__atomic_load_n(noiseclock_lamp(), __ATOMIC_ACQUIRE) == 0) return;
    // Opened only now, because a driver may go and come back.
    int lamp = open(noiseclock_lamp(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (lamp < 0) return;
    if (write(lamp, "0\n", 2) < 0) { /* Nobody is left to be told. */
    }
    close(lamp);
}

// Switches all off, then dies of the signal as if nobody had caught it.
static void noiseclock_die_with_outputs_off(int number) {
    noiseclock_switch_outputs_off();
    signal(number, SIG_DFL);
    raise(number);
}

// Catches the signals that a broken program dies of (and SIGQUIT, by which people end one), in this
// thread and those that it starts; 0, or -1 with errno. Whoever started the program may have blocked them.
static inline int noiseclock_catch_crashes(void) {
    static const int fatal[] = {SIGSEGV, SIGBUS,  SIGILL, SIGTRAP,
                                SIGABRT, SIGFPE, SIGSYS, SIGQUIT};
    struct sigaction action = {0};
    action.sa_handler = noiseclock_die_with_outputs_off;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigset_t caught;
    sigemptyset(&caught);
    for (size_t index = 0; index < sizeof fatal / sizeof fatal[0]; index++) {
        if (sigaction(fatal[index], &action, NULL) != 0) return -1;
        sigaddset(&caught, fatal[index]);
    }
    return sigprocmask(SIG_UNBLOCK, &caught, NULL);
}
