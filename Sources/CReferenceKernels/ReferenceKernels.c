#include "ReferenceKernels.h"

#include <math.h>
#include <string.h>

// MARK: - Random words

enum { STRIDE = 32 };

static const uint32_t increment = 0x9E3779B9;

static uint64_t split(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static void start_words(ReferenceWords *words, uint64_t seed) {
    for (int index = 0; index < REFERENCE_HISTORY; index++)
        words->state[index] = (uint32_t)(split(&seed) >> 32);
    words->weyl = (uint32_t)split(&seed);
    words->position = 0;
}

static void fill(ReferenceWords *stream, uint32_t *output, int count) {
    uint32_t *words = stream->state;
    if (stream->position != 0)
        memmove(words, words + stream->position, REFERENCE_HISTORY * sizeof *words);
    for (int made = 0; made < count; made += STRIDE) {
        const uint32_t *restrict far = words + made;
        const uint32_t *restrict near = words + made + 33;
        uint32_t *restrict new = words + made + REFERENCE_HISTORY;
        uint32_t *restrict target = output + made;
        const uint32_t base = stream->weyl;
        for (int index = 0; index < STRIDE; index++) {
            uint32_t a = far[index];
            a ^= a << 17;
            a ^= a >> 12;
            uint32_t b = near[index];
            b ^= b << 13;
            b ^= b >> 15;
            new[index] = a ^ b;
        }
        for (int index = 0; index < STRIDE; index++) {
            const uint32_t walk = base + (uint32_t)(index + 1) * increment;
            target[index] = new[index] + (walk ^ (walk >> 16));
        }
        stream->weyl = base + STRIDE * increment;
    }
    stream->position = count;
}

static const double uniform_root_mean_square = 0.5773502691896258;

static inline void convert(
    const uint32_t *restrict words, float *restrict samples, int count, float scale) {
    const float unit = scale * 0x1p-31f;
    for (int index = 0; index < count; index++) samples[index] = (float)(int32_t)words[index] * unit;
}

static inline void convert_lower(
    const uint32_t *restrict words, float *restrict samples, int count, float scale) {
    const float unit = scale * 0x1p-31f;
    for (int index = 0; index < count; index++)
        samples[index] = (float)(int32_t)(words[index] << 16 | 0x8000) * unit;
}

// MARK: - White noise

void reference_white_start(ReferenceWhite *white, uint64_t seed) {
    start_words(&white->random, seed);
}

void reference_white_render(ReferenceWhite *white, float *left, float *right) {
    const float scale = (float)(0.0861 / uniform_root_mean_square);
    fill(&white->random, white->words, 2 * REFERENCE_FRAMES);
    convert(white->words, left, REFERENCE_FRAMES, scale);
    convert(white->words + REFERENCE_FRAMES, right, REFERENCE_FRAMES, scale);
}

// MARK: - Pink noise

static const float pole_factors[4] = {0.98717913f, 0.93040600f, 0.72845732f, 0.25321342f};
static const float weights[4] = {0.00671738f, 0.00880282f, 0.01633951f, 0.02262158f};
static const float taps[REFERENCE_TAPS] = {
    0.056151497f, 0.025263010f, 0.011665691f, 0.006540399f,
    0.003279380f, 0.001445753f, 0.000637377f, 0.000280995f,
};
static const double pink_power = 0.011740769;
static const double pink_root_mean_square = 0.1;

static void take_words(ReferenceShape *shape, const uint32_t *fast, float scale, int is_lower) {
    float *samples = shape->samples;
    for (int index = 0; index < REFERENCE_TAPS - 1; index++)
        samples[index] = samples[index + REFERENCE_FRAMES];
    float *new = samples + REFERENCE_TAPS - 1;
    const uint32_t *slow = fast + REFERENCE_FRAMES;
    if (is_lower) {
        convert_lower(fast, new, REFERENCE_FRAMES, scale);
        convert_lower(slow, shape->input, REFERENCE_SLOW_FRAMES, scale);
    } else {
        convert(fast, new, REFERENCE_FRAMES, scale);
        convert(slow, shape->input, REFERENCE_SLOW_FRAMES, scale);
    }
}

static void render_shape(ReferenceShape *shape, float *restrict output) {
    const float *restrict samples = shape->samples;
    for (int index = 0; index < REFERENCE_FRAMES; index++) {
        const float *x = samples + index;
        const float near = taps[0] * x[7] + taps[1] * x[6] + taps[2] * x[5] + taps[3] * x[4];
        const float far = taps[4] * x[3] + taps[5] * x[2] + taps[6] * x[1] + taps[7] * x[0];
        output[index] = near + far;
    }
    float from = shape->last;
    for (int index = 0; index < REFERENCE_SLOW_FRAMES; index++) {
        float weighted[4];
        for (int pole = 0; pole < 4; pole++) {
            shape->poles[pole] = shape->poles[pole] * pole_factors[pole] + shape->input[index];
            weighted[pole] = shape->poles[pole] * weights[pole];
        }
        const float value = (weighted[0] + weighted[1]) + (weighted[2] + weighted[3]);
        const float slope = (value - from) * (1.0f / 8);
        float *restrict target = output + index * 8;
        for (int step = 0; step < 8; step++) target[step] += from + slope * (float)(step + 1);
        from = value;
    }
    shape->last = from;
}

void reference_pink_start(ReferencePink *pink, uint64_t seed) {
    memset(pink, 0, sizeof *pink);
    start_words(&pink->random, seed);
    float left[REFERENCE_FRAMES], right[REFERENCE_FRAMES];
    for (int slice = 0; slice < 64; slice++) reference_pink_render(pink, left, right);
}

void reference_pink_render(ReferencePink *pink, float *left, float *right) {
    const float scale =
        (float)(pink_root_mean_square / (sqrt(pink_power) * uniform_root_mean_square));
    fill(&pink->random, pink->words, REFERENCE_PINK_WORDS);
    take_words(&pink->left, pink->words, scale, 0);
    take_words(&pink->right, pink->words, scale, 1);
    render_shape(&pink->left, left);
    render_shape(&pink->right, right);
}

// MARK: - Mix

static inline void add_ramped(
    const float *restrict source, float start, float end, const float *restrict table,
    float *restrict mix) {
    const float slope = end - start;
    for (int index = 0; index < REFERENCE_FRAMES; index++)
        mix[index] = mix[index] + source[index] * (start + slope * table[index]);
}

void reference_mix(
    const float *voices, const float *gains, const float *table, float *left, float *right) {
    for (int voice = 0; voice < REFERENCE_VOICES; voice++) {
        const float *source = voices + voice * 2 * REFERENCE_FRAMES;
        const float *gain = gains + 4 * voice;
        add_ramped(source, gain[0], gain[1], table, left);
        add_ramped(source + REFERENCE_FRAMES, gain[2], gain[3], table, right);
    }
}

// MARK: - Limiter

enum { BLOCK = 32, BLOCKS = 4 };

static const float ceiling = 0.8413943f;

void reference_limiter_start(ReferenceLimiter *limiter, float release) {
    memset(limiter, 0, sizeof *limiter);
    // 16 ms at 48000 frames a second, and what is seen in advance.
    limiter->window = 48000 * 16 / 1000 / BLOCK + BLOCKS + 1;
    limiter->unlimited = limiter->window;
    limiter->release = release;
    limiter->envelope = 1;
    limiter->knot = 1;
    for (int index = 0; index < limiter->window; index++) limiter->asked[index] = 1;
    for (int index = 0; index < 4; index++) limiter->recent[index] = 1;
    for (int index = 0; index < BLOCK; index++)
        limiter->position[index] = (float)(index + 1) / BLOCK;
}

/// The greatest magnitude, compared as integers as ClockSound does.
static float peak(const float *restrict left, const float *restrict right) {
    int32_t greatest = 0;
    for (int index = 0; index < BLOCK; index++) {
        int32_t x, y;
        memcpy(&x, left + index, sizeof x);
        memcpy(&y, right + index, sizeof y);
        x &= 0x7FFFFFFF;
        y &= 0x7FFFFFFF;
        const int32_t larger = x > y ? x : y;
        greatest = larger > greatest ? larger : greatest;
    }
    float value;
    memcpy(&value, &greatest, sizeof value);
    return value;
}

static void look(ReferenceLimiter *limiter, int start) {
    const float found = peak(limiter->left + start, limiter->right + start);
    const float gain = found > ceiling ? ceiling / found : 1;
    limiter->newest = limiter->newest + 1 < limiter->window ? limiter->newest + 1 : 0;
    limiter->asked[limiter->newest] = gain;
    limiter->unlimited =
        gain < 1 ? 0
                 : (limiter->unlimited < limiter->window ? limiter->unlimited + 1 : limiter->unlimited);
    float least = 1;
    if (limiter->unlimited < limiter->window)
        for (int index = 0; index < limiter->window; index++)
            least = limiter->asked[index] < least ? limiter->asked[index] : least;
    if (least > limiter->envelope) {
        limiter->envelope += (least - limiter->envelope) * limiter->release;
        if (least - limiter->envelope < 1e-5f) limiter->envelope = least;
    } else {
        limiter->envelope = least;
    }
    for (int index = 0; index < 3; index++) limiter->recent[index] = limiter->recent[index + 1];
    limiter->recent[3] = limiter->envelope;
}

void reference_limiter_process(
    ReferenceLimiter *limiter, const float *left, const float *right, float *restrict output) {
    memcpy(limiter->left + limiter->incoming, left, REFERENCE_FRAMES * sizeof *left);
    memcpy(limiter->right + limiter->incoming, right, REFERENCE_FRAMES * sizeof *right);
    const int outgoing = REFERENCE_FRAMES - limiter->incoming;
    for (int block = 0; block < BLOCKS; block++) {
        const int start = block * BLOCK;
        look(limiter, start + limiter->incoming);
        const float *recent = limiter->recent;
        const float next = (recent[0] + recent[1] + recent[2] + recent[3]) * 0.25f;
        const float gain = limiter->knot;
        const float slope = next - gain;
        const float *restrict a = limiter->left + start + outgoing;
        const float *restrict b = limiter->right + start + outgoing;
        float *restrict target = output + 2 * start;
        if (gain == 1 && next == 1) {
            for (int index = 0; index < BLOCK; index++) {
                target[2 * index] = a[index];
                target[2 * index + 1] = b[index];
            }
        } else {
            for (int index = 0; index < BLOCK; index++) {
                const float factor = gain + slope * limiter->position[index];
                target[2 * index] = a[index] * factor;
                target[2 * index + 1] = b[index] * factor;
            }
        }
        limiter->knot = next;
    }
    limiter->incoming = outgoing;
}
