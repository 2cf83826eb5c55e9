// libqrencode, which makes QR codes. All that is needed imports as it is.
#pragma once
#include <qrencode.h>
