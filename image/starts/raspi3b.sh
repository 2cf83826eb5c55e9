# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# The default board on QEMU's Raspberry Pi 3, without a network and a hardware clock. Sourced, never run.

test_raspi3b() {
    write_pi_data "$folder/data-raspi3b"
    prepare_card "$folder/raspi3b" "$image" "$folder/data-raspi3b"
    start_machine "$folder/raspi3b" raspi3b
    await 'NC: slot A try none left 0' "$longest_start"
    await_shell
    check_armed_first
    check_unknown_time
    must "there is no sound card" "cat /proc/asound/cards"
    [[ $answer == *"[MAX98357A "* ]] || fail "the default board's sound card is not there" "$answer"
    say "the default board's sound card is there: MAX98357A"
    check_resident
    cut_power
}

# The default board except for its sound device: QEMU has no I2S, and its DMA would transfer for ever, in one go.
write_pi_data() {
    write_card_data "$1"
    sed -i 's/^nc_extra_mmc=.*/& modules_load=snd-aloop/' "$1/fat/extra.txt"
    mkdir -p "$1/var/lib/system-state"
    sed -e 's/CARD=MAX98357A,DEV=0/CARD=Loopback,DEV=0/' -e 's/\["default"\]/["plughw:CARD=Loopback,DEV=1"]/' \
        "$repository/board/ht16k33-7seg.json" >"$1/var/lib/system-state/board.json"
    ! grep -q '"default"' "$1/var/lib/system-state/board.json" || fail "the default board's sound is another now"
}

# What a new clock shows that nobody has told the time: systemd has lifted it to a date of its own.
check_unknown_time() {
    must "the clock shows a time that nobody vouches for" "noiseclock status | grep '^Time  *unknown'"
    say "it knows no time, and says so"
}
