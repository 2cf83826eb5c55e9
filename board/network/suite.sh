# shellcheck shell=bash
# shellcheck disable=SC2154 # Whoever sources this has sourced setup.sh, which sets what it uses.
#
# The clock on the network, as strangers meet it: a simulated clock with noiseclock-web before it, from a debug build, on a
# free port of this machine. `board/test --web` asks it everything that its own description allows, and more; `board/test
# --attack` attacks it while an alarm is due. Sourced after setup.sh, never run.

# Reads an OpenAPI file and sends what it allows, what lies at its limits, and what it forbids.
schemathesis_version=4.32.5
# For the whole run, which takes about a minute.
longest_web_run=10m

# Leaves the program in `schemathesis`.
require_schemathesis() {
    local folder
    folder=$(cache_folder)/schemathesis-$schemathesis_version
    schemathesis=$folder/bin/schemathesis
    [[ ! -x $schemathesis ]] || return 0
    has_command python3 || install_packages "python3: runs schemathesis"
    python3 -c "import ensurepip" 2>/dev/null || install_packages "python3-venv: keeps schemathesis apart from the system"
    say "installing schemathesis $schemathesis_version with pip, once, in $folder"
    rm -rf "$folder"
    quietly python3 -m venv "$folder" || fail "no folder for Python's packages could be made"
    if ! quietly "$folder/bin/pip" install --retries "$download_attempts" "schemathesis==$schemathesis_version"; then
        rm -rf "$folder"
        fail "schemathesis could not be installed"
    fi
}

# `start_network_clock [OPTIONS OF THE SIMULATOR…]`: leaves its folder in `network_folder`, its address in `address`, and a
# paired device's token in `token`. `stop_network_clock` ends it; so does the end of this script.
start_network_clock() {
    local binaries code
    has_command curl || install_packages "curl: speaks HTTP"
    for product in noiseclock-sim noiseclock noiseclock-web; do
        build "$product" --product "$product" "${build_options[@]}"
    done
    binaries=$(swift build --package-path "$repository" "${build_options[@]}" --show-bin-path)
    PATH=$binaries:$PATH
    network_folder=$(mktemp -d)
    export NOISECLOCK_SOCKET=$network_folder/control.sock
    exec {network_output}< <(exec noiseclock-sim --headless --first-run --socket "$NOISECLOCK_SOCKET" --web 0 "$@" 2>&1)
    network_clock=$!
    trap stop_network_clock EXIT
    read -r -t 30 address <&"$network_output" || fail "the simulator did not start"
    [[ $address == http://* ]] || fail "the simulator says: $address"
    address=${address%/}
    code=$(noiseclock pair --json | sed 's/.*"code":"\([0-9]*\)".*/\1/')
    token=$(curl --silent --json "{\"code\": \"$code\", \"name\": \"Tests\"}" "$address/api/v1/pair/confirm" |
        sed 's/.*"token":"\([0-9a-f]*\)".*/\1/')
    [[ ${#token} == 32 ]] || fail "the clock pairs nobody: $token"
}

stop_network_clock() {
    kill "$network_clock" 2>/dev/null || true
    wait "$network_clock" 2>/dev/null || true
    rm -rf "$network_folder"
}

# All that the description allows is carried out, all that it forbids is refused, and nothing else is ever answered.
test_web() {
    require_schemathesis
    start_network_clock --at 2026-03-27T20:00:00Z --zone Europe/Berlin
    cd "$network_folder" || return
    timeout --foreground --kill-after=10s "$longest_web_run" "$schemathesis" run "$address/api/v1/openapi.json" \
        --header "Authorization: Bearer $token" --max-examples 100 --seed 1 --checks all \
        --phases examples,coverage,fuzzing --workers 1 "$@"
    say "the clock still answers: $(noiseclock status --json | cut -c 1-60)…"
}
