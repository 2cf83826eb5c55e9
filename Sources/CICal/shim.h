// libical 3, which reads iCalendar (RFC 5545). All that is needed imports as it is.
#pragma once
#include <libical/ical.h>
