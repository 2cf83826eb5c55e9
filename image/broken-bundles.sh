# shellcheck shell=bash
#
# The updates that image/test-updates tries besides a good one. Sourced, never run.

# Runs where the tools are, in /build, which has good.raucb, image.xz, the keys (sign) and those of another CA
# (other). Leaves bundles.img, a disk with all bundles, and stick.img, a USB stick.
make_bundles() {
    local version
    mkdir -p disk stick content zones

    mv good.raucb disk
    truncate -s "$(($(stat -c %s disk/good.raucb) * 6 / 10))" disk/short.raucb
    dd if=disk/good.raucb of=disk/short.raucb bs=1M iflag=count_bytes conv=notrunc status=none \
        count="$(stat -c %s disk/short.raucb)"
    cp disk/good.raucb disk/changed.raucb
    printf 'XXXX' | dd of=disk/changed.raucb bs=1 conv=notrunc status=none \
        seek="$(($(stat -c %s disk/good.raucb) / 2))"
    head -c 1M /dev/urandom >content/rootfs.ext4
    sign_update disk/foreign.raucb 9 rootfs rootfs.ext4 noiseclock-arm64 other
    head -c 1M /dev/urandom >content/rootfs.ext4
    sign_update disk/toaster.raucb 9 rootfs rootfs.ext4 toaster
    # Older than every version: before the first tag, they begin with 0+.
    head -c 1M /dev/urandom >content/rootfs.ext4
    sign_update disk/older.raucb 0 rootfs rootfs.ext4
    # Valid in every way, except that it contains no system.
    head -c 1M /dev/urandom >zones/something
    mke2fs -q -t ext4 -d zones content/rootfs.ext4 8M
    rm zones/something
    sign_update disk/empty.raucb 9 rootfs rootfs.ext4

    # A system whose clock never reports that it is ready, because there is no clock.
    unpack_slot
    debugfs -R "rdump /usr/share/zoneinfo zones" content/rootfs.ext4 2>/dev/null
    debugfs -w -R "rm /usr/bin/noiseclockd" content/rootfs.ext4 2>/dev/null
    sign_update disk/never.raucb 9 rootfs rootfs.ext4
    rm -f image.xz

    rm -f zones/zoneinfo/{localtime,posixrules}
    for version in 2998a 2000a 2999b; do
        sed -i "1s/.*/# version $version/" zones/zoneinfo/tzdata.zi
        tar -C zones -cf content/tzdata.tar zoneinfo
        sign_update "disk/zones-$version.raucb" "$version" zones/tzdata tzdata.tar
    done
    mv disk/zones-2999b.raucb stick/noiseclock-zones-2999b.raucb
    cp disk/foreign.raucb stick/noiseclock-9-arm64.raucb
    mke2fs -q -t ext4 -d disk bundles.img "$(($(du -sm disk | cut -f 1) + 64))M"
    truncate -s 48M stick.img
    mkfs.vfat -F 32 -n STICK stick.img >/dev/null
    mcopy -i stick.img stick/* ::
}
