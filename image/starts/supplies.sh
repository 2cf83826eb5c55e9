# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# A Raspberry Pi 3 with the supplies of a Pi 4's card, a remote control and a lamp. Sourced, never run.

# QEMU's Pi 4 does not start with Debian's kernel, so a Pi 3 gets what has kept a Pi 4 from its card.
test_supplies() {
    write_card_data "$folder/data-supplies"
    mkdir "$folder/data-supplies/overlays"
    cp "$repository/image/starts/pi4-supplies.dts" "$folder/data-supplies/overlays"
    write_remote_and_lamp "$folder/data-supplies"
    prepare_card "$folder/supplies" "$image" "$folder/data-supplies"
    start_machine "$folder/supplies" raspi3b
    await 'NC: slot A try none left 0' "$longest_start"
    await_shell
    must "the root is on another host than the one with supplies" \
        "readlink /sys/class/block/mmcblk*p2 | grep 3f300000.card"
    must "the card's supplies are not in use" "grep -l vcc-sd /sys/class/regulator/*/name"
    say "the card is there, behind a Pi 4's supplies"
    check_remote_and_lamp
    cut_power
}

# The board with a remote control, and the overlay of the one with a lamp.
write_remote_and_lamp() {
    mkdir -p "$1/var/lib/system-state"
    cp "$repository/board/builds/battery-remote.json" "$1/var/lib/system-state/board.json"
    sed -n 's/.*"overlays".*"\(gpio-ir[^"]*\|pwm[^"]*\)".*/dtoverlay=\1/p' \
        "$repository"/board/builds/{battery-remote,knob-lamp}.json >"$1/config.txt"
    [[ $(wc -l <"$1/config.txt") == 2 ]] || fail "battery-remote and knob-lamp have other overlays now"
}

check_remote_and_lamp() {
    # The shell is there before the search for devices, so there is nothing yet to settle.
    must "the receiver is no input device" \
        "until grep -x 'N: Name=\"gpio_ir_recv\"' /proc/bus/input/devices; do sleep 1; done"
    must "the remote control's table is not loaded" \
        "until grep '^rc_hauppauge ' /proc/modules; do sleep 1; done"
    must "the clock does not read the remote control" \
        "until ls -l /proc/\$(systemctl show --value -p MainPID noiseclockd)/fd | grep /dev/input/event; do sleep 1; done" 300
    must "the lamp's channel takes no pulse" \
        "cd /sys/class/pwm/pwmchip0 && echo 0 >export && cd pwm0 && echo 1000000 >period && echo 1 >enable && cat enable"
    say "a remote control can press the clock's keys, and the lamp's channel takes a pulse"
}
