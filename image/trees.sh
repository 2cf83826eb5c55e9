# shellcheck shell=bash disable=SC2154 # Names of setup.sh and debian13.sh, which whoever sources this has.
#
# Debian 13's device trees of the Pis that the image is for, out of its arm64 kernel package, which is
# unpacked and never run. Kept in the cache; made once. Sourced, never run.

# Pi 3, Zero 2 W and Pi 4, as the firmware asks for them.
# shellcheck disable=SC2034 # Its callers read it.
device_trees=(bcm2837-rpi-3-b.dtb bcm2837-rpi-3-b-plus.dtb bcm2837-rpi-zero-2-w.dtb bcm2711-rpi-4-b.dtb)

# Runs in mmdebstrap's shell (sh) when the package is unpacked in the folder. Keeps the trees alone.
keep_device_trees() {
    set -e
    cd "$1"
    mkdir trees
    cp usr/lib/linux-image-*-arm64/broadcom/bcm2[78]*.dtb trees
    # Never more than these: below proc, sys and dev lie this machine's own.
    rm -r usr
    rm -rf boot
}

# Leaves the folder of the device trees in `tree_folder`; makes it where there is none.
require_device_trees() {
    # shellcheck disable=SC2034 # debian13.sh reads these.
    local system debian13_packages=(linux-image-arm64) debian13_kind debian13_what
    # shellcheck disable=SC2034
    debian13_what="Debian 13's device trees (0.1 GB to download, 2 MB on the disk)"
    # shellcheck disable=SC2034
    debian13_kind=(
        --variant=extract --architectures=arm64
        --extract-hook="$(declare -f keep_device_trees); keep_device_trees \"\$1\""
    )
    require_debian13
    # shellcheck disable=SC2034 # Its callers read it.
    tree_folder=$system/trees
}
