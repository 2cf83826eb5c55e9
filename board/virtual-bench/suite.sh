# shellcheck shell=bash
# shellcheck disable=SC2154 # Whoever sources this has sourced setup.sh, which sets what it uses.
#
# The complete set of tests for the virtual bench, in two kernels at once: one keeps real time and mostly waits, the
# other has simulated time and keeps one processor busy. Sourced by board/test, which has built them.

# On an idle machine they take five and six minutes.
real_time_limit=1200
simulated_time_limit=900

test_on_virtual_bench() {
    local log status=0 real simulated
    log=$(mktemp -d)
    # shellcheck disable=SC2064 # The folder of now is meant.
    trap "rm -rf '$log'" EXIT
    "$repository/board/vm" --make-kernel
    run_bench_suite SimulatedTimeBench --simulated-time --limit "$simulated_time_limit" \
        >"$log/simulated" &
    say "the virtual bench, in real time"
    run_bench_suite RealTimeBench --limit "$real_time_limit" | tee "$log/real" || status=1
    say "the virtual bench, in simulated time"
    wait "$!" || status=1
    cat "$log/simulated"
    real=$(count_passed "$log/real")
    simulated=$(count_passed "$log/simulated")
    say "measured on this machine, which runs other things too:"
    sed -n 's/^figure: /  /p' "$log/real" "$log/simulated" >&2
    if ((status != 0 || real == 0 || simulated == 0)); then
        fail "the virtual bench: not all tests passed"
    fi
    say "the virtual bench: $((real + simulated)) tests passed on a real kernel" \
        "($real in real time, $simulated in simulated time)"
}

run_bench_suite() {
    local suite=$1 bundle
    shift
    bundle=$(swift build --package-path "$repository" --show-bin-path)/NoiseClockPackageTests.xctest
    "$repository/board/vm" "$@" "$bundle" --testing-library swift-testing \
        --filter "VirtualBenchTests.$suite" 2>&1
}

# The number in the runner's own closing line; 0 if there is none or it failed.
count_passed() {
    local count
    count=$(sed -n 's/^.*Test run with \([0-9]*\) tests\{0,1\} .*passed after.*/\1/p' "$1")
    echo "${count:-0}"
}
