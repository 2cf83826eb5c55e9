// libsodium, which draws what nobody may foresee. All that is needed imports as it is, but for the one hash that programs
// have to agree on.
#pragma once
#include <sodium.h>

#define NOISECLOCK_FINGERPRINT_BYTES 32

// The fingerprint of a token, by which the clock knows a paired device: BLAKE2b (RFC 7693).
static inline void noiseclock_fingerprint(unsigned char *fingerprint, const unsigned char *bytes, size_t count) {
    // It fails only for lengths outside its bounds, and these are constant.
    (void)crypto_generichash(fingerprint, NOISECLOCK_FINGERPRINT_BYTES, bytes, count, NULL, 0);
}
