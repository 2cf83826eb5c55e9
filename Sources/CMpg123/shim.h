// libmpg123, which decodes MPEG audio that is fed to it.
#pragma once
#include <mpg123.h>

// The header gives this function another name by a macro, which Swift does not see.
static inline int noiseclock_mpg123_option(mpg123_handle *decoder, enum mpg123_parms option,
                                           long value) {
  return mpg123_param(decoder, option, value, 0.0);
}
