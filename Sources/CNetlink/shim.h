// The kernel's interface to the network's addresses (rtnetlink(7)). Here, too: what Swift cannot always name, because which
// module `MSG_DONTWAIT` comes from differs from build to build.
#pragma once
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

// Takes a message that is there already, as recv(2); -1 if there is none.
static inline ssize_t noiseclock_netlink_drop(int socket, void *bytes, size_t count) {
  return recv(socket, bytes, count, MSG_DONTWAIT);
}
