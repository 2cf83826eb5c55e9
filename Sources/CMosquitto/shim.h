// libmosquitto, which speaks MQTT. All that is needed imports as it is.
#pragma once
#include <mosquitto.h>
#include <mqtt_protocol.h>
