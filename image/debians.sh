# shellcheck shell=bash disable=SC2034,SC2154 # Names of setup.sh and debian13.sh, which are sourced first.
#
# The Debians from which, and with which, an image is made. board/debian13.sh makes them in folders of the cache,
# which are then only read. Sourced after board/setup.sh and board/debian13.sh, never run.
#
#   root_debian  the clock's own system: Debian's packages for arm64, installed, with scripts run under emulation.
#                This is the slow one: six minutes or more.
#   boot_debian  also for arm64, unpacked and never run: the kernel, the radios' firmware, U-Boot, and the initrd's
#                programs.
#   tools        makes an image, for this machine, so that Debian 12 and 13 make the same bytes.
#   emulator     QEMU, and U-Boot for its own machine; only for the test.

# Under emulation, on a busy machine.
longest_root_making=60m

boot_packages=(
    linux-image-arm64 u-boot-rpi firmware-brcm80211 busybox-static e2fsck-static
)
# python3 runs image/trees.
tools_packages=(
    cpio device-tree-compiler dosfstools e2fsprogs fdisk gzip jq kmod mtools openssl python3 rauc squashfs-tools
    u-boot-tools xz-utils
)
emulator_packages=(qemu-system-arm u-boot-qemu)

# The packages that image/packages lists, without its comments.
root_packages() {
    sed 's/#.*//' "$repository/image/packages" | xargs -n 1
}

require_root_debian() {
    require_arm64_programs
    local packages system longest_debian13_making=$longest_root_making
    packages=$(root_packages)
    local debian13_kind=(
        --variant=essential --architectures=arm64
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*'
        --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-exclude=/usr/share/info/*'
    )
    local debian13_packages
    mapfile -t debian13_packages <<<"$packages"
    local debian13_updates=security debian13_fresh=${fresh:-}
    local debian13_what="the clock's Debian (0.1 GB to download, 0.4 GB on the disk; under emulation, 6 minutes or more)"
    require_debian13
    root_debian=$system
}

# Runs in mmdebstrap's shell (sh) after all packages are unpacked in the folder, which has no package database: leaves
# a list of them with their files.
list_unpacked() {
    set -e
    mkdir "$1/unpacked"
    for package in "$1"/var/cache/apt/archives/*.deb; do
        # shellcheck disable=SC2016 # The words in braces are dpkg's.
        dpkg-deb --show --showformat='${Package}\t${Version}\t${source:Package}\t${source:Version}\n' "$package" \
            >>"$1/unpacked/packages"
        dpkg-deb --fsys-tarfile "$package" | tar --list |
            sed 's/^\.//' >"$1/unpacked/$(dpkg-deb --field "$package" Package).list"
    done
}

require_boot_debian() {
    local system debian13_packages=("${boot_packages[@]}")
    local debian13_kind=(
        --variant=extract --architectures=arm64
        --extract-hook="$(declare -f list_unpacked); list_unpacked \"\$1\""
    )
    local debian13_parts="main non-free-firmware" debian13_updates=security debian13_fresh=${fresh:-}
    local debian13_what="Debian's kernel and U-Boot (0.2 GB to download, 0.6 GB on the disk)"
    require_debian13
    boot_debian=$system
}

# Leaves in `pi_firmware` the package that image/firmware pins, from the cache or the mirror. `given`, if not empty, is
# somebody's own copy of it.
require_pi_firmware() {
    local place sum mirror folder
    read -r place sum < <(sed 's/#.*//; /^ *$/d' "$repository/image/firmware")
    folder=$(cache_folder)/firmware
    pi_firmware=$folder/${place##*/}
    mkdir -p "$folder"
    if [[ -n ${given:-} ]]; then
        sha256sum --check --status <<<"$sum  $given" ||
            fail "$given is not the package that image/firmware pins (${place##*/}): its SHA256 is another"
        cp "$given" "$pi_firmware"
    elif ! sha256sum --check --status <<<"$sum  $pi_firmware" 2>/dev/null; then
        mirror=$(debian_mirror '[a-z]*')
        say "fetching the Pi's firmware (5 MB), once"
        # apt's own program, which knows this system's proxies; it compares the sum.
        retry /usr/lib/apt/apt-helper download-file "${mirror%/}/$place" "$pi_firmware" "SHA256:$sum" ||
            fail "${place##*/} could not be fetched from $mirror; what was said stands above" \
                "A mirror drops a version when Debian has a newer one. Then get this one from Debian's archive of" \
                "all versions (its snapshot service) or from another machine's cache, and name it: --firmware FILE" \
                "Or pin the newer one in image/firmware."
    fi
}

require_tools() {
    local system debian13_packages=("${tools_packages[@]}")
    local debian13_what="a Debian 13 with what makes images (0.1 GB to download, 0.4 GB on the disk)"
    require_debian13
    tools=$system
}

require_emulator() {
    local system debian13_packages=("${emulator_packages[@]}")
    local debian13_what="a Debian 13 with QEMU (0.1 GB to download, 0.7 GB on the disk)"
    require_debian13
    emulator=$system
}

# Debian's packages run scripts during installation; on a PC, those for arm64 need an emulator that the kernel starts.
require_arm64_programs() {
    [[ $(uname -m) != aarch64 ]] || return 0
    local wanted=() folder=/proc/sys/fs/binfmt_misc
    has_command qemu-aarch64-static || has_command qemu-aarch64 ||
        wanted+=("qemu-user-static: runs programs for arm64")
    has_command update-binfmts || wanted+=("binfmt-support: has the kernel start it for them")
    has_command arch-test || wanted+=("arch-test: tells which programs this machine runs")
    install_packages "${wanted[@]}"
    if ! arch-test arm64 >/dev/null 2>&1; then
        [[ -e $folder/register ]] || "${as_root[@]}" mount -t binfmt_misc binfmt_misc "$folder" || true
        "${as_root[@]}" update-binfmts --enable qemu-aarch64 || true
    fi
    arch-test arm64 >/dev/null 2>&1 ||
        fail "this machine does not run programs for arm64, as which Debian's packages are installed" \
            "In a container, do this outside of it, once: sudo apt install qemu-user-static binfmt-support" \
            "Then 'arch-test arm64' (package arch-test) says: arm64: ok"
}

# `in_tools WORK PROGRAMS COMMAND…` runs the command as root in the Debian with the tools. It sees the repository as
# /src, WORK as /build, and below /mnt the clock's Debian (root), the boot files (boot) and the programs. It may write
# only to /build and /tmp.
in_tools() {
    "${as_root[@]}" unshare --mount --pid --fork --kill-child \
        bash -euo pipefail -c "$(declare -f enter_tools); enter_tools \"\$@\"" "$program" \
        "$tools" "$repository" "$root_debian" "$boot_debian" "$@"
}

# Runs as root in its own namespaces, separate from the rest of this file.
enter_tools() {
    local system=$1 repository=$2 root=$3 boot=$4 work=$5 programs=$6
    shift 6
    mount --bind -o ro "$system" "$system"
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$system/tmp"
    mount --bind -o ro "$repository" "$system/src"
    mount --bind "$work" "$system/build"
    mount -t tmpfs tmpfs "$system/mnt"
    mkdir "$system/mnt/root" "$system/mnt/boot" "$system/mnt/programs"
    mount --bind -o ro "$root" "$system/mnt/root"
    mount --bind -o ro "$boot" "$system/mnt/boot"
    mount --bind -o ro "$programs" "$system/mnt/programs"
    cd /
    env -i HOME=/tmp LANG=C.UTF-8 LC_ALL=C.UTF-8 TZ=UTC PATH=/usr/sbin:/usr/bin \
        chroot "$system" "$@"
}
