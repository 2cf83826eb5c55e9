# shellcheck shell=bash disable=SC2154 # Names of image/assemble, which sources this.
#
# What starts the clock: the kernel with the modules from image/modules, the radios' firmware, and an initrd that
# contains only image/boot/init. Sourced, never run.

# Leaves the kernel's version in `release`; there is only one.
find_kernel() {
    release=$(basename "$boot_debian"/usr/lib/modules/*)
    [[ -e $boot_debian/boot/vmlinuz-$release ]] || fail "Debian's kernel is not where it was"
}

# `listed FILE…` prints the words of lists without their comments.
listed() {
    sed 's/ *#.*//; /^$/d' "$@"
}

# `with_folders MODULES` passes names on, and for a folder of the kernel's (which ends with /) those of all in it.
with_folders() {
    local name
    while read -r name; do
        if [[ $name == */ ]]; then
            [[ -d $1/kernel/$name ]] || fail "image/modules names the folder $name, which this kernel does not have"
            find "$1/kernel/$name" -name '*.ko*' -printf '%f\n' | sed 's/\.ko.*//'
        else
            echo "$name"
        fi
    done
}

# The modules are uncompressed: the whole image is compressed, and a Pi loads them faster.
add_kernel_modules() {
    local from to name path
    find_kernel
    from=$boot_debian/usr/lib/modules/$release
    to=$tree/usr/lib/modules/$release
    rm -rf "$tree/usr/lib/modules" /build/all-modules
    # modprobe needs the list of dependencies, which Debian's package makes when it is installed.
    mkdir -p "/build/all-modules/lib/modules"
    cp -r "$from" "/build/all-modules/lib/modules/$release"
    depmod -b /build/all-modules "$release"
    mkdir -p "$to"
    cp "$from"/modules.builtin* "$from/modules.order" "$to"
    while read -r name; do
        modprobe -d /build/all-modules -S "$release" --show-depends "$name" 2>/dev/null ||
            fail "image/modules or image/boot/modules names $name, which this kernel does not have"
    done < <(listed "$source/image/modules" "$source/image/boot/modules" | with_folders "$from") |
        sed -n 's/^insmod \([^ ]*\).*/\1/p' | LC_ALL=C sort -u >/build/module-files
    while read -r path; do
        name=${path#"/build/all-modules/lib/modules/$release/"}
        mkdir -p "$to/$(dirname "$name")"
        xz -dc "$path" >"$to/${name%.xz}"
    done </build/module-files
    mv "/build/all-modules/lib/modules/$release/modules.alias" /build/all-aliases
    rm -rf /build/all-modules
    # depmod itself looks for the folder in /lib.
    depmod -b "$tree" "$release"
}

# The package that image/firmware pins: what the Pi itself starts from, and files for radios.
unpack_pi_firmware() {
    pi_firmware=/build/pi-firmware
    rm -rf "$pi_firmware"
    dpkg-deb --extract /build/inputs/firmware.deb "$pi_firmware"
}

# Only the Pis' radios: Debian's packages have the firmware of many machines.
add_radio_firmware() {
    local to=$tree/usr/lib/firmware name path
    mkdir -p "$to/brcm" "$to/cypress"
    for name in $(listed "$source/image/radios" | cut -d ' ' -f 2 | grep -v none | sort -u); do
        # The pinned package comes second: what both have, it only knows for all models in one.
        for path in {"$boot_debian","$pi_firmware"}/usr/lib/firmware/brcm/"$name".*; do
            [[ -e $path && ! -e $to/brcm/${path##*/} ]] || continue
            cp -P --preserve=mode "$path" "$to/brcm"
            [[ ! -L $path || $(readlink "$path") != ../cypress/* ]] ||
                cp --preserve=mode "${path%/*}/$(readlink "$path")" "$to/cypress"
        done
    done
    check_radios
}

# Every radio has what its driver asks for, or image/radios says that it has not.
check_radios() {
    local board name gap model lacks path trees=$boot_debian/usr/lib/linux-image-$release/broadcom
    local brcm=$tree/usr/lib/firmware/brcm asks driver
    driver=$(find "$tree/usr/lib/modules/$release" -name brcmfmac.ko)
    [[ $(modinfo -F parm "$driver") == *feature_disable:* ]] ||
        fail "the kernel's driver no longer has the setting that image/system's radio-driver gives it"
    asks=$(modinfo -F firmware "$driver")
    for path in "$trees"/bcm{2837,2711}-rpi-*.dtb; do
        grep -q "^$(basename "$path" .dtb) " "$source/image/radios" ||
            fail "image/radios does not say which radio $(basename "$path" .dtb) has, whose device tree is on the card"
    done
    while read -r board name gap; do
        [[ $name != none ]] || continue
        [[ -e $trees/$board.dtb ]] || fail "image/radios names $board, of which the kernel has no device tree"
        grep -qxF "brcm/$name.bin" <<<"$asks" || fail "image/radios names $name, which the kernel's driver never asks for"
        # The driver puts the model's name, without a slash, into that of its own file.
        model=$(fdtget "$trees/$board.dtb" / compatible | cut -d ' ' -f 1 | tr / -)
        lacks=
        [[ -e $brcm/$name.bin || -e $brcm/$name.$model.bin ]] || lacks=" $name.bin"
        [[ -e $brcm/$name.txt || -e $brcm/$name.$model.txt ]] || lacks+=" $name.txt"
        say "radio of $board: $name${lacks:+, lacks$lacks}"
        if [[ -n $lacks && $gap != missing ]]; then
            fail "the radio of $board asks for$lacks, and no package has it. Find one that has, or write 'missing'" \
                "and why into image/radios, and tell owners in image/README.md."
        elif [[ -z $lacks && $gap == missing ]]; then
            fail "image/radios says that the firmware $name is missing, and it is there: take the word away"
        fi
    done < <(listed "$source/image/radios")
    path=$(find "$brcm" -xtype l)
    [[ -z $path ]] || fail "firmware leads to files that are not there: $path"
}

add_kernel() {
    local initrd=/build/initrd name path
    mkdir -p "$tree/boot"
    gzip -9 -n -c "$boot_debian/boot/vmlinuz-$release" >"$tree/boot/vmlinuz"

    rm -rf "$initrd"
    mkdir -p "$initrd"/{bin,dev,proc,sys,root,lib/modules}
    install -m 755 "$source/image/boot/init" "$initrd/init"
    install -m 755 "$boot_debian/usr/bin/busybox" "$initrd/bin/busybox"
    install -m 755 "$boot_debian/usr/sbin/e2fsck.static" "$initrd/bin/e2fsck"
    # Each after those that it needs; built-in modules have no file.
    while read -r name; do
        modprobe -d "$tree" -S "$release" --show-depends "$name"
    done < <(listed "$source/image/boot/modules") |
        sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' | while read -r path; do
        cp "$path" "$initrd/lib/modules/"
        basename "$path" >>"$initrd/lib/modules/order"
    done
    clamp_times "$initrd"
    (cd "$initrd" && find . | LC_ALL=C sort | cpio --quiet --reproducible --owner=0:0 -o -H newc) |
        gzip -9 -n >"$tree/boot/initrd.img"
}

# Every device tree on the card, each overlay and each board file, with the drivers on the image.
check_trees() {
    local image=(
        --trees /build/fat --kernel "$boot_debian/boot/vmlinuz-$release" --modules "$tree/usr/lib/modules/$release"
        --aliases /build/all-aliases --start /build/initrd/lib/modules/order
    )
    python3 -B "$source/image/trees" check "${image[@]}" "$board" "$tree"/usr/share/noiseclock/boards/*.json ||
        fail "a Raspberry Pi would start without its card, or with a part that is dead"
    python3 -B "$source/image/trees" table "${image[@]}" --radios "$source/image/radios" --firmware "$tree/usr/lib/firmware" \
        >/build/parts || fail "a promised Raspberry Pi would lack a part"
    (cd "$source/image" && sed -n '/^<!-- The parts/,/^<!-- End/p' README.md) | sed '1d; $d' | diff - /build/parts >&2 ||
        fail "image/README.md shows other parts than the image has: put the lines that begin with > above into it"
}

# Limits every time in the image to the commit's, which replaces those of files made here.
clamp_times() {
    find "$1" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}
