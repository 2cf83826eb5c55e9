#ifndef REFERENCE_KERNELS_H
#define REFERENCE_KERNELS_H

#include <stdint.h>

/// Theory of operation. The sound's innermost loops once more, in C: what the benchmarks set ClockSound's
/// against (sound design, B4), so that it shows what Swift and its checks cost. The same work on the same
/// numbers: a test compares the samples, bit for bit. Nothing of the clock uses it.
///
/// All work in slices of REFERENCE_FRAMES frames, stereo, a channel after the other.

enum { REFERENCE_FRAMES = 128, REFERENCE_VOICES = 16 };

enum { REFERENCE_HISTORY = 128, REFERENCE_MOST_WORDS = 256, REFERENCE_PINK_WORDS = 160, REFERENCE_TAPS = 8, REFERENCE_SLOW_FRAMES = 16 };

/// A stream of random words, as `RandomWords` makes it.
typedef struct {
    uint32_t state[REFERENCE_HISTORY + REFERENCE_MOST_WORDS];
    uint32_t weyl;
    int position;
} ReferenceWords;

/// White noise, as `WhiteNoise`.
typedef struct {
    ReferenceWords random;
    uint32_t words[2 * REFERENCE_FRAMES];
} ReferenceWhite;

void reference_white_start(ReferenceWhite *white, uint64_t seed);
void reference_white_render(ReferenceWhite *white, float *left, float *right);

/// One channel of `ReferencePink`.
typedef struct {
    float samples[REFERENCE_TAPS - 1 + REFERENCE_FRAMES];
    float input[REFERENCE_SLOW_FRAMES];
    float poles[4];
    float last;
} ReferenceShape;

/// Pink noise for 48000 frames a second, as `ColouredNoise` makes it.
typedef struct {
    ReferenceWords random;
    uint32_t words[REFERENCE_MOST_WORDS];
    ReferenceShape left;
    ReferenceShape right;
} ReferencePink;

void reference_pink_start(ReferencePink *pink, uint64_t seed);
void reference_pink_render(ReferencePink *pink, float *left, float *right);

/// Adds a slice of each voice to the mix, as `SliceRamp` does.
///
/// - voices: for each of REFERENCE_VOICES a slice of the left channel, then one of the right.
/// - gains: for each the left one at the slice's start and end, then the right one.
/// - table: (i + 1) / REFERENCE_FRAMES.
void reference_mix(
    const float *voices, const float *gains, const float *table, float *left, float *right);

/// The greatest window of asked gains that any rate needs.
enum { REFERENCE_MOST_ASKED = 64 };

/// The limiter for 48000 frames a second, as `Limiter`.
typedef struct {
    float left[2 * REFERENCE_FRAMES];
    float right[2 * REFERENCE_FRAMES];
    float asked[REFERENCE_MOST_ASKED];
    float position[32];
    float recent[4];
    float knot;
    float envelope;
    float release;
    int window;
    int newest;
    int unlimited;
    int incoming;
} ReferenceLimiter;

/// - release: by which part of what is missing the gain rises in a block of 32 frames.
void reference_limiter_start(ReferenceLimiter *limiter, float release);

/// Takes a slice and writes the one before it, interleaved.
void reference_limiter_process(
    ReferenceLimiter *limiter, const float *left, const float *right, float *output);

#endif
