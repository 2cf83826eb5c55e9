// ALSA's functions import as they are. Here: the one thing that Swift cannot write, a variadic
// callback. Without a handler the library prints every failed attempt to open a device, and whole
// paragraphs about its configuration, to our stderr.
#pragma once
#include <alsa/asoundlib.h>

static void noiseclock_alsa_ignore(const char *file, int line, const char *function, int error,
                                   const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

// Makes libasound quiet for the whole process: what failed is in the codes that its calls return.
static inline void noiseclock_alsa_silence(void) {
    snd_lib_error_set_handler(noiseclock_alsa_ignore);
}
