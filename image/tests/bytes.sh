# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Shows that the programs for a PC and for a Raspberry Pi give the same answers, byte for byte. It runs both sets on
# the same questions, those for the Pi under emulation, and compares the output. Sourced, never run.

test_bytes() {
    local seconds=12 every=1 amd64=${given[--amd64]:-} arm64=${given[--arm64]:-}
    local compiled begun events frames transfers sounds stored boards
    [[ -z ${given[--brief]:-} ]] || seconds=1 every=3
    [[ $(uname -m) == x86_64 ]] || fail "only a PC runs both: this is a machine of the kind $(uname -m)"
    has_command qemu-aarch64-static || install_packages "qemu-user-static: runs a program for another processor"
    compiled=$repository/.build/image/programs
    [[ -n $arm64 || -x $compiled/arm64/noiseclockd ]] || "$repository/image/build" programs arm64
    [[ -n $amd64 || -x $compiled/amd64/noiseclockd ]] || "$repository/image/build" programs amd64
    require_sdk
    require_debian13

    # All files that the runs in Debian 13 read and write are in this folder, which they see as /build.
    folder=$repository/.build/image/same-bytes
    "${as_root[@]}" rm -rf --one-file-system "$folder"
    mkdir -p "$folder"
    install "$(command -v qemu-aarch64-static)" "$folder/qemu"
    cp -r "${arm64:-$compiled/arm64}" "$folder/arm64"
    [[ -n $amd64 ]] || cp -r "$compiled/amd64" "$folder/amd64"
    write_steps give_answers >"$folder/give-answers"

    say "asking the programs for arm64, under emulation, and those for amd64"
    begun=$SECONDS
    ask arm64 /build/qemu -L "/mnt/sdk/bundle.artifactbundle/$sdk_name/sysroot" &
    emulated=$!
    # This process is unshare, which ignores gentler signals.
    trap 'kill -KILL "$emulated" 2>/dev/null || true' EXIT
    if ! ask_amd64; then
        fail "the programs for amd64 did not answer; what was said stands above"
    fi
    wait "$emulated" || fail "the programs for arm64 did not answer; what was said stands above"

    if ! diff -rq "$folder/answers-amd64" "$folder/answers-arm64"; then
        fail "amd64 and arm64 do not answer the same" "Both sets of answers are in $folder."
    fi

    # Without this check, a failure on both sides would pass as equal.
    boards=(night/ht16k33-7seg night/ht16k33-7seg-big)
    events=$(lines "${boards[@]/%//events}")
    frames=$(lines "${boards[@]/%//frames}")
    transfers=$(lines "${boards[@]/%//bus}")
    sounds=$(find "$folder/answers-amd64/sounds" -type f -size +100k | wc -l)
    stored=$(find "$folder/answers-amd64/night" -path '*/state/*' -type f | wc -l)
    ((sounds >= 33 && $(lines rings) >= 150 && $(lines nights) >= 90 / every && events >= 20 && stored >= 4)) ||
        fail "there is less to compare than there should be" "The answers are in $folder."
    say "the same on both, in $((SECONDS - begun)) s: $(lines rings) lists of next rings, $(lines nights) nights," \
        "$events events, $frames lines of frames, $transfers transfers on the bus, $stored stored files," \
        "$sounds sounds of $seconds s"
}

# `lines FILES…`: how many lines they have together.
lines() {
    cat "${@/#/$folder/answers-amd64/}" | wc -l
}

# `ask ARCHITECTURE RUNNER…`: in Debian 13. Does not return.
ask() {
    run_in_debian13 "$folder" \
        bash /build/give-answers /src "/build/$1" "/build/answers-$1" "$seconds" "$every" "${@:2}"
}

# On this system, or in Debian 13 if the programs were compiled for that. Both use Debian 13's time zone rules,
# because this system's may be from another year.
ask_amd64() {
    if [[ -n $amd64 ]]; then
        TZDIR=${system:?}/usr/share/zoneinfo bash "$folder/give-answers" "$repository" "$amd64" \
            "$folder/answers-amd64" "$seconds" "$every"
    else
        (ask amd64)
    fi
}

# --- The answers. All is in virtual time and with fixed seeds, so they depend only on the programs (and the system's
# time zones). Only bash and the usual small tools are needed, because they are also given in a minimal Debian.

# `give_answers REPOSITORY PROGRAMS OUTPUT SECONDS EVERY [RUNNER…]`: what the programs in the folder PROGRAMS answer,
# into the folder OUTPUT, which must not exist. RUNNER is what runs a program that is not for this processor.
#
#   help/     what each program says of itself
#   rings     the next rings of alarms of all kinds, in eight zones
#   nights    what rings in short nights with power cuts and wrong clocks: each EVERYth of ninety
#   night/    one night on each board with an HT16K33, or with EVERY above 1 on the two with seven segments: events,
#             frames, bytes on the bus, stored state
#   sounds/   so many SECONDS of each sound and tone, of a form of a sound, and of a mix of four
give_answers() {
    repository=$1
    programs=$2
    output=$3
    seconds=$4
    every=$5
    runner=("${@:6}")
    mkdir "$output"
    work=$(mktemp -d)
    nights=
    trap '[[ -z $nights ]] || kill "$nights" 2>/dev/null; rm -rf "$work"' EXIT
    # Beside the rest, because it takes as long.
    nights_to_tell | sed -n "1~${every}p" | run noiseclock-sim --nights - --seed 11 >"$output/nights" &
    nights=$!
    write_help
    rings_to_ask | run noiseclock when --batch >"$output/rings"
    # The boards differ in their panels alone, and a night of each takes half a minute under emulation.
    boards=("$repository"/board/ht16k33-*.json)
    ((every == 1)) || boards=("$repository"/board/ht16k33-7seg*.json)
    for board in "${boards[@]}"; do
        write_night "$board"
    done
    mkdir "$output/sounds"
    for sound in $(sounds_of sounds); do
        write_sound "$sound" "noise play $sound --volume 60"
    done
    for sound in $(sounds_of alarm-sounds); do
        write_sound "tone-$sound" "alarm add 07:30 daily --sound $sound" "alarm test 1"
    done
    write_sound rain-heavy "noise play rain --variant heavy --volume 60"
    write_sound mix-of-four "noise play rain --volume 60" "mix add wind --volume 40 --pan -50" \
        "mix add fire --volume 70" "mix add cabin --volume 30 --pan 40"
    wait "$nights"
    nights=
}

# `run PROGRAM ARGUMENTS…`
run() {
    "${runner[@]}" "$programs/$1" "${@:2}"
}

# `simulate NAME ARGUMENTS…`: a headless run in virtual time; its state stays in a folder of that name.
simulate() {
    run noiseclock-sim --headless --speed max --zone Europe/Berlin --state "$work/state-$1" --socket "$work/$1.socket" \
        "${@:2}" </dev/null
}

write_help() {
    local program command
    mkdir "$output/help"
    for program in noiseclock noiseclock-sim noiseclock-import noiseclockd noiseclock-bench; do
        run "$program" --help >"$output/help/$program"
    done
    # One or two lower-case words, as in the client's own help.
    while read -ra command; do
        run noiseclock "${command[@]}" --help >"$output/help/noiseclock-${command[*]}" </dev/null
    done < <(sed -n 's/^  \([a-z][a-z-]*\( [a-z][a-z-]*\)\{0,1\}\) .*/\1/p' "$output/help/noiseclock" | LC_ALL=C sort -u)
}

# Each zone with four kinds of alarm, and starts over forty years, including days of clock changes.
rings_to_ask() {
    local number=0 zone now hour
    local zones=(
        Europe/Berlin America/New_York Asia/Kolkata Australia/Lord_Howe America/Sao_Paulo Pacific/Apia
        Africa/Casablanca UTC
    )
    for zone in "${zones[@]}"; do
        for now in 1711846800 1743278400 1761436800 1774746000 1792886400 2000000000 2524604400 946684000; do
            hour=$((number % 24))
            number=$((number + 1))
            printf '{"id": %d, "zone": "%s", "now": %d, "kind": "weekly", "hour": %d, "minute": 30, "weekdays": [1, 3, 7], "count": 12}\n' \
                "$number" "$zone" "$now" "$hour"
            printf '{"id": %d, "zone": "%s", "now": %d, "kind": "weekly", "hour": 2, "minute": %d, "weekdays": [1, 2, 3, 4, 5, 6, 7], "count": 12}\n' \
                "$number" "$zone" "$now" "$((number % 60))"
            printf '{"id": %d, "zone": "%s", "now": %d, "kind": "once", "hour": %d, "minute": 59, "count": 3}\n' \
                "$number" "$zone" "$now" "$hour"
        done
    done
}

# A week around each of Berlin's clock changes, with a power cut and a wrong clock at a different hour each time.
nights_to_tell() {
    local number=0 day hour zone
    for day in 2025-03-29 2025-10-25 2026-01-14 2026-03-28 2026-06-20 2026-10-24; do
        for hour in 01 02 03 05 06; do
            for zone in Europe/Berlin America/New_York Australia/Lord_Howe; do
                number=$((number + 1))
                printf '{"id": "N%d", "zone": "%s", "start": "%sT00:00:00", "until": "%sT23:30:00", "alarms": [' \
                    "$number" "$zone" "$day" "$day"
                printf '{"id": "A", "kind": "weekly", "hour": %d, "minute": 30, "weekdays": [1, 2, 3, 4, 5, 6, 7]}, ' \
                    "$((number % 24))"
                printf '{"id": "B", "kind": "once", "hour": %d, "minute": 15}], "timers": [{"id": "T", "seconds": %d}], ' \
                    "$(((number + 5) % 24))" "$((number * 97))"
                printf '"events": [{"t": "%sT%s:10:00", "do": "power_off"}, ' "$day" "$hour"
                printf '{"t": "%sT%s:40:00", "do": "boot", "clock": "%sT%s:10:00", "trust": "plausible"}, ' \
                    "$day" "$hour" "$day" "$hour"
                printf '{"t": "%sT%s:41:00", "do": "sync", "clock": "%sT%s:41:00"}, ' "$day" "$hour" "$day" "$hour"
                printf '{"t": "%sT%s:45:00", "do": "snooze"}, {"t": "%sT%s:59:00", "do": "stop"}]}\n' \
                    "$day" "$hour" "$day" "$hour"
            done
        done
    done
}

write_night() {
    local board=$1 name folder file
    name=$(basename "$board" .json)
    folder=$output/night/$name
    mkdir -p "$folder"
    cat >"$work/night.jsonl" <<'TEXT'
{"at": "+1s", "noiseclock": "alarm add 01:00 daily --label Early --snooze 5m --sunrise 10m"}
{"at": "+2s", "noiseclock": "alarm add 02:30 daily --label Change --sound dawn"}
{"at": "+3s", "noiseclock": "noise play rain --volume 30"}
{"at": "+4s", "noiseclock": "mix add brown --volume 60 --pan -30"}
{"at": "+5s", "noiseclock": "noise sleep 45m"}
{"at": "+6s", "noiseclock": "timer add 12m30s Pizza"}
{"at": "+20s", "light": 3}
{"at": "+15m", "press": "stop"}
{"at": "+20m", "press": "noise"}
{"at": "+25m", "light": 400}
{"at": "+75m", "press": "snooze"}
{"at": "+90m", "press": "stop"}
{"at": "+150m", "power-cut": "20s"}
{"at": "+185m", "press": "stop"}
TEXT
    simulate "$name" --board "$board" --at 2026-03-28T23:00:00Z --for 4h --seed 7 --script "$work/night.jsonl" \
        --events "$folder/events" --frames "$folder/frames" --i2c-trace "$folder/bus" >"$folder/said" 2>&1
    mkdir "$folder/state"
    while read -r file; do
        without_boot "$file" >"$folder/state/$(basename "$file")"
    done < <(find "$work/state-$name" -type f)
}

# A state file without its random parts: the simulated boot's name, and the checksum in bytes 25 to 28 that depends on
# it.
without_boot() {
    { head -c 24 && head -c 4 >/dev/null && cat; } <"$1" | LC_ALL=C sed 's/"simulated-[0-9a-f-]*"/"simulated"/'
}

# `write_sound NAME WORDS…`: records the sound after all of the WORDS were entered in the first second.
write_sound() {
    local name=$1 number=0 words
    shift
    for words in "$@"; do
        number=$((number + 1))
        printf '{"at": "+0.%ds", "noiseclock": "%s"}\n' "$number" "$words"
    done >"$work/$name.jsonl"
    simulate "$name" --board "$repository/board/ht16k33-7seg.json" --at 2026-03-28T12:00:00Z \
        --for "${seconds}s" --seed 3 --script "$work/$name.jsonl" --record-audio "$output/sounds/$name.wav" >/dev/null
}

# The names in a catalogue's list of sounds; the lines of categories are separate.
sounds_of() {
    sed -n 's/^ \{6\}"id": "\([a-z-]*\)",$/\1/p' "$repository/Sources/Runtime/Catalogue/$1.json"
}
