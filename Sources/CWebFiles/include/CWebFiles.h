// Files that noiseclock-web carries in itself. The package manager's own way, arrays of numbers in Swift, took its compiler
// minutes for the page.
#ifndef NOISECLOCK_CWEBFILES_H
#define NOISECLOCK_CWEBFILES_H

#include <stddef.h>

struct noiseclock_web_file {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

// The page's files.
size_t noiseclock_page_file_count(void);
struct noiseclock_web_file noiseclock_page_file(size_t index);

// Samples of the clock's replies, for the description of the interface.
struct noiseclock_web_file noiseclock_reply_examples(void);

#endif
