# shellcheck shell=bash disable=SC2154 # Names of setup.sh, which whoever sources this has.
#
# The clock on the network, as strangers meet it: a simulated clock with noiseclock-web before it, as they are released, on a
# free port of this machine. `board/test --web` asks it everything that its own description allows, and more; `board/test
# --attack` attacks it while an alarm is due; `board/test --page` uses its page in a browser; `board/test --mqtt` has it in a broker. Sourced after setup.sh, never run.

# Reads an OpenAPI file and sends what it allows, what lies at its limits, and what it forbids.
schemathesis_version=4.32.5
# Drives a browser; and axe-core, which finds what keeps people from using a page.
playwright_version=1.65.2
axe_version=0.1.8
# A web service of Python's, with which board/bench compares the clock's. Debian 12 has an old one.
aiohttp_version=3.14.5
# For the whole run, which takes five and a half minutes on an idle machine.
longest_web_run=20m
# For the attacks, which take some 80 s.
longest_attack=5m
# For all that is done by MQTT, of which an alarm that rings in the next minute takes most.
longest_mqtt_run=5m
# For all that is done on the page, of which an alarm that rings in the next minute takes most.
longest_page_run=15m
# Another name of the clock than this machine's, if any.
network_name=

# Debian's browser, and what drives it.
require_browser() {
    has_command chromium || install_packages "chromium: opens the page"
    require_page_packages
}

# What Python has besides stays to be found.
require_page_packages() {
    require_python_packages "page-$playwright_version-$axe_version-$aiohttp_version" --system-site-packages \
        "playwright==$playwright_version" "axe-playwright-python==$axe_version" "aiohttp==$aiohttp_version"
}

# `start_network_clock [OPTIONS OF THE SIMULATOR…]`: leaves its folder in `network_folder`, its address in `address`, and a
# paired device's token in `token`. `stop_network_clock` ends it; so does the end of this script.
start_network_clock() {
    prepare_network_clock
    exec {network_output}< <(exec noiseclock-sim --headless --first-run --socket "$NOISECLOCK_SOCKET" --web 0 "$@" 2>&1)
    network_programs+=($!)
    read -r -t 30 address <&"$network_output" || fail "the simulator did not start"
    pair_with_network_clock
}

# The same with a simulator in a terminal, whose clock runs in real time and on threads, as on the board, and with a
# noiseclock-web of its own, whose number is left in `network_web`. It also has the name `network_name`. The events
# are in `network_folder`.
start_live_network_clock() {
    local simulator
    prepare_network_clock
    simulator=(noiseclock-sim --first-run --socket "$NOISECLOCK_SOCKET" --audio none --events "$network_folder/events" "$@")
    # The terminal has no size of its own.
    script --quiet --flush --command "stty cols 100 rows 40; exec ${simulator[*]@Q}" "$network_folder/screen" \
        </dev/null >/dev/null 2>&1 &
    network_programs+=($!)
    for ((tries = 0; tries < 300; tries++)); do
        ! noiseclock status >/dev/null 2>&1 || break
        sleep 0.1
    done
    ((tries < 300)) || fail "the simulator did not start" "$(tail -c 300 "$network_folder/screen")"
    exec {network_output}< <(exec noiseclock-web --port 0 --socket "$network_folder/network.sock" \
        ${network_name:+--name "$network_name"} 2>&1)
    network_web=$!
    network_programs+=("$network_web")
    read -r -t 30 address <&"$network_output" || fail "noiseclock-web did not start"
    pair_with_network_clock
}

prepare_network_clock() {
    local binaries
    has_command curl || install_packages "curl: speaks HTTP"
    for product in noiseclock-sim noiseclock noiseclock-web noiseclock-import; do
        build "$product" "${release_options[@]}" --product "$product"
    done
    binaries=$(swift build --package-path "$repository" "${release_options[@]}" --show-bin-path)
    PATH=$binaries:$PATH
    network_folder=$(mktemp -d)
    export NOISECLOCK_SOCKET=$network_folder/control.sock
    network_programs=()
    trap stop_network_clock EXIT
}

pair_with_network_clock() {
    local code
    [[ $address == http://* ]] || fail "this is no address: $address"
    address=${address%/}
    code=$(noiseclock pair --json | sed 's/.*"code":"\([0-9]*\)".*/\1/')
    token=$(curl --silent --json "{\"code\": \"$code\", \"name\": \"Tests\"}" "$address/api/v1/pair/confirm" |
        sed 's/.*"token":"\([0-9a-f]*\)".*/\1/')
    [[ ${#token} == 32 ]] || fail "the clock pairs nobody: $token"
}

stop_network_clock() {
    kill "${network_programs[@]}" 2>/dev/null || true
    wait "${network_programs[@]}" 2>/dev/null || true
    rm -rf "$network_folder"
}

# All that the description allows is carried out, all that it forbids is refused, and nothing else is ever answered.
test_web() {
    require_python_packages "schemathesis-$schemathesis_version" "schemathesis==$schemathesis_version"
    start_network_clock --at 2026-03-27T20:00:00Z --zone Europe/Berlin
    cd "$network_folder" || fail "its folder is gone"
    timeout --foreground --kill-after=10s "$longest_web_run" "$python_programs/schemathesis" \
        --config-file "$repository/board/network/schemathesis.toml" run "$address/api/v1/openapi.json" \
        --header "Authorization: Bearer $token" --max-examples 100 --seed 1 \
        --phases examples,coverage,fuzzing --workers 1 "$@"
    say "the clock still answers: $(noiseclock status --json | cut -c 1-60)…"
}

# An alarm rings in the next minute without an attack, and one in the minute after it with one.
test_attack() {
    has_command python3 || install_packages "python3: attacks the clock"
    has_command script || install_packages "bsdutils: gives the simulator a terminal"
    start_live_network_clock --at 2026-03-27T06:29:45Z --zone Europe/Berlin
    timeout --foreground --kill-after=10s "$longest_attack" \
        python3 -B "$repository/board/network/attack.py" "$address" "$token" "$network_web" "$network_folder/events"
}

# Everything that Home Assistant and its rules do, with Debian's broker, which also goes away.
test_mqtt() {
    has_command python3 || install_packages "python3: plays Home Assistant"
    has_command script || install_packages "bsdutils: gives the simulator a terminal"
    has_command openssl || install_packages "openssl: makes the broker's certificate"
    require_broker
    build noiseclock-mqtt "${release_options[@]}" --product noiseclock-mqtt
    start_live_network_clock --at 2026-03-27T06:29:30Z --zone Europe/Berlin
    timeout --foreground --kill-after=10s "$longest_mqtt_run" \
        python3 -B "$repository/board/network/mqtt.py" "$network_folder" "$repository/board/network/mqtt-document.json"
}

# Debian starts a broker of its own with the package; nobody uses it here.
require_broker() {
    local missing=()
    [[ -x /usr/sbin/mosquitto ]] || missing+=("mosquitto: a broker of MQTT")
    has_command mosquitto_pub || missing+=("mosquitto-clients: talks to it")
    [[ ${#missing[@]} -eq 0 ]] || install_packages "${missing[@]}"
}

# Everything that people do on the page, in a browser, at a name that stands for a clock's in a home.
test_page() {
    local options=()
    has_command script || install_packages "bsdutils: gives the simulator a terminal"
    require_browser
    if [[ $# -gt 0 ]]; then
        mkdir -p "$1"
        options=(--pictures "$(realpath "$1")")
    fi
    network_name=noiseclock-4711.local
    start_live_network_clock --at 2026-03-27T17:29:45Z --zone Europe/Berlin
    timeout --foreground --kill-after=10s "$longest_page_run" "$python_programs/python3" -B \
        "$repository/board/network/page.py" "http://$network_name:${address##*:}" "$network_web" "${options[@]}"
}
