// A sound device for tests, that can be pulled out: a plugin of libasound's, as bluez-alsa's is.
//
// It plays as fast as the clock runs, into a file, and it is there as long as another file is. What ALSA's
// own `file` and `null` cannot do it does as real devices do: it makes its writer wait, runs dry (-EPIPE),
// and tells of being pulled the way libasound lets a plugin tell: whatever goes wrong while it plays is
// called an underrun first, and only the attempt to recover says that the device is gone.
//
// A test builds it and names it in an ALSA configuration of its own:
//
//     pcm_type.pluggable { lib "/folder/libpluggable.so" }
//     pcm.bedside {
//         type pluggable
//         plug "/folder/bedside.plug"    # the device is there while this file is
//         heard "/folder/bedside.raw"    # what it played is added to this one
//         format S16_LE                  # the only one that it takes, with
//         channels 2                     # so many channels
//         rate 48000                     # and so many frames a second
//     }
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct card {
    snd_pcm_ioplug_t io;
    char *plug;
    int heard;
    snd_pcm_uframes_t frame_bytes;
    // Of the stream since it was prepared.
    snd_pcm_uframes_t written;
    struct timespec started;
};

static int is_plugged(const struct card *card) { return access(card->plug, F_OK) == 0; }

static snd_pcm_uframes_t played(const struct card *card) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long nanoseconds = (now.tv_sec - card->started.tv_sec) * 1000000000LL +
                            (now.tv_nsec - card->started.tv_nsec);
    snd_pcm_uframes_t frames = (snd_pcm_uframes_t)(nanoseconds / 1000 * card->io.rate / 1000000);
    return frames < card->written ? frames : card->written;
}

static int card_start(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    clock_gettime(CLOCK_MONOTONIC, &card->started);
    return is_plugged(card) ? 0 : -ENODEV;
}

static int card_stop(snd_pcm_ioplug_t *io) {
    (void)io;
    return 0;
}

// libasound makes an underrun of any error here.
static snd_pcm_sframes_t card_pointer(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (!is_plugged(card)) return -ENODEV;
    if (io->state != SND_PCM_STATE_RUNNING && io->state != SND_PCM_STATE_DRAINING) return 0;
    return (snd_pcm_sframes_t)(played(card) % io->buffer_size);
}

static snd_pcm_sframes_t card_transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
                                       snd_pcm_uframes_t offset, snd_pcm_uframes_t frames) {
    struct card *card = io->private_data;
    if (!is_plugged(card)) return -ENODEV;
    const char *start = (const char *)areas->addr + areas->first / 8 + offset * card->frame_bytes;
    if (write(card->heard, start, frames * card->frame_bytes) < 0) return -errno;
    card->written += frames;
    return (snd_pcm_sframes_t)frames;
}

static int card_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params) {
    (void)params;
    struct card *card = io->private_data;
    card->frame_bytes = (snd_pcm_uframes_t)snd_pcm_format_physical_width(io->format) / 8 * io->channels;
    return 0;
}

static int card_prepare(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    card->written = 0;
    return is_plugged(card) ? 0 : -ENODEV;
}

static int card_poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count,
                             unsigned short *events) {
    (void)count;
    unsigned long long ticks;
    *events = 0;
    if (descriptors[0].revents & POLLIN && read(io->poll_fd, &ticks, sizeof ticks) > 0) *events = POLLOUT;
    return 0;
}

static int card_close(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (io->poll_fd >= 0) close(io->poll_fd);
    if (card->heard >= 0) close(card->heard);
    free(card->plug);
    free(card);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = card_start,
    .stop = card_stop,
    .pointer = card_pointer,
    .transfer = card_transfer,
    .hw_params = card_hw_params,
    .prepare = card_prepare,
    .poll_revents = card_poll_revents,
    .close = card_close,
};

static int limit(snd_pcm_ioplug_t *io, unsigned int format, unsigned int channels, unsigned int rate) {
    unsigned int access = SND_PCM_ACCESS_RW_INTERLEAVED;
    int code;
    if ((code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 1, &access)) < 0 ||
        (code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, &format)) < 0 ||
        (code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, channels)) < 0 ||
        (code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate)) < 0)
        return code;
    return snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 8);
}

SND_PCM_PLUGIN_DEFINE_FUNC(pluggable) {
    (void)root;
    const char *plug = NULL, *heard = NULL, *format = "S16_LE";
    long channels = 2, rate = 48000;
    snd_config_iterator_t entry, next;
    snd_config_for_each(entry, next, conf) {
        snd_config_t *value = snd_config_iterator_entry(entry);
        const char *key;
        if (snd_config_get_id(value, &key) < 0) continue;
        if (!strcmp(key, "plug")) snd_config_get_string(value, &plug);
        if (!strcmp(key, "heard")) snd_config_get_string(value, &heard);
        if (!strcmp(key, "format")) snd_config_get_string(value, &format);
        if (!strcmp(key, "channels")) snd_config_get_integer(value, &channels);
        if (!strcmp(key, "rate")) snd_config_get_integer(value, &rate);
    }
    if (!plug || !heard || stream != SND_PCM_STREAM_PLAYBACK) return -EINVAL;
    if (access(plug, F_OK) != 0) return -ENODEV;
    struct card *card = calloc(1, sizeof *card);
    if (!card) return -ENOMEM;
    struct itimerspec tick = {{0, 5000000}, {0, 5000000}};
    card->plug = strdup(plug);
    card->heard = open(heard, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    card->io.version = SND_PCM_IOPLUG_VERSION;
    card->io.name = "A device that can be pulled out";
    card->io.callback = &callbacks;
    card->io.private_data = card;
    card->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    card->io.poll_events = POLLIN;
    int code = -EIO;
    if (!card->plug || card->heard < 0 || card->io.poll_fd < 0 ||
        timerfd_settime(card->io.poll_fd, 0, &tick, NULL) < 0 ||
        (code = snd_pcm_ioplug_create(&card->io, name, stream, mode)) < 0) {
        card_close(&card->io);
        return code;
    }
    code = limit(&card->io, (unsigned int)snd_pcm_format_value(format), (unsigned int)channels,
                 (unsigned int)rate);
    if (code < 0) {
        snd_pcm_ioplug_delete(&card->io);
        return code;
    }
    *pcmp = card->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(pluggable);
