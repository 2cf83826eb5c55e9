#include "CRelease.h"

#include <sys/stat.h>

#ifndef NOISECLOCK_VERSION
#define NOISECLOCK_VERSION "development"
#endif

const char *noiseclock_version(void) { return NOISECLOCK_VERSION; }

int64_t noiseclock_file_time(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_mtime : INT64_MIN;
}
