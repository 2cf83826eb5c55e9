// libsoxr, which changes sample rates. All that is needed imports as it is.
#pragma once
#include <soxr.h>
