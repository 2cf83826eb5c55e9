// zlib, which compresses what a browser loads. Here: what Swift cannot call, because it is a macro.
#pragma once
#include <string.h>
#include <zlib.h>

// Begins a stream in the form of gzip (RFC 1952), compressed as far as it goes. Z_OK if it could.
static inline int noiseclock_gzip_begin(z_stream *stream) {
  memset(stream, 0, sizeof *stream);
  const int gzip = 16;
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip, MAX_MEM_LEVEL,
                      Z_DEFAULT_STRATEGY);
}
