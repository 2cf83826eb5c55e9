// libgpiod, second version: its calls import as they are.
#pragma once
#include <gpiod.h>
