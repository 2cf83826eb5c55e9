# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Starts the image in QEMU, through U-Boot and the boot script, like a Raspberry Pi except for the firmware's stage. It
# reports what it checks; the first failure ends it. image/tests/card.sh has one more kind of start. Sourced, never run.

# shellcheck source-path=SCRIPTDIR
source "$repository/image/tests/card.sh"

test_starts() {
    local kind
    ((${#words[@]} > 0)) || words=(virt raspi3b supplies card)
    counting=()
    # shellcheck disable=SC2054 # The comma is QEMU's.
    [[ -z ${given[--count]:-} ]] || counting=(-icount shift=1,sleep=off)
    choose_times
    if [[ -n ${given[--image]:-} ]]; then
        image=${given[--image]}
    else
        # Each commit's image has a name of its own.
        rm -rf "$repository/.build/image/test"
        "$repository/image/build" --fast --output "$repository/.build/image/test" \
            ${given[--programs]:+--programs "${given[--programs]}"}
        image=$(ls "$repository"/.build/image/test/noiseclock-*-arm64.img.xz)
    fi
    require_tools
    require_emulator
    trap cut_power EXIT
    folder=$repository/.build/image/machines
    mkdir -p "$folder"
    for kind in "${words[@]}"; do
        say "starting $kind"
        "test_$kind"
    done
    say "all holds"
}

# --- What more than one kind of start uses: when the clock was armed, what has failed, the clock's memory, the card's
# writes, and the card that rings into a loop

# Microseconds since the kernel's start: `moment UNIT PROPERTY`, into `answer`.
moment() {
    must "systemd does not know $1" "systemctl show --value -p $2 $1"
    answer=${answer//[^0-9]/}
}

seconds() {
    printf '%d.%d' "$(($1 / 1000000))" "$(($1 / 100000 % 10))"
}

await_rest() {
    ask "systemctl is-system-running --wait" "$longest_start" || true
    must "systemctl lists units that have failed" "systemctl --failed --no-legend --plain"
    [[ -z ${answer//[[:space:]]/} ]] || fail "units have failed" "$answer"
    say "nothing has failed"
}

check_armed_first() {
    local ready begun network
    must "the clock is not ready" "until systemctl is-active --quiet noiseclockd; do sleep 0.2; done" "$longest_start"
    moment noiseclockd.service ExecMainStartTimestampMonotonic
    begun=$answer
    moment noiseclockd.service ActiveEnterTimestampMonotonic
    ready=$answer
    await_rest
    moment network-pre.target ActiveEnterTimestampMonotonic
    network=$answer
    [[ $network == 0 || $network -ge $ready ]] || fail "the network was begun before the clock was armed"
    moment systemd-networkd.service ActiveEnterTimestampMonotonic
    network=$answer
    ((network > ready)) || fail "there is no network, or it was there before the clock was armed"
    say "seconds after the kernel's start: clock started $(seconds "$begun"), armed and ready $(seconds "$ready")," \
        "network $(seconds "$network")"
}

# `memory FIELD [PROGRAM]`: a number from the /proc/…/status of the clock, or of that program, in KiB, into `answer`.
memory() {
    must "the clock's memory cannot be read" \
        "grep ^$1: /proc/\$(systemctl show --value -p MainPID ${2:-noiseclockd})/status"
    answer=${answer//[^0-9]/}
}

# The clock locks its memory after it has rehearsed everything that a ring needs.
await_lock() {
    local until=$((SECONDS + longest_start))
    until memory VmLck && ((answer > 0)); do
        ((SECONDS < until)) || fail "the clock has not locked its memory"
        sleep 1
    done
}

# KiB.
most_resident=$((16 * 1024))

# When the memory is locked, and a minute later, because the kernel's own share grows with time.
check_resident() {
    local locked
    await_lock
    memory VmRSS
    locked=$answer
    sleep 60
    memory VmRSS
    say "memory of the clock: $locked KiB when it was locked, $answer KiB a minute later"
    ((locked <= most_resident && answer <= most_resident)) ||
        fail "the clock has more in memory than the $most_resident KiB that are allowed"
}

# Of what is in the network, after 200 requests and one for its own description, which is the largest.
check_web_resident() {
    must "the clock does not answer often in the network" "bash -c 'get() { exec 3<>/dev/tcp/127.0.0.1/80 && \
        printf \"GET /api/v1/%s HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n\" \$1 >&3 && cat <&3 >/dev/null; }; \
        for i in {1..200}; do get status || exit; done; get openapi.json'" 300
    memory VmRSS noiseclock-web
    say "memory of noiseclock-web: $answer KiB"
    ((answer <= most_resident)) || fail "noiseclock-web has more in memory than the $most_resident KiB that are allowed"
}

# KiB of noiseclock-mqtt, for which libmosquitto brings the libraries of TLS along.
most_resident_of_mqtt=$((12 * 1024))

# Once it has joined, and looked for a broker that is not there.
check_mqtt_resident() {
    must "noiseclock-mqtt does not join" "noiseclock mqtt set --broker 127.0.0.1 && \
        until noiseclock mqtt status --json | grep -q '\"state\":\"disconnected\"'; do sleep 1; done" 120
    # By then it has given back what only its start needed.
    sleep 25
    memory VmRSS noiseclock-mqtt
    say "memory of noiseclock-mqtt: $answer KiB"
    ((answer <= most_resident_of_mqtt)) ||
        fail "noiseclock-mqtt has more in memory than the $most_resident_of_mqtt KiB that are allowed"
    must "MQTT cannot be switched off" "noiseclock mqtt off"
}

# In UTC. The first start's card rings the alarm in the morning in Berlin; the second start begins during its ring. The
# year is the one after the image's, because no time before its date is right.
choose_times() {
    use_time_of_commit
    day=$(($(date --utc --date="@$SOURCE_DATE_EPOCH" +%Y) + 1))-01-12
    first_start=${day}T05:00:00
    just_before=${day}T05:59:40Z
    second_start=${day}T06:01:00
}

write_loop_data() {
    write_card_data "$1"
    write_loop_board "$1"
    printf '%s\n' '{"zone": "Europe/Berlin", "hostname": "bedside", "alarms": ["07:00 daily --label First"]}' \
        >"$1/fat/noiseclock.json"
}

# What has been written to the card since the start, in MiB, into `answer`.
written() {
    must "the card's writes cannot be read" "set -- \$(cat /sys/dev/block/\$(mountpoint -d /var)/../stat); echo \$((\$7 / 2048))"
    answer=${answer//[^0-9]/}
}

# --- The whole image on QEMU's own machine (virt), from the first start to a ring after a power cut

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
    check_web_resident
    check_mqtt_resident
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
    local unit listed listening
    listed=$(sed -n 's/^listen \([^ ]*\).*/\1/p' "$repository/image/rights")
    must "Avahi does not answer in the network" "until busctl call org.freedesktop.Avahi / \
        org.freedesktop.Avahi.Server GetState | grep -q 'i 2'; do sleep 1; done"
    must "what listens cannot be listed" "for pid in \$(ss -Htulnp | grep -o 'pid=[0-9]*' | sort -u); do \
        sed 's/.*\///' /proc/\${pid#pid=}/cgroup; done"
    listening=${answer//$'\r'/}
    [[ $listening == *avahi-daemon.service* ]] || fail "Avahi does not listen" "$listening"
    for unit in $listening; do
        # The socket of noiseclock-web is systemd's.
        [[ $unit != init.scope ]] || continue
        [[ $'\n'$listed$'\n' == *$'\n'"$unit"$'\n'* ]] ||
            fail "$unit listens to the network, and image/rights does not say in what sandbox"
    done
    must "the clock does not answer in the network" "bash -c 'exec 3<>/dev/tcp/127.0.0.1/80 && \
        printf \"GET /api/v1/status HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n\" >&3 && \
        grep -q notDetermined <&3'"
    say "these listen to the network, each in its sandbox: $(sort -u <<<"$listening" | xargs)"
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

# --- The default board on QEMU's Raspberry Pi 3, without a network and a hardware clock

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

# --- A Raspberry Pi 3 with the supplies of a Pi 4's card, a remote control and a lamp

# QEMU's Pi 4 does not start with Debian's kernel, so a Pi 3 gets what has kept a Pi 4 from its card.
test_supplies() {
    write_card_data "$folder/data-supplies"
    mkdir "$folder/data-supplies/overlays"
    cp "$repository/image/tests/pi4-supplies.dts" "$folder/data-supplies/overlays"
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

# --- How much an hour writes to the card: the kind of start that only comes if it is named

test_writes() {
    write_loop_data "$folder/data-writes"
    prepare_card "$folder/writes" "$image" "$folder/data-writes"
    start_machine "$folder/writes" virt -rtc "base=$first_start" "${counting[@]}"
    await_shell
    check_armed_first
    # What a start writes late belongs to none of the hours.
    must "the machine does not wait" "sleep 1800; sync" "$longest_hour"
    hour "in which nothing happens"
    must "no noise plays" "noiseclock noise play rain"
    hour "of noise"
    cut_power
}

# `hour DOING`: how much the card is written in an hour, by the machine's time.
hour() {
    local before
    written
    before=$answer
    must "the machine does not wait an hour" "sleep 3600; sync" "$longest_hour"
    written
    say "in an hour $1: $((answer - before)) MiB written to the card"
}

# Seconds of this computer.
longest_hour=10800
