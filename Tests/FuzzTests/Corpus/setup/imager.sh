#!/bin/sh
   /usr/lib/raspberrypi-sys-mods/imager_custom set_hostname bedside
   /usr/lib/raspberrypi-sys-mods/imager_custom set_wlan -h 'Ann'"'"'s' 'a passphrase' 'DE'
   /usr/lib/raspberrypi-sys-mods/imager_custom set_timezone 'Europe/Berlin'
cat >/etc/wpa_supplicant/wpa_supplicant.conf <<'WPAEOF'
country=DE
	ssid="A"
	psk="12345678"
WPAEOF
echo "Europe/Berlin" >/etc/timezone
