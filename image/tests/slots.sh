# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Shows that U-Boot's script and boot-slot, which RAUC calls, agree on the slot state: each reads what the other has
# written. Only U-Boot runs in QEMU: the card has no system, so it is ready within seconds. Sourced, never run.

test_slots() {
    require_tools
    require_emulator
    folder=$repository/.build/image/slots
    card=$folder/card.img
    "${as_root[@]}" rm -rf --one-file-system "$folder"
    mkdir -p "$folder"
    trap cut_power EXIT
    make_card
    what="a card as it is shipped"
    cp "$folder/empty.img" "$card"
    start_without_writing "A try none left 0"
    expect A "trusted=A trial=none left=0"
    test_trial
    test_torn
    test_hostile
    say "U-Boot and boot-slot agree"
}

# A card with a FAT partition that has the script, and two empty slots.
make_card() {
    cp "$repository/image/boot/boot.cmd" "$folder"
    # shellcheck disable=SC2016 # It expands in there.
    in_tools "$folder" bash -euc '
        mkimage -A arm64 -T script -C none -n test -d boot.cmd boot.scr >/dev/null
        truncate -s 8M fat.img
        mkfs.vfat fat.img >/dev/null
        mcopy -i fat.img boot.scr ::
        truncate -s 24M card.img
        printf "%s\n" "label: dos" "label-id: 0x4e436c6b" "start=8MiB size=8MiB type=c bootable" \
            "start=16MiB size=2MiB type=83" "start=18MiB size=2MiB type=83" "start=20MiB size=2MiB type=83" |
            sfdisk -q card.img
        dd if=fat.img of=card.img bs=1M seek=8 conv=notrunc status=none
        chown --reference=boot.cmd card.img'
    cp "$card" "$folder/empty.img"
}

# `slot RUNNING COMMAND…`
slot() {
    BOOT_SLOT_DISK=$card BOOT_SLOT_RUNNING=$1 TMPDIR=$folder \
        "$repository/image/system/usr/lib/noiseclock/boot-slot" "${@:2}"
}

# `write_sector SECTOR TEXT` with a correct checksum; the text is a printf format.
write_sector() {
    local data=$folder/data
    # shellcheck disable=SC2059
    printf "$2" >"$data"
    truncate -s 508 "$data"
    {
        gzip -1 -c <"$data" | tail -c 8 | head -c 4
        cat "$data"
    } >"$folder/sector"
    dd if="$folder/sector" of="$card" bs=512 seek="$1" conv=notrunc status=none
}

tear() {
    local sector
    for sector in "$@"; do
        printf 'torn' | dd of="$card" bs=1 seek="$((sector * 512 + 200))" conv=notrunc status=none
    done
}

copies_agree() {
    cmp -s <(dd if="$card" bs=512 skip=2048 count=1 status=none) <(dd if="$card" bs=512 skip=10240 count=1 status=none)
}

# `start EXPECTED`: checks U-Boot's line about its slot. Then the power is cut, because it finds no kernel.
start() {
    local found
    start_machine "$folder" virt
    await 'NC: slot' "$longest_start"
    # It tries the other slot next; by then it has written everything.
    await 'NC: slot' "$longest_answer"
    cut_power
    found=$(tr -d '\r' <"$machine_console" | grep -a -m 1 -o 'NC: slot.*')
    [[ $found == "NC: slot $1" ]] || fail "$what: U-Boot says '$found' where it should say 'NC: slot $1'"
}

# `expect RUNNING STATE`: what boot-slot then reads from the card.
expect() {
    local found
    found=$(slot "$1" show)
    [[ $found == "running=$1 $2" ]] || fail "$what: boot-slot says '$found' where it should say '$2'"
    say "$what: $2"
}

# A normal start must leave the card unchanged, byte for byte.
start_without_writing() {
    local before
    before=$(sha256sum <"$card")
    start "$1"
    [[ $(sha256sum <"$card") == "$before" ]] || fail "$what: an ordinary start has written to the card"
}

test_trial() {
    local left
    what="a trial"
    cp "$folder/empty.img" "$card"
    slot A set-primary B
    for left in 2 1 0; do
        start "B try B left $left"
        copies_agree || fail "$what: the two copies differ"
        expect B "trusted=A trial=B left=$left"
    done
    what="a trial that has ended"
    start "A try none left 0"
    expect A "trusted=A trial=none left=0"
    start_without_writing "A try none left 0"
    what="a slot that came good"
    slot A set-primary B
    start "B try B left 2"
    slot B set-state B good
    start_without_writing "B try none left 0"
    expect B "trusted=B trial=none left=0"
}

test_torn() {
    cp "$folder/empty.img" "$card"
    what="the first copy torn"
    slot A set-primary B
    tear 2048
    start "B try B left 2"
    copies_agree || fail "$what: the two copies differ"
    expect B "trusted=A trial=B left=2"
    what="the second copy torn"
    tear 10240
    start "B try B left 1"
    copies_agree || fail "$what: the two copies differ"
    expect B "trusted=A trial=B left=1"
    what="both copies torn"
    slot B set-state B good
    tear 2048 10240
    start_without_writing "A try none left 0"
    expect A "trusted=A trial=none left=0"
}

# Sectors with a correct checksum that neither program wrote.
test_hostile() {
    local sector text
    for text in 'nc_slot=B; reset\0nc_try=none; reset\0nc_left=3\0\0' \
        'nc_slot=AB\0nc_try=C\0nc_left=2\0bootcmd=reset\0nc_use=B\0\0' 'nc_left\0=\0nc_try=\0\0'; do
        what="something else with a right checksum"
        cp "$folder/empty.img" "$card"
        for sector in 2048 10240; do write_sector "$sector" "$text"; done
        start_without_writing "A try none left 0"
        expect A "trusted=A trial=none left=0"
    done
    what="a number of starts that is none"
    cp "$folder/empty.img" "$card"
    for sector in 2048 10240; do write_sector "$sector" 'nc_slot=A\0nc_try=B\0nc_left=ff; reset\0\0'; done
    start "A try none left 0"
    expect A "trusted=A trial=none left=0"
}
