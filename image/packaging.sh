# shellcheck shell=bash disable=SC2034,SC2154 # Names of setup.sh and debian13.sh, which are sourced first.
#
# Shared by image/package and image/test-package: two Debians in folders of the cache, made like the compiler's in
# board/debian13.sh, and a way to run a command in one. Sourced after board/setup.sh and board/debian13.sh, never run.
#
# The first has debhelper and lintian, and the libraries that the programs are linked with, for both architectures. So
# dpkg-shlibdeps finds their packages as in every cross build, and arm64's programs are packed without running any.
# The second is a minimal Debian, to try packages on. Both are only read: output goes to folders of a run, or to
# memory.

# The libraries' packages. If one is missing here, dpkg-shlibdeps fails with its name.
packaged_libraries=(
    libc6 libgcc-s1 libstdc++6 libasound2t64 libgpiod3 libi2c0 libical3t64 libsndfile1 libsoxr0 libseccomp2
)

# Leaves the folder of the Debian that packs in `packing_system`.
require_packing_debian() {
    local own other machine
    own=$(dpkg --print-architecture)
    case $own in
    amd64)
        other=arm64
        machine=aarch64
        ;;
    arm64)
        other=amd64
        machine=x86-64
        ;;
    *) fail "packages are made on amd64 and arm64; this system is $own" ;;
    esac
    local debian13_kind=(--variant=apt "--architectures=$own,$other")
    local debian13_packages=(
        debhelper lintian "binutils-$machine-linux-gnu"
        "${packaged_libraries[@]}" "${packaged_libraries[@]/%/:$other}"
    )
    local debian13_what="a Debian 13 with debhelper and lintian (0.2 GB to download, 0.7 GB on the disk)"
    local system
    require_debian13
    packing_system=$system
}

# Leaves the folder of a minimal Debian, with the packages that the arguments name, in `bare_system`.
require_bare_debian() {
    local debian13_kind=(--variant=minbase)
    local debian13_packages=("$@")
    local debian13_what="a bare Debian 13${1:+ with $*} (0.1 GB to download, 0.3 GB on the disk)"
    local system
    require_debian13
    bare_system=$system
}

# Ends the program if nothing can be mounted.
require_mounts() {
    has_apt || fail "this system has no apt, with which a Debian 13 is made"
    become_root "$program"
    "${as_root[@]}" unshare --mount --pid --fork true 2>/dev/null ||
        fail "this system lets not even root mount anything, as many containers do" \
            "Run it outside, or in a container that may (docker run --privileged)."
}

# `pack_in SYSTEM FOLDER COMMAND…` runs the command in that Debian as the calling user, in /build, which is the
# folder. It can write only to /build and /tmp; its /tmp is gone after the call.
pack_in() {
    "${as_root[@]}" unshare --mount --pid --fork --kill-child \
        bash -euo pipefail -c "$(declare -f enter_packing); enter_packing \"\$@\"" "$program" \
        "$1" "$2" "$(id -u)" "$(id -g)" "${SOURCE_DATE_EPOCH:-}" "${@:3}"
}

# Runs as root in its own namespaces, separate from the rest of this file.
enter_packing() {
    local system=$1 folder=$2 user=$3 group=$4 epoch=$5
    shift 5
    mount --bind -o ro "$system" "$system"
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$system/tmp"
    mount --bind "$folder" "$system/build"
    # The file from the time of its making may be for another network.
    [[ ! -e /etc/resolv.conf || ! -e $system/etc/resolv.conf ]] ||
        mount --bind -o ro "$(realpath /etc/resolv.conf)" "$system/etc/resolv.conf"
    cd /
    env -i HOME=/tmp LANG=C.UTF-8 LC_ALL=C.UTF-8 TZ=UTC PATH=/usr/sbin:/usr/bin \
        ${epoch:+SOURCE_DATE_EPOCH="$epoch"} \
        chroot --userspec="$user:$group" "$system" bash -c 'cd /build && exec "$@"' bash "$@"
}
