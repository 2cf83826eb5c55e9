# shellcheck shell=bash disable=SC2034,SC2154 # Names of setup.sh and library.sh, which are sourced first.
#
# A clock's image in QEMU, for the tests: the card, the machine, and a root shell on its serial line. Sourced after
# board/setup.sh and image/library.sh, never run.
#
# The image is exactly the shipped one. Only its copy on the test's card gets two additions: extra.txt, which tells
# the kernel the serial line and a folder of units, and that folder on the data partition, with a shell as its only
# unit, and longer limits for the clock's. So no shipped image has an unnecessary way in.

# If an answer takes longer, the machine hangs. Everything is emulated, perhaps on a busy host.
longest_start=1200
longest_answer=300

# `write_card_data FOLDER`: the tests' additions to their card, in the form that prepare_card takes.
write_card_data() {
    local folder=$1 units=$1/var/lib/test
    rm -rf "$folder"
    mkdir -p "$folder/fat" "$units/sysinit.target.wants" "$units/noiseclockd.service.d"
    # An emulated machine is too slow for a watchdog of 15 s, and on a busy host for the 90 s that systemd gives a unit.
    # Errors about parts that QEMU lacks would come between the answers.
    local arguments="SYSTEMD_UNIT_PATH=/var/lib/test: loglevel=1"
    arguments+=" systemd.watchdog_sec=0 systemd.default_timeout_start_sec=600"
    printf '%s\n' "nc_extra_virtio=console=ttyAMA0 $arguments" "nc_extra_mmc=console=ttyS1,115200 maxcpus=2 $arguments" \
        >"$folder/fat/extra.txt"
    cat >"$units/test-shell.service" <<'END'
[Unit]
DefaultDependencies=no
Conflicts=shutdown.target
[Service]
ExecStart=/bin/sh -c 'stty -echo; echo; echo shell is here; PS1= exec /bin/sh'
StandardInput=tty-force
StandardOutput=tty
StandardError=tty
END
    ln -s ../test-shell.service "$units/sysinit.target.wants/test-shell.service"
    # The clock has limits of its own: it would be ended and started again for ever.
    printf '%s\n' "[Service]" "TimeoutStartSec=15min" "WatchdogSec=2min" >"$units/noiseclockd.service.d/test.conf"
}

# A board without a display and wires, with the kernel's loopback as sound card: all of it exists on `virt`.
loop_board='{"version": 1, "name": "Loop", "display": {"driver": "none"},
    "audio": {"device": "plughw:CARD=Loopback,DEV=0", "rate": 48000, "keepOpen": false}}'

# `write_loop_board FOLDER`: makes the card from write_card_data start on `virt` with that board.
write_loop_board() {
    sed -i 's/^nc_extra_virtio=.*/& modules_load=snd-aloop/' "$1/fat/extra.txt"
    mkdir -p "$1/var/lib/system-state"
    printf '%s\n' "$loop_board" >"$1/var/lib/system-state/board.json"
}

# `prepare_card FOLDER IMAGE DATA [SIZE]`: makes FOLDER/card.img from the image, 2 GiB large unless another size is
# named (raspi3b needs a power of two), with the folders `fat` and `var` of DATA on its partitions, and the other files
# that the machines start with.
prepare_card() {
    local folder=$1
    "${as_root[@]}" rm -rf --one-file-system "$folder"
    mkdir -p "$folder"
    cp -r "$3" "$folder/data"
    cp "$2" "$folder/image.xz"
    call_in_tools "$folder" "write_card say fail" "${4:-2G}"
}

# Runs where the tools are, as root. The partitions are where image/card.sh puts them.
write_card() {
    local program=$0 start fat data file name overlays
    # shellcheck source=image/card.sh
    source /src/image/card.sh
    xz -dc image.xz >card.img
    start=$(sfdisk --json card.img | jq '[.partitiontable.partitions[].start]')
    fat=$(jq '.[0]' <<<"$start")
    data=$(jq '.[3]' <<<"$start")
    truncate -s "$1" card.img

    mcopy -i "card.img@@$((fat * 512))" ::config.txt ::u-boot.bin ::bcm2837-rpi-3-b.dtb ::overlays .  -s
    [[ ! -d data/fat ]] || mcopy -o -s -i "card.img@@$((fat * 512))" data/fat/* ::
    if [[ -d data/var ]]; then
        chown -R 0:0 data/var
        make_data data.img -d data/var
        dd if=data.img of=card.img bs=512 seek="$data" conv=notrunc,sparse status=none
    fi

    # What a Raspberry Pi's firmware does with config.txt, and QEMU does not. A test may add lines, and overlays of its own.
    [[ ! -e data/config.txt ]] || cat data/config.txt >>config.txt
    mapfile -t overlays < <(sed -n 's/^dtoverlay=//p' config.txt | tr -d '\r')
    for file in data/overlays/*.dts; do
        [[ -e $file ]] || continue
        name=$(basename "$file" .dts)
        dtc -@ -I dts -O dtb -o "overlays/$name.dtbo" "$file"
        overlays+=("$name")
    done
    python3 -B /src/image/trees apply --overlays overlays --output tree.dtb bcm2837-rpi-3-b.dtb "${overlays[@]}"
}

# `start_machine FOLDER virt|raspi3b [OPTIONS…]` switches it on. Its serial line is written to FOLDER/console.
start_machine() {
    local folder=$1 kind=$2
    shift 2
    machine_folder=$folder
    machine_console=$folder/console
    rm -f "$folder"/serial.in "$folder"/serial.out
    mkfifo "$folder/serial.in" "$folder/serial.out"
    : >"$machine_console"
    machine_seen=0
    # Read and write, so that opening does not block.
    exec 7<>"$folder/serial.in"
    cat "$folder/serial.out" >>"$machine_console" &
    machine_reader=$!
    local options=(-nographic -no-reboot -monitor none -chardev "pipe,id=line,path=/build/serial")
    case $kind in
    virt)
        # shellcheck disable=SC2054 # Commas are QEMU's.
        options+=(-M virt -cpu cortex-a53 -smp 2 -m 512 -bios /usr/lib/u-boot/qemu_arm64/u-boot.bin
            -serial chardev:line -device virtio-net-device,netdev=net -netdev user,id=net,restrict=on
            -drive "file=/build/card.img,format=raw,if=none,id=card,cache=unsafe"
            -device virtio-blk-device,drive=card)
        ;;
    raspi3b)
        options+=(-M raspi3b -kernel /build/u-boot.bin -dtb /build/tree.dtb -serial null -serial chardev:line
            -drive "file=/build/card.img,format=raw,if=sd,cache=unsafe"
            -device "at24c-eeprom,bus=i2c-bus.1,address=0x70,rom-size=256")
        ;;
    esac
    debian13_user=0:0 system=$emulator run_in_debian13 "$folder" qemu-system-aarch64 "${options[@]}" "$@" \
        >"$folder/qemu" 2>&1 </dev/null &
    machine=$!
}

# As if the plug were pulled: the guest gets no warning.
cut_power() {
    [[ -n ${machine:-} ]] || return 0
    "${as_root[@]}" kill -KILL "$machine" 2>/dev/null || true
    wait "$machine" 2>/dev/null || true
    kill "$machine_reader" 2>/dev/null || true
    wait "$machine_reader" 2>/dev/null || true
    exec 7>&-
    machine=
}

# `await PATTERN SECONDS`: waits until a console line that is new since the last await matches (grep -E).
await() {
    local until=$((SECONDS + $2)) found
    while :; do
        found=$(tail -n "+$((machine_seen + 1))" "$machine_console" | tr -d '\r' | grep -anE -m 1 "$1" || true)
        if [[ -n $found ]]; then
            machine_seen=$((machine_seen + ${found%%:*}))
            return
        fi
        kill -0 "$machine" 2>/dev/null || {
            tail -n 40 "$machine_console" "$machine_folder/qemu" >&2
            fail "the machine has ended while '$1' was awaited; its last lines stand above"
        }
        ((SECONDS < until)) || {
            tail -n 40 "$machine_console" >&2
            fail "'$1' did not come within $2 s; the console's last lines stand above"
        }
        sleep 0.2
    done
}

await_shell() {
    await '^shell is here$' "$longest_start"
    question=0
}

# `ask COMMAND [SECONDS]` runs it in the machine's shell, leaves its output in `answer` and returns its status.
ask() {
    local from status
    question=$((question + 1))
    from=$machine_seen
    printf '%s\n' "{ $1; } 2>&1 </dev/null; echo \"answer $question \$?\"" >&7
    await "answer $question [0-9]+\$" "${2:-$longest_answer}"
    answer=$(sed -n "$((from + 1)),${machine_seen}p" "$machine_console" | tr -d '\r')
    status=${answer##*"answer $question "}
    answer=${answer%"answer $question "*}
    return "$status"
}

# `must WHAT COMMAND [SECONDS]`: asks, and ends the program with the answer if it fails.
must() {
    ask "${@:2}" || fail "$1" "$(tail -n 20 <<<"$answer")"
}
