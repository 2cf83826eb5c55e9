// libsndfile, which decodes audio files. All that is needed imports as it is.
#pragma once
#include <sndfile.h>
