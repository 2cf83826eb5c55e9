# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Updates an image in QEMU under the worst conditions: random power cuts, broken bundles, a system that never becomes
# ready. Whatever happens, the clock must start again with all its alarms. Sourced, never run.

# Under emulation on a busy machine: the installation of a system, and a trial with its half minute of waiting.
longest_install=900
longest_trial=1200

test_updates() {
    local name
    cuts=$((10#${given[--cuts]:-20}))
    seed=$((10#${given[--seed]:-$(date +%N)} % 100000))
    alarms=()
    ((${#words[@]} > 0)) || words=(broken whole cuts never)
    require_image
    require_tools
    require_emulator
    require_signing_keys
    folder=$repository/.build/image/updates
    card=$folder/card
    trap cut_power EXIT
    prepare
    for name in "${words[@]}"; do
        "test_$name"
    done
    say "all of it holds"
}

# --- The card, and the disk with the bundles

prepare() {
    say "making the bundles"
    "${as_root[@]}" rm -rf --one-file-system "$folder"
    mkdir -p "$folder/other"
    write_card_data "$folder/data"
    # A system whose clock finds no display and no sound is never good.
    write_loop_board "$folder/data"
    # A deadline that an emulated machine can keep.
    local deadline=$folder/data/var/lib/test/slot-deadline.timer.d
    mkdir "$deadline"
    printf '%s\n' "[Timer]" "OnBootSec=" "OnBootSec=20min" >"$deadline/test.conf"
    prepare_card "$card" "$image" "$folder/data"
    quietly "$repository/image/build" update --fast --image "$image" --output "$folder" ||
        fail "the image's bundle could not be made; what was said stands above"
    mv "$folder"/noiseclock-*.raucb "$card/good.raucb"
    cp "$image" "$card/image.xz"
    cp "$update_key" "$update_certificate" "$card"
    quietly make_signing_keys "$folder/other" || fail "openssl could not make another CA"
    cp "$folder/other/sign.key" "$card/other.key"
    cp "$folder/other/sign.pem" "$card/other.pem"
    quietly call_in_tools "$card" "make_bundles sign_update unpack_slot" ||
        fail "the bundles could not be made; what was said stands above"
}

# Runs where the tools are, in /build, which has good.raucb, image.xz, the keys (sign) and those of another CA
# (other). Leaves bundles.img, a disk with all bundles, and stick.img, a USB stick.
make_bundles() {
    local version
    mkdir -p disk stick content zones

    mv good.raucb disk
    truncate -s "$(($(stat -c %s disk/good.raucb) * 6 / 10))" disk/short.raucb
    dd if=disk/good.raucb of=disk/short.raucb bs=1M iflag=count_bytes conv=notrunc status=none \
        count="$(stat -c %s disk/short.raucb)"
    cp disk/good.raucb disk/changed.raucb
    printf 'XXXX' | dd of=disk/changed.raucb bs=1 conv=notrunc status=none \
        seek="$(($(stat -c %s disk/good.raucb) / 2))"
    head -c 1M /dev/urandom >content/rootfs.ext4
    sign_update disk/foreign.raucb 9 rootfs rootfs.ext4 noiseclock-arm64 other
    head -c 1M /dev/urandom >content/rootfs.ext4
    sign_update disk/toaster.raucb 9 rootfs rootfs.ext4 toaster
    # Older than every version: before the first tag, they begin with 0+.
    head -c 1M /dev/urandom >content/rootfs.ext4
    sign_update disk/older.raucb 0 rootfs rootfs.ext4
    # Valid in every way, except that it contains no system.
    head -c 1M /dev/urandom >zones/something
    mke2fs -q -t ext4 -d zones content/rootfs.ext4 8M
    rm zones/something
    sign_update disk/empty.raucb 9 rootfs rootfs.ext4

    # A system whose clock never reports that it is ready, because there is no clock.
    unpack_slot
    debugfs -R "rdump /usr/share/zoneinfo zones" content/rootfs.ext4 2>/dev/null
    debugfs -w -R "rm /usr/bin/noiseclockd" content/rootfs.ext4 2>/dev/null
    sign_update disk/never.raucb 9 rootfs rootfs.ext4
    rm -f image.xz

    rm -f zones/zoneinfo/{localtime,posixrules}
    for version in 2998a 2000a 2999b; do
        sed -i "1s/.*/# version $version/" zones/zoneinfo/tzdata.zi
        tar -C zones -cf content/tzdata.tar zoneinfo
        sign_update "disk/zones-$version.raucb" "$version" zones/tzdata tzdata.tar
    done
    mv disk/zones-2999b.raucb stick/noiseclock-zones-2999b.raucb
    cp disk/foreign.raucb stick/noiseclock-9-arm64.raucb
    mke2fs -q -t ext4 -d disk bundles.img "$(($(du -sm disk | cut -f 1) + 64))M"
    truncate -s 48M stick.img
    mkfs.vfat -F 32 -n STICK stick.img >/dev/null
    mcopy -i stick.img stick/* ::
}

# --- The machine

# `switch_on [OPTIONS…]`, with the disk of the bundles.
switch_on() {
    start_machine "$card" virt \
        -drive "file=/build/bundles.img,format=raw,if=none,id=bundles,readonly=on" \
        -device virtio-blk-device,drive=bundles "$@"
}

# `start_clock [OPTIONS…]` starts it and checks that all alarms are there. Leaves U-Boot's choice in `chosen`.
start_clock() {
    local name listed
    switch_on "$@"
    await_shell
    # The last one, because the other slot follows if a slot has no kernel.
    chosen=$(tr -d '\r' <"$machine_console" | grep -a -o 'NC: slot.*' | tail -n 1)
    must "the clock does not answer" "until noiseclock alarm list >/dev/null 2>&1; do sleep 1; done" "$longest_start"
    must "the alarms cannot be listed" "noiseclock alarm list"
    listed=$answer
    for name in "${alarms[@]}"; do
        [[ $listed == *"$name"* ]] || fail "the alarm $name is gone" "$listed"
    done
    must "the disk with the bundles is not there" \
        "mkdir -p /run/bundles; for disk in vda vdb; do mount -r /dev/\$disk /run/bundles && break; done 2>/dev/null"
}

# More than an hour away from any ring, so that updates are allowed.
add_alarm() {
    local name=kept-${#alarms[@]}
    must "an alarm cannot be added" "noiseclock alarm add $(date -u -d '+11 hours' +%H:%M) daily --label $name"
    # With slow storage the command succeeds with a warning; what is not saved yet is not guaranteed.
    must "the alarm is not saved" "until grep -qrs $name /var/lib/noiseclock; do sleep 1; done; sync"
    alarms+=("$name")
}

slots() {
    must "the slot state cannot be read" "/usr/lib/noiseclock/boot-slot show"
    answer=$(grep -o 'running=.*' <<<"$answer")
}

last_result() {
    must "there is no result" "sed 's/^[-0-9: ]*UTC  //' /var/lib/system-state/update-result"
    answer=$(tr -d '\r\n' <<<"$answer")
}

# Waits until the guest restarts, which ends QEMU; then starts it again.
await_restart() {
    local until=$((SECONDS + $1))
    while kill -0 "$machine" 2>/dev/null; do
        ((SECONDS < until)) || fail "the machine has not restarted within $1 s" "$(tail -n 20 "$machine_console")"
        sleep 0.5
    done
    cut_power
}

# Waits until no trial is open: `await_end_of_trial SECONDS`.
await_end_of_trial() {
    must "the trial does not end" "while /usr/lib/noiseclock/update trial-open; do sleep 2; done" "$1"
}

# --- The parts

# `refused NAME WORDS`: nothing of it has reached the slots, and a person is told why.
refused() {
    local before
    slots
    before=$answer
    ! ask "/usr/lib/noiseclock/update install /run/bundles/$1.raucb" "$longest_install" || fail "$1.raucb was installed"
    last_result
    [[ $answer =~ $2 ]] || fail "of $1.raucb it says: $answer"
    say "$1.raucb: $answer"
    slots
    [[ $answer == "$before" ]] || fail "$1.raucb has changed the slots to $answer"
}

test_broken() {
    start_clock
    add_alarm
    refused foreign 'foreign.raucb was refused: it is not signed for this clock$'
    refused toaster 'toaster.raucb was refused: it is for another device'
    refused short 'short.raucb was refused: this file is cut short$'
    refused changed 'changed.raucb could not be installed: this file is damaged$'
    ! ask "rauc install /run/bundles/older.raucb" "$longest_install" || fail "rauc has installed an older system"
    must "it does not say why" "journalctl -u rauc -o cat | grep 'version 0 is older than'"
    say "older.raucb: ${answer//[$'\r\n']/}"
    cut_power
    start_clock
    [[ $chosen == "NC: slot A"* ]] || fail "after broken bundles U-Boot says '$chosen'"
    must "a bundle without a system is not installed" \
        "(/usr/lib/noiseclock/update install /run/bundles/empty.raucb >/run/said 2>&1 &)"
    await_restart "$longest_install"
    start_clock
    [[ $chosen == "NC: slot A try B left 2" ]] || fail "of a slot without a kernel U-Boot says '$chosen'"
    await_end_of_trial "$longest_trial"
    last_result
    [[ $answer == "version 9 did not come good"* ]] || fail "of a slot without a kernel it says: $answer"
    say "empty.raucb: $answer"
    slots
    [[ $answer == "running=A trusted=A trial=none left=0" ]] || fail "the slots are $answer"
    test_zones
}

test_zones() {
    # They are not refused because of a ring.
    must "an alarm cannot be added" "noiseclock alarm add $(date -u -d '+20 minutes' +%H:%M) --label soon"
    must "newer time zones are not installed" "/usr/lib/noiseclock/update install /run/bundles/zones-2998a.raucb"
    must "the clock cannot read them" \
        "setpriv --reuid noiseclock --regid noiseclock --clear-groups head -n 1 /var/lib/system-state/zones/tzdata/zoneinfo/tzdata.zi"
    [[ $answer == *"# version 2998a"* ]] || fail "the time zones are $answer"
    say "time zones: 2998a are in use, without a restart"
    ! ask "/usr/lib/noiseclock/update install /run/bundles/zones-2000a.raucb" || fail "older time zones were installed"
    say "time zones: $(tail -n 1 <<<"${answer//[$'\r']/}")"
    ! ask "rauc install /run/bundles/zones-2000a.raucb" || fail "rauc has installed older time zones"
    cut_power
    start_clock -device qemu-xhci -drive "file=/build/stick.img,format=raw,if=none,id=stick" \
        -device usb-storage,drive=stick
    must "the stick's time zones do not come in" \
        "until grep -q 2999b /var/lib/system-state/zones/tzdata/zoneinfo/tzdata.zi; do sleep 1; done" "$longest_start"
    must "the stick is still mounted" "until ! grep -q noiseclock-stick /proc/mounts; do sleep 1; done"
    slots
    [[ $answer == "running=A trusted=A trial=none left=0" ]] || fail "the stick's foreign bundle has changed the slots"
    must "the stick says nothing" "mount -r /dev/disk/by-label/STICK /mnt && cat /mnt/noiseclock-result.txt && umount /mnt"
    [[ $answer == *"2999b from noiseclock-zones-2999b.raucb are in use"*"was refused: it is not signed for this clock"* ]] ||
        fail "on the stick stands: $answer"
    must "the history does not keep it" "noiseclock history | grep 'Update refused: not signed'"
    say "a stick: its time zones 2999b are in use, and what another CA has signed is not; both stand on the stick"
    must "an alarm cannot be deleted" \
        "noiseclock alarm remove \"\$(noiseclock alarm list | sed -n 's/^ *\\([0-9]*\\).*soon.*/\\1/p')\""
    cut_power
}

# An undisturbed update; leaves its duration up to the restart in `span`.
test_whole() {
    local before other
    start_clock
    add_alarm
    await_end_of_trial "$longest_trial"
    slots
    before=${answer#running=}
    before=${before%% *}
    other=$([[ $before == A ]] && echo B || echo A)
    local begun=$SECONDS
    must "the update does not begin" "(/usr/lib/noiseclock/update install /run/bundles/good.raucb >/run/said 2>&1 &)"
    await_restart "$longest_install"
    span=$((SECONDS - begun))
    start_clock
    [[ $chosen == "NC: slot $other try $other left 2" ]] || fail "after an update U-Boot says '$chosen'"
    await_end_of_trial "$longest_trial"
    last_result
    say "an update: $answer ($span s to the restart)"
    [[ $answer == *"is good, and stays" ]] || fail "the update did not come good"
    cut_power
    start_clock
    [[ $chosen == "NC: slot $other try none left 0" ]] || fail "after a good update U-Boot says '$chosen'"
    slots
    [[ $answer == "running=$other trusted=$other trial=none left=0" ]] || fail "the slots are $answer"
    cut_power
}

# Cuts up to a minute after the restart: in the installation, in U-Boot, in the trial's start.
test_cuts() {
    local number until point reached begun before
    : "${span:=60}"
    RANDOM=$seed
    say "$cuts updates are interrupted within $((span + 60)) s of their beginning; --seed $seed repeats the points"
    for ((number = 1; number <= cuts; number++)); do
        start_clock
        # One that was cut after its restart is still on trial; no other begins before it has ended.
        await_end_of_trial "$longest_trial"
        slots
        before=$answer
        add_alarm
        point=$((RANDOM * (span + 60) / 32768))
        reached=installing
        must "the update does not begin" "(/usr/lib/noiseclock/update install /run/bundles/good.raucb >/run/said 2>&1 &)"
        begun=$SECONDS
        until=$((begun + point))
        while ((SECONDS < until)); do
            if ! kill -0 "$machine" 2>/dev/null; then
                cut_power
                switch_on
                reached="starting again"
            fi
            sleep 0.2
        done
        cut_power
        say "cut $number of $cuts after $point s ($reached), from $before, with ${#alarms[@]} alarms"
    done
    start_clock
    await_end_of_trial "$longest_trial"
    slots
    say "after $cuts cuts: all ${#alarms[@]} alarms are there, $answer"
    cut_power
}

test_never() {
    local before begun left
    start_clock
    await_end_of_trial "$longest_trial"
    add_alarm
    slots
    before=${answer#running=}
    before=${before%% *}
    # So that three trials do not take an hour; it must be long enough for a start under emulation.
    must "the deadline cannot be set" "sed -i s/20min/150s/ /var/lib/test/slot-deadline.timer.d/test.conf && sync"
    must "the update does not begin" "(/usr/lib/noiseclock/update install /run/bundles/never.raucb >/run/said 2>&1 &)"
    await_restart "$longest_install"
    begun=$SECONDS
    for left in 2 1 0; do
        start_machine "$card" virt
        await "NC: slot . try . left $left" "$longest_start"
        await_restart "$longest_trial"
    done
    start_clock
    [[ $chosen == "NC: slot $before try none left 0" ]] || fail "after three starts U-Boot says '$chosen'"
    await_end_of_trial "$longest_trial"
    last_result
    [[ $answer == "version 9 did not come good; the system from before is back" ]] || fail "it says: $answer"
    say "a system that never comes good: $answer, after 3 starts and $((SECONDS - begun)) s"
    cut_power
}
