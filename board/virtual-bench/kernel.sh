# shellcheck shell=bash
# shellcheck disable=SC2154 # Whoever sources this has sourced setup.sh, which sets what it uses.
#
# Makes the kernel of the virtual bench: User-Mode Linux, a kernel that is built as an ordinary program,
# from Debian's own source package, with the interfaces of kernel.config and the simulated bus of
# i2c-noiseclock-sim.c in it. Sourced by board/vm, after setup.sh.

kernel_source=linux-source-6.12
bench_folder=$repository/board/virtual-bench

# What it takes, about, on two cores; and how many files are compiled, for the progress.
kernel_minutes=4
kernel_files=1290

# Leaves the kernel's path in `kernel`; builds it where the cache lacks it, or ends the program.
require_kernel() {
    local folder
    [[ $(uname -m) == x86_64 ]] ||
        fail "User-Mode Linux runs on x86-64 machines only, and this is a $(uname -m)" \
            "board/test without --vm runs everywhere."
    # Whatever the kernel is made of is in the name of its folder.
    folder=$(cache_folder)/kernel-$(cat "$bench_folder"/{kernel.config,kernel.sh,i2c-noiseclock-sim.c} |
        sha256sum | head -c 16)
    kernel=$folder/linux
    if [[ -x $kernel ]]; then
        return
    fi
    require_kernel_tools
    build_kernel "$folder"
}

require_kernel_tools() {
    local name wanted=()
    if ! has_apt; then
        fail "the kernel is built from Debian's package $kernel_source, and this system has no apt"
    fi
    for name in bc bison flex gcc make xz-utils; do
        is_installed "$name" || wanted+=("$name: to build the virtual bench's kernel")
    done
    install_packages "${wanted[@]}"
}

# Downloads the source as the person who runs this; nothing of it is installed.
fetch_kernel_source() {
    local package
    if ! is_offered "$kernel_source"; then
        become_root "$kernel_source"
        update_package_lists
        is_offered "$kernel_source" ||
            fail "this system's package lists have no $kernel_source" "Debian 12 and 13 have it."
    fi
    say "fetching $kernel_source (about 150 MB)"
    (cd "$1" && retry apt-get -q -o "Acquire::Retries=$apt_retries" download "$kernel_source") ||
        fail "$kernel_source could not be fetched"
    package=$(find "$1" -name "$kernel_source*.deb" -print -quit)
    say "unpacking it"
    dpkg-deb --fsys-tarfile "$package" | tar -x -O "./usr/src/$kernel_source.tar.xz" |
        tar -x --xz -C "$1" || fail "$kernel_source could not be unpacked; it takes 1.7 GB in $1"
    rm "$package"
}

is_offered() {
    [[ -n $(LC_ALL=C apt-cache madison "$1" 2>/dev/null) ]]
}

# In a folder beside the one that is meant, which gets its name when all is there: a run that is ended
# leaves no half kernel behind.
build_kernel() {
    local work status=0
    mkdir -p "$(dirname "$1")"
    work=$(mktemp -d "$1.XXXXXX")
    # shellcheck disable=SC2064 # The folder of now is meant.
    trap "rm -rf '$work'" EXIT
    fetch_kernel_source "$work"
    configure_kernel "$work/$kernel_source"
    say "building the kernel of the virtual bench, once: it takes about $kernel_minutes minutes on two cores"
    make -C "$work/$kernel_source" ARCH=um "-j$(nproc)" >"$work/log" 2>&1 </dev/null &
    tell_kernel_progress "$!" "$work/log"
    wait "$!" || status=$?
    if ((status != 0)); then
        tail -n 30 "$work/log" >&2
        fail "the kernel could not be built; the end of what its make said stands above"
    fi
    strip -o "$work/linux" "$work/$kernel_source/linux"
    rm -rf "${work:?}/$kernel_source" "$work/log"
    trap - EXIT
    # Another run may have been quicker.
    mv -T "$work" "$1" 2>/dev/null || rm -rf "$work"
    say "the kernel is in $1"
}

# A line each half minute, so that nobody takes it for dead.
tell_kernel_progress() {
    local told=$SECONDS
    while kill -0 "$1" 2>/dev/null; do
        sleep 1
        if ((SECONDS - told >= 30)); then
            told=$SECONDS
            say "$(grep -c '^  [A-Z]' "$2") of about $kernel_files steps"
        fi
    done
}

configure_kernel() {
    local option
    cp "$bench_folder/i2c-noiseclock-sim.c" "$1/drivers/i2c/busses/"
    # shellcheck disable=SC2016 # The dollar is make's.
    echo 'obj-$(CONFIG_I2C_NOISECLOCK_SIM) += i2c-noiseclock-sim.o' >>"$1/drivers/i2c/busses/Makefile"
    sed -i 's/^menu "I2C Hardware Bus support"$/&\n\nconfig I2C_NOISECLOCK_SIM\n\tbool "The bus of the virtual bench"\n/' \
        "$1/drivers/i2c/busses/Kconfig"
    # The simulated lines are looked at once a tick: at 100 Hz quick presses would run into one.
    sed -i '/^config HZ$/,/default/s/default 100$/default 1000/' "$1/arch/um/Kconfig"
    quietly make -C "$1" ARCH=um KCONFIG_ALLCONFIG="$bench_folder/kernel.config" allnoconfig ||
        fail "the kernel could not be configured"
    # What a kernel's configuration does not know, or what depends on something that is off, is dropped
    # without a word.
    while read -r option; do
        grep -qxF "$option" "$1/.config" || fail "the kernel does not take $option of kernel.config"
    done < <(grep '^CONFIG_' "$bench_folder/kernel.config")
    grep -qx 'CONFIG_HZ=1000' "$1/.config" || fail "the kernel's ticks could not be set to 1000 Hz"
}
