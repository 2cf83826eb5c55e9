# shellcheck shell=bash disable=SC2154 # Names of image/test, which sources this.
#
# The update of the files that the Pi starts from, with the power cut at every write. QEMU logs each write to a FAT
# partition with older files, while the image brings them up to date. Then each beginning of that log is one cut: every
# file must be the old or the new one, whole. And from some of these cuts the image must come to the end.
# Sourced, never run.

# How many of the cuts the image goes on from.
cuts_to_finish=8

# In MiB, as image/card.sh makes it.
cut_size=60

# Runs where the tools are, in /build, with the image: leaves a partition with older files as base.img, and the
# folders `old` and `new`. The older ones are longer, shorter, or of the same length.
make_old_fat() {
    local fat name size number=0
    # Not of the card, whose start4.elf is an older one.
    xz -dc image.xz | dd of=image.img bs=1M iflag=fullblock conv=sparse status=none
    fat=image.img@@$(($(sfdisk --json image.img | jq '.partitiontable.partitions[0].start') * 512))
    mkdir new
    mcopy -s -n -i "$fat" '::*' new
    rm -f image.img new/{config.txt,noiseclock.json}
    cp -r new old
    find old -type f | LC_ALL=C sort >names
    while read -r name; do
        number=$((number + 1))
        size=$(($(stat -c %s "$name") + (number % 3 - 1) * 700))
        head -c "$((size > 0 ? size : 40))" /dev/urandom >"$name"
    done <names
    sed -i 's,^old/,,' names
    echo '{"hostname": "mine"}' >old/noiseclock.json
    rm -f base.img fat.img fat.log cuts.img
    truncate -s "${1}M" base.img
    mkfs.vfat -F 32 -n OLD -i 4e436c6c base.img >/dev/null
    mcopy -s -i base.img old/* ::
    cp base.img fat.img
    truncate -s 1G fat.log
    truncate -s "$(($1 * $2))M" cuts.img
}

# Runs there, too: replays fat.log on base.img, write by write, and checks each cut. Prints how many there were and
# leaves some of them in cuts.img.
replay_cuts() {
    local position=1 number=0 entry sector sectors kept=0 writes=()
    while entry=$(log_entry "$position") && [[ $entry != "0 0 0" ]]; do
        read -r sector sectors _ <<<"$entry"
        ((sectors == 0)) || writes+=("$((position + 1)) $sector $sectors")
        position=$((position + 1 + sectors))
    done
    cp base.img cut.img
    for entry in "${writes[@]}"; do
        read -r position sector sectors <<<"$entry"
        dd if=fat.log of=cut.img bs=512 skip="$position" seek="$sector" count="$sectors" conv=notrunc status=none
        number=$((number + 1))
        check_cut cut.img either || {
            echo "after $number of ${#writes[@]} writes (sector $sector)"
            return 1
        }
        if ((number * $2 / ${#writes[@]} > kept)); then
            dd if=cut.img of=cuts.img bs=1M seek="$((kept * $1))" conv=notrunc,sparse status=none
            kept=$((kept + 1))
        fi
    done
    check_cut cut.img new || return
    echo "$number writes"
}

# `log_entry POSITION` prints sector, number of sectors and flags of an entry of the log (dm-log-writes' format).
log_entry() {
    od -An -t u8 -j "$(($1 * 512))" -N 24 fat.log | xargs
}

# `check_cut IMAGE either|new`: what a Pi would find.
check_cut() {
    local name paths
    rm -rf found
    mkdir found
    # Not noiseclock-new, in which anything may be cut short.
    mapfile -t paths < <(cut -d / -f 1 names | uniq | sed 's/^/::/')
    mcopy -s -n -Q -i "$1" ::noiseclock.json "${paths[@]}" found 2>said || {
        cat said
        return 1
    }
    cmp -s found/noiseclock.json old/noiseclock.json || {
        echo "the owner's file is another one"
        return 1
    }
    while read -r name; do
        cmp -s "found/$name" "new/$name" || { [[ $2 == either ]] && cmp -s "found/$name" "old/$name"; } || {
            echo "$name is neither the old file nor the new one"
            return 1
        }
    done <names
    ! { [[ $2 == new ]] && mdir -b -i "$1" ::noiseclock-new >/dev/null 2>&1; } || {
        echo "noiseclock-new is still there"
        return 1
    }
    # Data that two files share would be lost with one of them.
    fsck.fat -n "$1" >said 2>&1 || true
    ! grep -B 2 'share clusters' said
}

# Runs there, too.
check_finished() {
    local number
    for ((number = 0; number < $2; number++)); do
        dd if=cuts.img of=cut.img bs=1M skip="$((number * $1))" count="$1" conv=sparse status=none
        check_cut cut.img new || {
            echo "in cut $((number + 1)) of $2"
            return 1
        }
    done
}

# `in_cut_tools FUNCTION` runs one of them, and leaves what it says in `answer`.
in_cut_tools() {
    answer=$(call_in_tools "$folder/card" "$1 log_entry check_cut" "$cut_size" "$cuts_to_finish" 2>&1) ||
        fail "$2" "$(tail -n 5 <<<"$answer")"
}

test_card() {
    local number command
    write_card_data "$folder/data-card"
    # Of an older image, too: the clock brings it up to date by itself.
    head -c 1M /dev/zero >"$folder/data-card/fat/start4.elf"
    prepare_card "$folder/card" "$image" "$folder/data-card"
    in_cut_tools make_old_fat "a partition with older files could not be made"
    start_machine "$folder/card" virt \
        -blockdev driver=file,filename=/build/fat.img,node-name=fat \
        -blockdev driver=file,filename=/build/fat.log,node-name=log \
        -blockdev driver=blklogwrites,file=fat,log=log,node-name=logged -device virtio-blk-device,drive=logged \
        -drive file=/build/cuts.img,format=raw,if=none,id=cuts -device virtio-blk-device,drive=cuts,serial=cuts
    await_shell
    must "the card's own files are not brought up to date" \
        "until journalctl -u noiseclock-card-files -o cat | grep 'brought up to date'; do sleep 1; done" "$longest_start"
    [[ $answer == *"up to date: start4.elf"* ]] || fail "other files were brought up to date" "$answer"
    say "the clock has brought start4.elf up to date, which alone was older"
    command=/usr/lib/noiseclock/card-files
    must "older files are not brought up to date" "$command /dev/disk/by-label/OLD && sync" "$longest_start"
    in_cut_tools replay_cuts "a power cut leaves a card that a Pi may not start from"
    say "all older files are brought up to date; the power cut after each of $answer leaves every file old or new"
    must "the cuts cannot be read" "for n in \$(seq 0 $((cuts_to_finish - 1))); do
        d=\$(losetup --find --show --offset \$((n * $cut_size << 20)) --sizelimit $((cut_size << 20)) \
            /dev/disk/by-id/virtio-cuts) && $command \$d && losetup -d \$d || exit 1; done; sync" "$longest_start"
    must "the kernel finds fault with a card that was cut" "! dmesg | grep 'FAT-fs.*error'"
    cut_power
    in_cut_tools check_finished "the image does not come to the end of an update that was cut"
    say "from $cuts_to_finish of these cuts, the next start came to the end"
}
