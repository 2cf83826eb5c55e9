// SPDX-License-Identifier: GPL-2.0
/*
 * The I2C bus of the virtual bench: an adapter with simulated chips behind it, for a kernel that is
 * built for tests alone.
 *
 * Theory of operation. The adapter is bus 1, as on a Raspberry Pi, and takes plain I2C messages, so
 * that i2c-dev serves every call of libi2c. Each chip is a small state that takes the bytes of its
 * datasheet; a missing chip, or one that is told to fail, answers with the error number that the Pi's
 * own driver (i2c-bcm2835) gives: EREMOTEIO. The bus goes away and comes back by unbinding and binding
 * the platform device; from then on transfers fail with ENODEV, as those of an unplugged adapter do, and
 * the unbinding waits until nobody holds the bus' device file open.
 *
 * A test looks at the chips and breaks them through debugfs, in noiseclock-i2c:
 *
 *   log          the last transfers: boottime in ns, address, direction, bytes or error; writing clears
 *   stuck        not 0: the bus hangs, and each transfer fails with ETIMEDOUT after that many ms
 *   70, 71       HT16K33 displays: ram, state, present, fail, fail_errno, power, bytes
 *   23           BH1750 light sensor: millilux, measuring_ms, state, present, fail, fail_errno, power, bytes
 *
 * fail is the number of messages that will fail; writing to power is a loss of power and its return; bytes
 * are those of the messages that were acknowledged, the address bytes among them, since the log was cleared.
 * The chips know nothing of the clock's own code: HT16K33 datasheet rev. 1.10 pages 10-15 and 27-31,
 * BH1750FVI datasheet rev. D pages 5, 7 and 11.
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#define BUS_NUMBER 1
#define LOG_LINES 4096
#define LOG_BYTES 40
#define HT16K33_RAM 16
#define ANSWER_SECONDS 10

enum chip_kind { HT16K33, BH1750 };

struct chip {
	enum chip_kind kind;
	u16 address;
	bool present;
	u32 fail;
	u32 fail_errno;
	u32 bytes;
	/* HT16K33 */
	u8 ram[HT16K33_RAM];
	u8 pointer;
	bool oscillator;
	u8 display; /* the low bits of the display command: on, blink rate */
	u8 dimming;
	/* BH1750 */
	bool powered;
	u8 mode;
	u8 measurement_time;
	u32 millilux;
	u32 measuring_ms; /* of a fine measurement at a time of 69 */
	u16 result;
	ktime_t measured; /* when the measurement that was begun is complete */
};

struct log_line {
	u64 when;
	u16 address;
	bool read;
	u16 length;
	int error;
	u8 bytes[LOG_BYTES];
};

static struct chip chips[] = {
	{ .kind = HT16K33, .address = 0x70 },
	{ .kind = HT16K33, .address = 0x71 },
	{ .kind = BH1750, .address = 0x23 },
};

/* Over everything here; a transfer holds it while the chips take its bytes. */
static DEFINE_MUTEX(bench);
static struct log_line log_lines[LOG_LINES];
static u64 log_count;
static u32 stuck_ms;
static bool gone;

/* A message for the program that serves the bus; the kernel has one at a time. */
struct question {
	u16 address;
	u16 is_read;
	u32 length;
};

enum served_state { IDLE, ASKED, TAKEN, ANSWERED };

static struct {
	bool open;
	enum served_state state;
	struct i2c_msg *message;
	int error;
} served;

/* Whenever served changes, under the lock of all. */
static DECLARE_WAIT_QUEUE_HEAD(served_changed);

/* After power comes: standby, display off, full brightness, memory undefined (not zero, on purpose). */
static void power_up(struct chip *chip)
{
	int i;

	for (i = 0; i < HT16K33_RAM; i++)
		chip->ram[i] = 0xA5 ^ (i * 37);
	chip->pointer = 0;
	chip->oscillator = false;
	chip->display = 0;
	chip->dimming = 15;
	chip->powered = false;
	chip->mode = 0;
	chip->measurement_time = 69;
	chip->result = 0;
	chip->measured = 0;
}

static void ht16k33_write(struct chip *chip, const u8 *bytes, int length)
{
	int i;

	if (length == 0)
		return;
	switch (bytes[0] & 0xF0) {
	case 0x00:
		chip->pointer = bytes[0] & 0x0F;
		for (i = 1; i < length; i++) {
			chip->ram[chip->pointer] = bytes[i];
			chip->pointer = (chip->pointer + 1) % HT16K33_RAM;
		}
		break;
	case 0x20:
		chip->oscillator = bytes[0] & 1;
		break;
	case 0x80:
		chip->display = bytes[0] & 7;
		break;
	case 0xE0:
		chip->dimming = bytes[0] & 0x0F;
		break;
	}
}

static void ht16k33_read(struct chip *chip, u8 *bytes, int length)
{
	int i;

	for (i = 0; i < length; i++) {
		bytes[i] = chip->ram[chip->pointer];
		chip->pointer = (chip->pointer + 1) % HT16K33_RAM;
	}
}

/* The counts of a light level: 1.2 per lux at 69, in the finer modes twice as many. */
static u16 bh1750_counts(struct chip *chip)
{
	u64 counts = (u64)chip->millilux * 12 * chip->measurement_time;

	if ((chip->mode & 0x03) == 1)
		counts *= 2;
	counts = div_u64(counts, 69 * 10000);
	return counts > 0xFFFF ? 0xFFFF : counts;
}

static void bh1750_settle(struct chip *chip)
{
	bool once = (chip->mode & 0x30) == 0x20;

	if (!chip->mode || ktime_before(ktime_get(), chip->measured))
		return;
	chip->result = bh1750_counts(chip);
	if (once) {
		chip->mode = 0;
		chip->powered = false;
	}
}

static void bh1750_write(struct chip *chip, const u8 *bytes, int length)
{
	int i;

	for (i = 0; i < length; i++) {
		u8 code = bytes[i];

		bh1750_settle(chip);
		if (code == 0x00) {
			chip->powered = false;
			chip->mode = 0;
		} else if (code == 0x01) {
			chip->powered = true;
		} else if (code == 0x07 && chip->powered) {
			chip->result = 0;
		} else if ((code & 0xF8) == 0x40) {
			chip->measurement_time = (chip->measurement_time & 0x1F) | (code & 7) << 5;
		} else if ((code & 0xE0) == 0x60) {
			chip->measurement_time = (chip->measurement_time & 0xE0) | (code & 0x1F);
		} else if (code == 0x10 || code == 0x11 || code == 0x13 || code == 0x20 ||
			   code == 0x21 || code == 0x23) {
			u64 milliseconds = (code & 3) == 3 ? 24 : chip->measuring_ms;

			chip->mode = code;
			chip->powered = true;
			chip->measured = ktime_add_us(ktime_get(),
				div_u64(milliseconds * 1000 * chip->measurement_time, 69));
		}
	}
}

static void bh1750_read(struct chip *chip, u8 *bytes, int length)
{
	int i;

	bh1750_settle(chip);
	for (i = 0; i < length; i++)
		bytes[i] = i == 0 ? chip->result >> 8 : i == 1 ? chip->result & 0xFF : 0xFF;
}

static struct chip *chip_at(u16 address)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(chips); i++)
		if (chips[i].address == address)
			return &chips[i];
	return NULL;
}

static int transfer_one(struct i2c_msg *message)
{
	struct chip *chip = chip_at(message->addr);

	if (!chip || !chip->present)
		return -EREMOTEIO;
	if (chip->fail) {
		chip->fail--;
		return -(int)chip->fail_errno;
	}
	if (chip->kind == HT16K33) {
		if (message->flags & I2C_M_RD)
			ht16k33_read(chip, message->buf, message->len);
		else
			ht16k33_write(chip, message->buf, message->len);
	} else {
		if (message->flags & I2C_M_RD)
			bh1750_read(chip, message->buf, message->len);
		else
			bh1750_write(chip, message->buf, message->len);
	}
	chip->bytes += 1 + message->len;
	return 0;
}

static void log_transfer(struct i2c_msg *message, int error)
{
	struct log_line *line = &log_lines[log_count++ % LOG_LINES];

	line->when = ktime_get_boottime_ns();
	line->address = message->addr;
	line->read = message->flags & I2C_M_RD;
	line->length = message->len;
	line->error = error;
	memcpy(line->bytes, message->buf, min_t(u16, message->len, LOG_BYTES));
}

/* Lets the program that serves the bus answer. Called with the lock, which it gives back meanwhile. */
static int ask_server(struct i2c_msg *message)
{
	int error;

	served.message = message;
	served.state = ASKED;
	mutex_unlock(&bench);
	wake_up_all(&served_changed);
	wait_event_timeout(served_changed, READ_ONCE(served.state) == ANSWERED, ANSWER_SECONDS * HZ);
	mutex_lock(&bench);
	error = served.state == ANSWERED ? served.error : -ETIMEDOUT;
	served.message = NULL;
	served.state = IDLE;
	return error;
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	u32 hangs;
	int i, error = 0;

	mutex_lock(&bench);
	hangs = stuck_ms;
	mutex_unlock(&bench);
	if (hangs) {
		msleep(hangs);
		mutex_lock(&bench);
		log_transfer(&messages[0], -ETIMEDOUT);
		mutex_unlock(&bench);
		return -ETIMEDOUT;
	}
	mutex_lock(&bench);
	if (gone) {
		mutex_unlock(&bench);
		return -ENODEV;
	}
	for (i = 0; i < count && !error; i++) {
		error = served.open ? ask_server(&messages[i]) : transfer_one(&messages[i]);
		log_transfer(&messages[i], error);
	}
	mutex_unlock(&bench);
	return error ? error : count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.xfer = transfer,
	.functionality = functionality,
};

/* debugfs */

static int log_show(struct seq_file *file, void *unused)
{
	u64 i;
	int byte;

	mutex_lock(&bench);
	i = log_count > LOG_LINES ? log_count - LOG_LINES : 0;
	for (; i < log_count; i++) {
		struct log_line *line = &log_lines[i % LOG_LINES];

		seq_printf(file, "%llu %02x %s", line->when, line->address, line->read ? "read" : "write");
		if (line->error)
			seq_printf(file, " error %d", -line->error);
		else
			for (byte = 0; byte < min_t(u16, line->length, LOG_BYTES); byte++)
				seq_printf(file, " %02x", line->bytes[byte]);
		seq_putc(file, '\n');
	}
	mutex_unlock(&bench);
	return 0;
}

static int log_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, log_show, NULL, 64 * 1024);
}

static ssize_t log_clear(struct file *file, const char __user *data, size_t size, loff_t *offset)
{
	int i;

	mutex_lock(&bench);
	log_count = 0;
	for (i = 0; i < ARRAY_SIZE(chips); i++)
		chips[i].bytes = 0;
	mutex_unlock(&bench);
	return size;
}

static const struct file_operations log_file = {
	.owner = THIS_MODULE,
	.open = log_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
	.write = log_clear,
};

static int serve_open(struct inode *inode, struct file *file)
{
	int error = 0;

	mutex_lock(&bench);
	if (served.open)
		error = -EBUSY;
	else
		served.open = true;
	mutex_unlock(&bench);
	return error;
}

/* What waits for an answer is not acknowledged. */
static int serve_release(struct inode *inode, struct file *file)
{
	mutex_lock(&bench);
	served.open = false;
	if (served.message) {
		served.error = -EREMOTEIO;
		served.state = ANSWERED;
	}
	mutex_unlock(&bench);
	wake_up_all(&served_changed);
	return 0;
}

static __poll_t serve_poll(struct file *file, poll_table *table)
{
	poll_wait(file, &served_changed, table);
	return READ_ONCE(served.state) == ASKED ? EPOLLIN | EPOLLRDNORM : 0;
}

/* Does not wait: poll does. */
static ssize_t serve_read(struct file *file, char __user *data, size_t size, loff_t *offset)
{
	struct question question;
	size_t written;
	ssize_t result = -EAGAIN;

	mutex_lock(&bench);
	if (served.state != ASKED)
		goto out;
	question.address = served.message->addr;
	question.is_read = !!(served.message->flags & I2C_M_RD);
	question.length = served.message->len;
	written = question.is_read ? 0 : question.length;
	result = -EMSGSIZE;
	if (size < sizeof(question) + written)
		goto out;
	result = -EFAULT;
	if (copy_to_user(data, &question, sizeof(question)) ||
	    copy_to_user(data + sizeof(question), served.message->buf, written))
		goto out;
	served.state = TAKEN;
	result = sizeof(question) + written;
out:
	mutex_unlock(&bench);
	return result;
}

static ssize_t serve_write(struct file *file, const char __user *data, size_t size, loff_t *offset)
{
	ssize_t result = -EINVAL;
	size_t wanted = 0;
	s32 error;

	if (size < sizeof(error))
		return -EINVAL;
	if (copy_from_user(&error, data, sizeof(error)))
		return -EFAULT;
	mutex_lock(&bench);
	if (served.state != TAKEN || error < 0)
		goto out;
	if (!error && served.message->flags & I2C_M_RD)
		wanted = served.message->len;
	if (size != sizeof(error) + wanted)
		goto out;
	result = -EFAULT;
	if (copy_from_user(served.message->buf, data + sizeof(error), wanted))
		goto out;
	served.error = -error;
	served.state = ANSWERED;
	result = size;
out:
	mutex_unlock(&bench);
	wake_up_all(&served_changed);
	return result;
}

static const struct file_operations serve_file = {
	.owner = THIS_MODULE,
	.open = serve_open,
	.release = serve_release,
	.poll = serve_poll,
	.read = serve_read,
	.write = serve_write,
	.llseek = noop_llseek,
};

static int ram_show(struct seq_file *file, void *unused)
{
	struct chip *chip = file->private;
	int i;

	mutex_lock(&bench);
	for (i = 0; i < HT16K33_RAM; i++)
		seq_printf(file, i ? " %02x" : "%02x", chip->ram[i]);
	mutex_unlock(&bench);
	seq_putc(file, '\n');
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(ram);

static int state_show(struct seq_file *file, void *unused)
{
	struct chip *chip = file->private;

	mutex_lock(&bench);
	if (chip->kind == HT16K33)
		seq_printf(file, "oscillator=%d display=%d blink=%d dimming=%d\n", chip->oscillator,
			   chip->display & 1, chip->display >> 1, chip->dimming);
	else
		seq_printf(file, "powered=%d mode=%02x time=%d\n", chip->powered, chip->mode,
			   chip->measurement_time);
	mutex_unlock(&bench);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(state);

static ssize_t power_write(struct file *file, const char __user *data, size_t size, loff_t *offset)
{
	mutex_lock(&bench);
	power_up(file->private_data);
	mutex_unlock(&bench);
	return size;
}

static const struct file_operations power_file = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = power_write,
	.llseek = noop_llseek,
};

static void show_chip(struct chip *chip, struct dentry *root)
{
	char name[4];
	struct dentry *folder;

	snprintf(name, sizeof(name), "%02x", chip->address);
	folder = debugfs_create_dir(name, root);
	debugfs_create_file("state", 0444, folder, chip, &state_fops);
	debugfs_create_file("power", 0200, folder, chip, &power_file);
	debugfs_create_bool("present", 0644, folder, &chip->present);
	debugfs_create_u32("bytes", 0444, folder, &chip->bytes);
	debugfs_create_u32("fail", 0644, folder, &chip->fail);
	debugfs_create_u32("fail_errno", 0644, folder, &chip->fail_errno);
	if (chip->kind == HT16K33)
		debugfs_create_file("ram", 0444, folder, chip, &ram_fops);
	if (chip->kind == BH1750) {
		debugfs_create_u32("millilux", 0644, folder, &chip->millilux);
		debugfs_create_u32("measuring_ms", 0644, folder, &chip->measuring_ms);
	}
}

/* The platform device, whose driver can be unbound */

static void set_gone(bool is_gone)
{
	mutex_lock(&bench);
	gone = is_gone;
	mutex_unlock(&bench);
}

static int bus_probe(struct platform_device *device)
{
	struct i2c_adapter *adapter = devm_kzalloc(&device->dev, sizeof(*adapter), GFP_KERNEL);

	if (!adapter)
		return -ENOMEM;
	adapter->owner = THIS_MODULE;
	adapter->algo = &algorithm;
	adapter->nr = BUS_NUMBER;
	adapter->dev.parent = &device->dev;
	strscpy(adapter->name, "NoiseClock virtual bench", sizeof(adapter->name));
	platform_set_drvdata(device, adapter);
	set_gone(false);
	return i2c_add_numbered_adapter(adapter);
}

static void bus_remove(struct platform_device *device)
{
	set_gone(true);
	i2c_del_adapter(platform_get_drvdata(device));
}

static struct platform_driver bus_driver = {
	.driver = { .name = "noiseclock-i2c" },
	.probe = bus_probe,
	.remove = bus_remove,
};

static int __init bench_init(void)
{
	struct dentry *root = debugfs_create_dir("noiseclock-i2c", NULL);
	struct platform_device *device;
	int i, error;

	for (i = 0; i < ARRAY_SIZE(chips); i++) {
		chips[i].present = chips[i].address != 0x71;
		chips[i].fail_errno = EREMOTEIO;
		chips[i].millilux = 50000;
		/* The longest that the datasheet allows; the kernel's own driver waits for less. */
		chips[i].measuring_ms = 180;
		power_up(&chips[i]);
		show_chip(&chips[i], root);
	}
	debugfs_create_file("log", 0644, root, NULL, &log_file);
	debugfs_create_file("serve", 0600, root, NULL, &serve_file);
	debugfs_create_u32("stuck", 0644, root, &stuck_ms);

	error = platform_driver_register(&bus_driver);
	if (error)
		return error;
	device = platform_device_register_simple("noiseclock-i2c", PLATFORM_DEVID_NONE, NULL, 0);
	return PTR_ERR_OR_ZERO(device);
}
device_initcall(bench_init);

MODULE_DESCRIPTION("The I2C bus and chips of NoiseClock's virtual bench");
MODULE_LICENSE("GPL");
