// The kernel's interface to the network's addresses (rtnetlink(7)).
#pragma once
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
