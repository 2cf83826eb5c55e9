# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# What more than one kind of start uses: when the clock was armed, what has failed, the clock's memory, the card's
# writes, and the card that rings into a loop. Sourced, never run.

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

# `memory FIELD`: a number from the clock's /proc/…/status, in KiB, into `answer`.
memory() {
    must "the clock's memory cannot be read" \
        "grep ^$1: /proc/\$(systemctl show --value -p MainPID noiseclockd)/status"
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

# In UTC. The first start's card rings the alarm in the morning in Berlin; the second start begins during its ring. The
# year is the one after the image's, because no time before its date is right.
choose_times() {
    local day
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
