// libFLAC, which decodes FLAC of 4 to 32 bits, and goes on behind a damaged place. Tests encode with it.
#pragma once
#include <FLAC/stream_decoder.h>
#include <FLAC/stream_encoder.h>
