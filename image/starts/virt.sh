# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# The whole image on QEMU's own machine (virt), from the first start to a ring after a power cut. Sourced, never run.

test_virt() {
    local applied
    write_loop_data "$folder/data-virt"
    prepare_card "$folder/virt" "$image" "$folder/data-virt" "$card_size"
    start_machine "$folder/virt" virt -rtc "base=$first_start" "${counting[@]}"
    await 'NC: slot A try none left 0' "$longest_start"
    say "U-Boot has chosen slot A"
    await_shell
    check_armed_first
    check_read_only
    check_others
    check_listeners
    must "the kernel does not look where the owner's firmware for the radio is kept" \
        "grep -qx /var/lib/system-state/firmware /sys/module/firmware_class/parameters/path"
    check_grown
    check_resident
    check_first_ring
    check_result
    applied=$result
    say "the first alarm of noiseclock.json is set"
    must "the time cannot be set" "noiseclock time set $just_before"
    await_ring
    say "it rings, into the loop; now the power is cut"
    cut_power

    start_machine "$folder/virt" virt -rtc "base=$second_start" "${counting[@]}"
    await 'NC: slot A try none left 0' "$longest_start"
    await_shell
    await_ring
    moment noiseclockd.service ActiveEnterTimestampMonotonic
    say "it rings again; the clock was ready $(seconds "$answer") s after the kernel's start"
    must "the client cannot stop it" "noiseclock alarm stop"
    must "it still rings" "! noiseclock status | grep -q ^Ringing"
    say "the client has stopped it"
    await_rest
    read_setup
    [[ $result == "$applied" ]] || fail "the second start has applied noiseclock.json again" "$result"
    say "the second start has applied nothing again"
    cut_power
}

check_read_only() {
    ! ask "touch /usr/test" || fail "the root can be written to"
    [[ $answer == *"Read-only file system"* ]] || fail "the root says something else than that it is read-only" "$answer"
    say "the root is read-only"
}

# Nobody but root commands the clock's parts, whichever account a fault in some program may give away.
check_others() {
    local user
    must "RAUC does not answer root" "busctl call de.pengutronix.rauc / de.pengutronix.rauc.Installer GetSlotStatus"
    for user in nobody noiseclock avahi; do
        ! ask "setpriv --reuid $user --regid \$(id -g $user) --clear-groups --inh-caps=-all -- \
            busctl call de.pengutronix.rauc / de.pengutronix.rauc.Installer Mark ss active other" ||
            fail "$user may choose the system of the next start"
        [[ $answer == *"Access denied"* ]] || fail "RAUC refuses $user with other words" "$answer"
    done
    must "the slot state cannot be read" "/usr/lib/noiseclock/boot-slot show"
    [[ $answer == *"trusted=A trial=none"* ]] || fail "somebody has changed the slot state" "$answer"
    must "files that run with another's rights cannot be listed" "find / -xdev -perm /6000"
    [[ -z ${answer//[[:space:]]/} ]] || fail "files run with somebody else's rights" "$answer"
    say "RAUC obeys root alone, and no file gives anybody else's rights"
}

# What image/rights rates is what listens, and Avahi does its work in its sandbox.
check_listeners() {
    local unit listed
    listed=$(sed -n 's/^listen \([^ ]*\).*/\1/p' "$repository/image/rights")
    must "Avahi does not answer in the network" "until busctl call org.freedesktop.Avahi / \
        org.freedesktop.Avahi.Server GetState | grep -q 'i 2'; do sleep 1; done"
    must "what listens cannot be listed" "for pid in \$(ss -Htulnp | grep -o 'pid=[0-9]*' | sort -u); do \
        sed 's/.*\///' /proc/\${pid#pid=}/cgroup; done"
    [[ $answer == *avahi-daemon.service* ]] || fail "Avahi does not listen" "$answer"
    for unit in ${answer//$'\r'/}; do
        [[ $'\n'$listed$'\n' == *$'\n'"$unit"$'\n'* ]] ||
            fail "$unit listens to the network, and image/rights does not say in what sandbox"
    done
    say "these listen to the network, each in its sandbox: $(sort -u <<<"${answer//$'\r'/}" | xargs)"
}

# A sparse file, so that it costs nothing here.
card_size=128G
# MiB that a first start may write to it.
most_first_writes=200

check_grown() {
    local size
    must "the data cannot be measured" "df --output=size -B 1G /var | tail -n 1"
    size=${answer//[^0-9]/}
    ((size > 115)) || fail "the data partition has not grown: $size GiB"
    must "ext4 does not come to an end" "while grep -qsx ext4lazyinit /proc/[0-9]*/comm; do sleep 1; done; sync" "$longest_start"
    written
    say "the data partition has grown to $size GiB; the first start has written $answer MiB"
    ((answer <= most_first_writes)) || fail "that are more than $most_first_writes MiB"
}

# KiB. Sound cards need different parts of ALSA, which a rehearsal on another device does not touch.
most_new_in_ring=16

check_first_ring() {
    local files
    memory RssFile
    files=$answer
    must "a timer cannot be set" "noiseclock timer add 1s"
    await_sound
    must "the timer cannot be stopped" "noiseclock timer stop 1"
    memory RssFile
    say "of that are of files: $files KiB; its first ring read $((answer - files)) more"
    ((answer - files <= most_new_in_ring)) || fail "a ring had to wait for the card"
}

# What the setup has written on the card, and the clock's present settings.
read_setup() {
    must "the setup has left no noiseclock-result.txt" \
        "mount -o ro /dev/vda1 /mnt && cat /mnt/noiseclock-result.txt; s=\$?; umount /mnt; (exit \$s)"
    result=$answer
    must "the clock does not answer" "noiseclock alarm list"
    [[ $(grep -c First <<<"$answer") == 1 ]] || fail "there is not one first alarm" "$answer"
}

# The whole file, as a person reads it.
check_result() {
    local expected
    must "the result has no address" "until [ ! -e /run/noiseclock-setup/wants-addresses ]; do sleep 1; done" 300
    read_setup
    expected="NoiseClock: what became of the setup
Written: $day TIME UTC

Taken:
  - time zone Europe/Berlin
  - hostname bedside
  - alarm 07:00 daily --label First

Name: bedside.local
Address: ADDRESSES"
    [[ $(sed -E -e "s/^(Written: $day) [0-2][0-9]:[0-5][0-9] /\1 TIME /" \
        -e 's/^Address: [0-9a-f.:]*[0-9](, [0-9a-f.:]+)*$/Address: ADDRESSES/' <<<"$result") == "$expected"* ]] ||
        fail "noiseclock-result.txt says something else than was expected" "$result"
    say "noiseclock-result.txt says what became of noiseclock.json, and where the clock is"
}

await_ring() {
    must "the alarm does not ring" "until noiseclock status | grep -q ^Ringing; do sleep 0.5; done" 300
    await_sound
}

# The card's position moves while it plays. A clock that has just opened the card may close and reopen it, so a
# reading without a position is no failure yet.
await_sound() {
    # shellcheck disable=SC2016 # It expands over there.
    must "the sound card does not play" \
        's=/proc/asound/Loopback/pcm0p/sub0/status; until a=$(grep hw_ptr $s) && sleep 1 && b=$(grep hw_ptr $s)'\
' && [ "$a" != "$b" ]; do sleep 0.5; done; echo "$a, $b"'
}
