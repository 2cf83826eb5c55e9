# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Compiles test suites for a Raspberry Pi's processor with Debian 13's Swift, and runs them here under emulation of
# only that processor (QEMU, user mode): the kernel is this machine's. Sourced, never run.

# Tests that emulation cannot run: they preload a library into a program of this machine, or take an hour instead of a
# minute.
left_out=(RenderPath LongNight WholeNight Spectr)
# Left out unless a suite is named: they try every minute of many days and years, every fault of every transfer, or
# thousands of board files.
exhaustive=(agreesWithTickingClock neverThrice SegmentIndexTests OLEDMapTests faultAtEachTransfer BoardSchemaTests)

test_arm64() {
    local build begun name skipped=()
    [[ -z ${given[--all]:-} ]] || words=("${all_suites[@]}")
    if ((${#words[@]} == 0)); then
        words=("${quick_suites[@]}")
        left_out+=("${exhaustive[@]}")
    fi
    [[ $(uname -m) == x86_64 ]] || fail "this machine is of the kind $(uname -m)" "On a Raspberry Pi board/test runs all suites."
    has_command qemu-aarch64-static || install_packages "qemu-user-static: runs a program for another processor"
    require_sdk
    require_debian13

    # Kept, so that the next run compiles only what changed.
    build=$repository/.build/image/tests-arm64
    mkdir -p "$build"
    install "$(command -v qemu-aarch64-static)" "$build/qemu"

    say "compiling ${words[*]} for arm64"
    begun=$SECONDS
    quietly compile || fail "the suites do not compile for arm64; what the compiler said stands above"
    say "compiled in $((SECONDS - begun)) s; running them under emulation"

    for name in "${left_out[@]}"; do
        skipped+=(--skip "$name")
    done
    begun=$SECONDS
    (run_in_debian13 "$build" /build/qemu -L "/mnt/sdk/bundle.artifactbundle/$sdk_name/sysroot" \
        -E LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux \
        /build/swift/aarch64-unknown-linux-gnu/debug/NoiseClockPackageTests.xctest \
        --testing-library swift-testing "${skipped[@]}") || fail "the suites do not pass on arm64"
    say "ran in $((SECONDS - begun)) s"
}

compile() {
    (run_in_debian13 "$build" env NOISECLOCK_TARGETS="${words[*]}" \
        swift build --package-path /src --scratch-path /build/swift --build-tests --disable-automatic-resolution \
        --swift-sdks-path /mnt/sdk --swift-sdk "$sdk_name" -Xswiftc -warnings-as-errors 2>&1)
}
