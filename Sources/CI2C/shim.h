// The kernel's requests to an I2C bus, and libi2c for those of SMBus. All import as they are.
#pragma once
#include <i2c/smbus.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
