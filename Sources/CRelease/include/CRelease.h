// What the build and the system say of this program's age.
#ifndef NOISECLOCK_CRELEASE_H
#define NOISECLOCK_CRELEASE_H

#include <stdint.h>

// The version that the build was given, such as "1.2.3" or, 14 commits later, "1.2.3+14.g0a1b2c3". Else "development".
// It stands in a C file because only that one is compiled again when it changes.
const char *_Nonnull noiseclock_version(void);

// When the file's content was last changed, in seconds since 1970; INT64_MIN if there is no such file.
int64_t noiseclock_file_time(const char *_Nonnull path);

#endif
