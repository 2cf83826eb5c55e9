// libsodium, which draws what nobody may foresee. All that is needed imports as it is.
#pragma once
#include <sodium.h>
