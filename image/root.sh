# shellcheck shell=bash disable=SC2154 # Names of image/build, whose assemble_image sources this.
#
# The root of the image, which both slots share: Debian's packages without unneeded parts, the clock's programs and
# files, and image/system on top; the kernel with the modules from image/modules, the radios' firmware, and an initrd
# that contains only image/boot/init. Sourced, never run.

# The user and the groups of systemd/noiseclock.sysusers. The ids are fixed, because the data outlives the root.
clock_id=880
i2c_id=881
gpio_id=882
web_id=883
mqtt_id=884

make_root() {
    rm -rf --one-file-system "$tree"
    mkdir "$tree"
    tar -C "$root_debian" --one-file-system -cf - --exclude=./dev --exclude=./proc --exclude=./sys . |
        tar -C "$tree" -xpf - --numeric-owner
    mkdir -p "$tree/usr/share/noiseclock"
    remember_packages
    remember_system_date
    remove_unwanted
    empty_folders
    add_kernel_modules
    add_radio_firmware
    add_users
    add_clock
    add_system
    add_authority
    check_rights
}

# Keeps only the names, versions and sources from Debian's package list; dpkg's own list would be in /var.
remember_packages() {
    dpkg-query --admindir="$tree/var/lib/dpkg" --show \
        --showformat='${Package}\t${Version}\t${source:Package}\t${source:Version}\n' |
        LC_ALL=C sort >/build/root-packages
}

# Leaves in `system_date` the date of the newest packages that decide what the time is. Systemd lifts a clock that knows
# no time to its own date, and the clock must know that nobody vouches for that (law, 5.1).
remember_system_date() {
    system_date=$(find "$tree/usr/lib" "$tree/usr/bin" -type f \
        \( -path "$tree/usr/lib/systemd/*" -o -path "$tree/usr/bin/*" -o -path "$tree/usr/lib/clock-epoch" \) \
        -printf '%T@\n' | sort -n | sed -n '$s/\..*//p')
    [[ -n $system_date ]] || fail "the packages have no files of systemd"
}

# The date to which systemd lifts such a clock: no part of the image is newer. To be called when all times are clamped.
date_system() {
    : >"$tree/usr/lib/clock-epoch"
    touch --date="@$((system_date > SOURCE_DATE_EPOCH ? system_date : SOURCE_DATE_EPOCH))" "$tree/usr/lib/clock-epoch"
}

remove_unwanted() {
    local word path
    while read -r word; do
        if [[ $word == /* ]]; then
            # shellcheck disable=SC2086 # A pattern of paths.
            rm -rf $tree$word
            continue
        fi
        path=$(find "$tree/var/lib/dpkg/info" \( -name "$word.list" -o -name "$word:arm64.list" \) -print)
        [[ -n $path ]] || fail "image/unwanted names a package that is not in the root: $word"
        remove_listed <"$path"
    done < <(sed 's/ *#.*//; /^$/d' "$source/image/unwanted")
    # Keeps the licences; nobody needs the rest.
    find "$tree/usr/share/doc" -type f ! -name copyright -delete
    find "$tree/usr/share/doc" -type l -exec rm {} +
    find "$tree/usr" -name '*.a' -type f -delete
    find "$tree/usr/share/doc" -type d -empty -delete
}

# Files of a package; paths shared with other packages are folders.
remove_listed() {
    local path
    while read -r path; do
        if [[ $path != */usr/share/doc/*/copyright && (-f $tree$path || -L $tree$path) ]]; then
            rm "$tree$path"
        fi
    done
}

# What is mounted over, or recreated at each start.
empty_folders() {
    local folder
    for folder in var tmp run home root mnt media srv opt boot src build dev proc sys; do
        rm -rf "${tree:?}/$folder"
        mkdir "$tree/$folder"
    done
    chmod 1777 "$tree/tmp"
    chmod 700 "$tree/root"
    chmod 555 "$tree/proc" "$tree/sys"
    rm -f "$tree/usr/lib/aarch64-linux-gnu/libnss_hesiod"* "$tree/etc/.pwd.lock" "$tree/etc/resolv.conf"
}

add_users() {
    local name id
    [[ $(cut -d : -f 3 "$tree/etc/passwd" "$tree/etc/group" | grep -cxE "$clock_id|$i2c_id|$gpio_id|$web_id|$mqtt_id") == 0 ]] ||
        fail "a package of Debian has taken one of the clock's numbers, $clock_id to $mqtt_id"
    printf '%s:x:%s:%s:%s:%s:/usr/sbin/nologin\n' \
        noiseclock "$clock_id" "$clock_id" NoiseClock /var/lib/noiseclock \
        noiseclock-web "$web_id" "$web_id" "NoiseClock in the network" /nonexistent \
        noiseclock-mqtt "$mqtt_id" "$mqtt_id" "NoiseClock in Home Assistant" /nonexistent >>"$tree/etc/passwd"
    # 1: the password was last changed on day one of the epoch; the day of the build would differ each time.
    printf '%s:!*:1::::::\n' noiseclock noiseclock-web noiseclock-mqtt >>"$tree/etc/shadow"
    for name in "noiseclock:$clock_id:" "i2c:$i2c_id:noiseclock" "gpio:$gpio_id:noiseclock" \
        "noiseclock-web:$web_id:noiseclock" "noiseclock-mqtt:$mqtt_id:"; do
        id=${name#*:}
        echo "${name%%:*}:x:$id" >>"$tree/etc/group"
        echo "${name%%:*}:!*::${id#*:}" >>"$tree/etc/gshadow"
    done
    sed -i 's/^\(audio:.*:\)$/\1noiseclock/' "$tree/etc/group" "$tree/etc/gshadow"
    sed -i -E 's/^([^:]*:[^:]*):[0-9]*:/\1:1:/' "$tree/etc/shadow"
    # Nobody logs in with a password.
    sed -i -E 's/^root:[^:]*:/root:*:/' "$tree/etc/shadow"
}

# The programs, and the files of systemd/, where the Debian package installs them.
add_clock() {
    local name
    for name in noiseclockd noiseclock noiseclock-import noiseclock-web noiseclock-mqtt; do
        install -D -m 755 "$programs/$name" "$tree/usr/bin/$name"
    done
    install -D -m 644 "$source/systemd/noiseclockd.service" "$tree/usr/lib/systemd/system/noiseclockd.service"
    mkdir -p "$tree/usr/lib/systemd/system/sysinit.target.wants"
    ln -s ../noiseclockd.service "$tree/usr/lib/systemd/system/sysinit.target.wants/noiseclockd.service"
    install -D -m 644 -t "$tree/usr/lib/systemd/system" "$source"/systemd/noiseclock-web.{socket,service}
    mkdir -p "$tree/usr/lib/systemd/system/sockets.target.wants"
    ln -s ../noiseclock-web.socket "$tree/usr/lib/systemd/system/sockets.target.wants/noiseclock-web.socket"
    install -D -m 644 "$source/systemd/noiseclock-mqtt.service" "$tree/usr/lib/systemd/system/noiseclock-mqtt.service"
    mkdir -p "$tree/usr/lib/systemd/system/multi-user.target.wants"
    ln -s ../noiseclock-mqtt.service "$tree/usr/lib/systemd/system/multi-user.target.wants/noiseclock-mqtt.service"
    install -D -m 644 "$source/systemd/noiseclock.sysusers" "$tree/usr/lib/sysusers.d/noiseclock.conf"
    install -D -m 644 "$source/systemd/noiseclock.tmpfiles" "$tree/usr/lib/tmpfiles.d/noiseclock.conf"
    install -D -m 644 "$source/systemd/noiseclock.rules" "$tree/usr/lib/udev/rules.d/60-noiseclock.rules"
    install -D -m 644 "$source/systemd/noiseclock.modules" "$tree/usr/lib/modules-load.d/noiseclock.conf"
    install -D -m 644 "$source/systemd/noiseclock.avahi" "$tree/etc/avahi/services/noiseclock.service"
    install -D -m 644 "$source/systemd/noiseclock.journald.conf" \
        "$tree/usr/lib/systemd/journald.conf.d/noiseclock.conf"
    find "$source"/board{,/builds} -maxdepth 1 -name '*.json' ! -name '*.schema.json' \
        -exec install -D -m 644 -t "$tree/usr/share/noiseclock/boards" {} +
    install -D -m 644 "$board" "$tree/usr/share/noiseclock/board.json"
    # These are kept on the data partition, where the initrd creates them.
    mkdir -p "$tree/etc/noiseclock"
    ln -sf /var/lib/system-state/board.json "$tree/etc/noiseclock/board.json"
    ln -sf /var/lib/system-state/mqtt-password "$tree/etc/noiseclock/mqtt-password"
    ln -sf /var/lib/system-state/mqtt-ca.pem "$tree/etc/noiseclock/mqtt-ca.pem"
    ln -sf /var/lib/system-state/hostname "$tree/etc/hostname"
    ln -sf /var/lib/system-state/localtime "$tree/etc/localtime"
    rm -f "$tree/etc/machine-id" "$tree/etc/timezone"
    : >"$tree/etc/machine-id"
    : >"$tree/etc/fstab"
    echo "NOISECLOCK_VERSION=$version" >"$tree/usr/share/noiseclock/release"
    check_board
}

# The clock itself reports what is wrong with its board file. It reads its arguments from /proc.
check_board() {
    local status=0
    mount --bind /proc "$tree/proc"
    chroot "$tree" /usr/bin/noiseclockd --check-board /usr/share/noiseclock/board.json >&2 || status=1
    umount "$tree/proc"
    ((status == 0)) || fail "this is no board file that the clock takes"
}

# image/system goes on top of everything. Its files belong to root, whoever has checked them out.
add_system() {
    tar -C "$source/image/system" --owner=0 --group=0 --mode='u=rwX,go=rX' -cf - . |
        tar -C "$tree" -xpf - --numeric-owner --keep-directory-symlink --no-overwrite-dir
}

# The authority that must have signed an update (RAUC).
add_authority() {
    install -D -m 644 /build/inputs/ca.pem "$tree/etc/rauc/ca.pem"
}

# --- What starts the clock

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

# --- What accounts other than root may do: image/rights lists it, and nothing else goes in

check_rights() {
    drop_rights
    check_bus
    check_listeners
}

# `rights VERB` prints what image/rights lists with that word.
rights() {
    sed -n "s/ *#.*//; s/^$1 \+//p" "$source/image/rights" | LC_ALL=C sort
}

# `compare_rights WHAT LISTED FOUND`: the two must be the same lines. The message says which line to change.
compare_rights() {
    local more less
    more=$(LC_ALL=C comm -13 <(printf '%s\n' "$2") <(printf '%s\n' "$3"))
    less=$(LC_ALL=C comm -23 <(printf '%s\n' "$2") <(printf '%s\n' "$3"))
    [[ -z ${more//[[:space:]]/} ]] ||
        fail "$1, and image/rights does not list it with a reason: ${more//$'\n'/ }"
    [[ -z ${less//[[:space:]]/} ]] || fail "image/rights lists what is not in the root; remove it there: ${less//$'\n'/ }"
}

# Folders count, too: what is made in a setgid one belongs to its group. File capabilities, which would do the same as
# these bits, do not get into the root: tar leaves them out.
drop_rights() {
    local path
    compare_rights "a file runs with somebody else's rights" "$( (rights drop && rights keep) | LC_ALL=C sort)" \
        "$(find "$tree" -perm /6000 -printf '/%P\n' | LC_ALL=C sort)"
    while read -r path; do
        chmod ug-s "$tree$path"
    done < <(rights drop)
}

check_bus() {
    compare_rights "everybody may send to a service on the system bus" "$(rights bus)" "$(
        find "$tree"/{usr/share,etc}/dbus-1 -path '*/system.*' -name '*.conf' -exec cat {} + |
            open_destinations | LC_ALL=C sort -u)"
}

# Prints where the policies on standard input let everybody send: a service's name, or an interface where none is
# named. Signals and answers, which name neither, are everybody's.
open_destinations() {
    tr '\n\t' '  ' | sed -E 's/<!--([^-]|-[^-])*-->//g; s/<policy/\n&/g; s/<\/policy>/\n/g' |
        sed -n '/^<policy *context="\(default\|mandatory\)"/p' | sed 's/<allow/\n&/g' |
        sed -n -E '/^<allow/s/.*send_destination="([^"]*)".*/\1/p; t; s/^<allow.*send_interface="([^"]*)".*/\1/p'
}

# The image's systemd rates its own units. image/test looks that no other unit listens.
check_listeners() {
    local unit most rating status=0
    mount --bind /proc "$tree/proc"
    while read -r unit most; do
        rating=$(chroot "$tree" systemd-analyze security --offline=true --no-pager "$unit" 2>&1 |
            sed -n 's/.*Overall exposure level for .*: \([0-9]*\)\.\([0-9]\) .*/\1\2/p')
        say "exposure of $unit: ${rating:-unknown} of at most $most tenths"
        ((10#${rating:-999} <= most)) || status=1
    done < <(rights listen)
    umount "$tree/proc"
    ((status == 0)) || fail "a unit that listens to the network has less of a sandbox than image/rights promises"
}
