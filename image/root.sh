# shellcheck shell=bash disable=SC2154 # Names of image/assemble, which sources this.
#
# The root of the image, which both slots share: Debian's packages without unneeded parts, the clock's programs and
# files, and image/system on top. Sourced, never run.

# The user and the groups of systemd/noiseclock.sysusers. The ids are fixed, because the data outlives the root.
clock_id=880
i2c_id=881
gpio_id=882

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
    [[ $(cut -d : -f 3 "$tree/etc/passwd" "$tree/etc/group" | grep -cxE "$clock_id|$i2c_id|$gpio_id") == 0 ]] ||
        fail "a package of Debian has taken one of the clock's numbers, $clock_id to $gpio_id"
    echo "noiseclock:x:$clock_id:$clock_id:NoiseClock:/var/lib/noiseclock:/usr/sbin/nologin" >>"$tree/etc/passwd"
    # 1: the password was last changed on day one of the epoch; the day of the build would differ each time.
    echo "noiseclock:!*:1::::::" >>"$tree/etc/shadow"
    for name in "noiseclock:$clock_id:" "i2c:$i2c_id:noiseclock" "gpio:$gpio_id:noiseclock"; do
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
    for name in noiseclockd noiseclock noiseclock-import; do
        install -D -m 755 "$programs/$name" "$tree/usr/bin/$name"
    done
    install -D -m 644 "$source/systemd/noiseclockd.service" "$tree/usr/lib/systemd/system/noiseclockd.service"
    mkdir -p "$tree/usr/lib/systemd/system/sysinit.target.wants"
    ln -s ../noiseclockd.service "$tree/usr/lib/systemd/system/sysinit.target.wants/noiseclockd.service"
    install -D -m 644 "$source/systemd/noiseclock.sysusers" "$tree/usr/lib/sysusers.d/noiseclock.conf"
    install -D -m 644 "$source/systemd/noiseclock.tmpfiles" "$tree/usr/lib/tmpfiles.d/noiseclock.conf"
    install -D -m 644 "$source/systemd/noiseclock.rules" "$tree/usr/lib/udev/rules.d/60-noiseclock.rules"
    install -D -m 644 "$source/systemd/noiseclock.modules" "$tree/usr/lib/modules-load.d/noiseclock.conf"
    install -D -m 644 "$source/systemd/noiseclock.journald.conf" \
        "$tree/usr/lib/systemd/journald.conf.d/noiseclock.conf"
    find "$source"/board{,/builds} -maxdepth 1 -name '*.json' ! -name '*.schema.json' \
        -exec install -D -m 644 -t "$tree/usr/share/noiseclock/boards" {} +
    install -D -m 644 "$board" "$tree/usr/share/noiseclock/board.json"
    # These are kept on the data partition, where the initrd creates them.
    mkdir -p "$tree/etc/noiseclock"
    ln -sf /var/lib/system-state/board.json "$tree/etc/noiseclock/board.json"
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
    [[ -d $source/image/system ]] || return 0
    tar -C "$source/image/system" --owner=0 --group=0 --mode='u=rwX,go=rX' -cf - . |
        tar -C "$tree" -xpf - --numeric-owner --keep-directory-symlink --no-overwrite-dir
}

# The authority that must have signed an update (RAUC).
add_authority() {
    [[ ! -e /build/inputs/ca.pem ]] || install -D -m 644 /build/inputs/ca.pem "$tree/etc/rauc/ca.pem"
}
