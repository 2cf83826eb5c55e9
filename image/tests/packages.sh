# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Tests the Debian packages as people get them: makes them twice and compares, runs lintian on them, and installs,
# uses, upgrades, removes and purges them in a minimal Debian 13, without and with a running systemd. Sourced, never run.

# shellcheck source-path=SCRIPTDIR
source "$repository/image/packaging.sh"
# shellcheck source-path=SCRIPTDIR
source "$repository/image/tests/simulator.sh"

# For each of the two parts; ends a package that waits for an answer.
longest_part=300s

test_packages() {
    local own_architecture plain_system service_system package begun
    own_architecture=$(dpkg --print-architecture)
    read_architecture "$own_architecture"
    require_programs
    programs=$(realpath "$programs")
    require_packing_debian
    if [[ $architecture == "$own_architecture" ]]; then
        require_bare_debian
        plain_system=$bare_system
        require_bare_debian systemd-sysv udev kmod
        service_system=$bare_system
    fi

    folder=$(mktemp -d)
    trap '"${as_root[@]}" rm -rf --one-file-system "$folder"' EXIT
    mkdir "$folder/packages" "$folder/results" "$folder/again"
    # Inside, apt reads as a user of its own.
    chmod 755 "$folder" "$folder/packages"

    "$repository/image/build" packages --programs "$programs" --output "$folder/packages" "$architecture"
    (umask 077 && TZ=Asia/Tokyo "$repository/image/build" packages --programs "$programs" --output "$folder/again" \
        "$architecture" 2>/dev/null)
    for package in "$folder"/packages/*.deb; do
        cmp "$package" "$folder/again/$(basename "$package")" ||
            fail "made twice, $(basename "$package") is not the same"
    done
    say "made twice, they are the same: $(sha256sum "$folder"/packages/*.deb | sed 's# .*/# #' | tr '\n' ' ')"

    begun=$SECONDS
    quietly in_debian "$packing_system" "$folder/packages" sh -c 'exec lintian --allow-root --info \
        --fail-on error,warning --tag-display-limit 0 *.deb' || fail "lintian finds fault with the packages"
    say "lintian finds no error and no warning ($((SECONDS - begun)) s)"

    if [[ $architecture != "$own_architecture" ]]; then
        quietly in_debian "$packing_system" "$folder/packages" \
            bash -euo pipefail -c "$(declare -f find_dependencies); find_dependencies $architecture" ||
            fail "apt does not find all that the packages depend on"
        say "Debian 13 has for $architecture all that they depend on; they were not installed, on this $own_architecture"
        return
    fi

    mkdir "$folder/packages/newer"
    "$repository/image/build" packages --programs "$programs" --output "$folder/packages/newer" --revision +1 \
        "$architecture" 2>/dev/null
    write_steps package_steps >"$folder/packages/steps"
    chmod 755 "$folder/packages/steps"
    chmod -R u=rwX,go=rX "$folder/packages"

    try bare "$plain_system"
    try service "$service_system"
    say "all of it holds"
}

# Runs as root in its own namespaces: a Debian on top of the read-only SYSTEM, and in it the steps of PART. Everything
# written is in memory, and gone at the end.
#
#   enter FOLDER SYSTEM PART
enter() {
    local folder=$1 lower=$2 part=$3 system=$1/system device
    mount --make-rprivate /
    mkdir -p "$folder/layer" "$system"
    mount -t tmpfs tmpfs "$folder/layer"
    mkdir "$folder/layer/upper" "$folder/layer/work"
    mount -t overlay overlay -o "lowerdir=$lower,upperdir=$folder/layer/upper,workdir=$folder/layer/work" "$system"
    mount -t proc proc "$system/proc"
    mount -t tmpfs -o mode=755 tmpfs "$system/dev"
    for device in null zero full random urandom tty; do
        touch "$system/dev/$device"
        mount --bind "/dev/$device" "$system/dev/$device"
    done
    mkdir "$system/dev/pts" "$system/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$system/dev/pts"
    ln -s pts/ptmx "$system/dev/ptmx"
    ln -s /proc/self/fd "$system/dev/fd"
    mount -t tmpfs -o mode=1777 tmpfs "$system/tmp"
    mount -t tmpfs -o mode=755 tmpfs "$system/run"
    mount --bind -o ro "$folder/packages" "$system/mnt"
    mkdir "$system/run/test"
    mount --bind "$folder/results" "$system/run/test"
    rm -f "$system/etc/resolv.conf"
    cp -L /etc/resolv.conf "$system/etc/resolv.conf"
    cd /
    local enter=(env -i LANG=C.UTF-8 TERM=xterm-256color HOME=/root PATH=/usr/sbin:/usr/bin chroot "$system")
    if [[ $part == bare ]]; then
        "${enter[@]}" /mnt/steps bare
        return
    fi

    # With systemd running, that system has no network.
    "${enter[@]}" /mnt/steps offline | tee "$folder/results/service"
    mount -t sysfs -o ro sysfs "$system/sys"
    mount -t cgroup2 cgroup2 "$system/sys/fs/cgroup"
    local units=$system/etc/systemd/system
    printf '%s\n' "[Unit]" "Requires=sysinit.target" "After=sysinit.target" >"$units/default.target"
    printf '%s\n' "[Unit]" "After=sysinit.target" "[Service]" "Type=oneshot" "ExecStart=/mnt/steps service" \
        "Environment=HOME=/root LANG=C.UTF-8" \
        "ExecStopPost=/bin/sh -c 'systemctl poweroff -ff >/dev/null'" \
        "StandardOutput=append:/run/test/service" "StandardError=append:/run/test/service" \
        >"$units/package-test.service"
    mkdir -p "$units/default.target.wants"
    ln -s ../package-test.service "$units/default.target.wants/package-test.service"
    # Its own network namespace comes last, after all downloads.
    exec unshare --net env -i container=other PATH=/usr/sbin:/usr/bin chroot "$system" \
        /lib/systemd/systemd --log-target=console --show-status=no
}

# `try PART SYSTEM` prints the lines of the steps, and fails if one failed or they did not finish.
try() {
    local part=$1 system=$2 status=0 begun=$SECONDS
    "${as_root[@]}" timeout --foreground -s KILL "$longest_part" \
        unshare --mount --pid --ipc --uts --cgroup --fork --kill-child \
        bash -euo pipefail -c "$(declare -f enter); enter \"\$@\"" "$program" \
        "$folder" "$system" "$part" >"$folder/console" 2>&1 </dev/null || status=$?
    [[ $part == service ]] || cp "$folder/console" "$folder/results/$part"
    grep -E '^(ok|FAILED) ' "$folder/results/$part" || true
    if grep -q '^FAILED ' "$folder/results/$part" || ! grep -qx "done with $part" "$folder/results/$part"; then
        say "the last lines of what was done:"
        tail -n 80 "$folder/console" "$folder/results/$part" >&2 || true
        fail "the packages do not hold ($part, status $status)"
    fi
    say "tried them ($part) in $((SECONDS - begun)) s"
}

# Runs in a packing Debian, of whatever architecture: has apt resolve everything that the packages here need on an
# empty system of ARCHITECTURE.
find_dependencies() {
    local options=(
        -o Dir::State=/tmp/state -o Dir::State::status=/tmp/state/status -o Dir::Cache=/tmp/cache
        -o APT::Architecture="$1" -o APT::Architectures="$1" -o APT::Install-Recommends=false -q -y
    )
    mkdir -p /tmp/state/lists/partial /tmp/cache/archives/partial
    touch /tmp/state/status
    apt-get "${options[@]}" update
    apt-get "${options[@]}" install --simulate ./*.deb
}

# --- The steps. The packages are in /mnt, those of a higher version in /mnt/newer.

# `package_steps bare`: the simulator and the client, without systemd (image/tests/simulator.sh). `offline`: the firmware
# where systemd does not run, as in an image that is being made; it leaves what the packages depend on in apt's cache.
# `service`: the firmware under a running systemd.
package_steps() {
    export DEBIAN_FRONTEND=noninteractive
    "$1"
    echo "done with $1"
}

explain() {
    [[ ! -e ${last:-} ]] || screen "$last"
}

apt() {
    apt-get -q -y -o Dpkg::Use-Pty=0 -o APT::Install-Recommends=false "$@"
}

# All paths of the system except those that come and go by themselves.
paths() {
    find / -xdev \( -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/log \
        -o -path /root -o -path /home -o -path /mnt -o -path /var/lib/systemd \) -prune -o -print | LC_ALL=C sort
}

# `same_paths_as BEFORE` prints the paths that were added or are gone since, and fails if there are any.
same_paths_as() {
    paths >/tmp/paths.now
    ! diff "$1" /tmp/paths.now | grep '^[<>]'
}

# `has_page NAME.SECTION PACKAGE`: whether the package has that page, judged by its header. The Debian that this runs
# in omits all pages.
has_page() {
    dpkg-deb --fsys-tarfile "$(echo /mnt/"$2"_*.deb)" | tar -xO "./usr/share/man/man${1##*.}/$1.gz" | zcat |
        grep '^\.TH ' >/dev/null
}

version_of() {
    dpkg-query -W -f='${Version}' "$1" 2>/dev/null
}

is_version() {
    [[ $(version_of "$1") == "$2" ]]
}

# `has_alarm [AS…]`: whether the clock has the alarm that was set; AS runs the query.
has_alarm() {
    "$@" noiseclock alarm list 2>/dev/null | grep -q 07:30
}

# --- The firmware

offline() {
    apt update
    paths >/tmp/paths.bare
    apt install /mnt/*.deb -o APT::Keep-Downloaded-Packages=true
    expect "installed where systemd does not run, it will start with the system" \
        test -e /etc/systemd/system/sysinit.target.wants/noiseclockd.service
    expect "its user is there" id noiseclock
    expect "and was not started" refuses pidof noiseclockd
    apt purge noiseclockd noiseclock
    apt autoremove --purge
    expect "purged there, nothing is left of it" same_paths_as /tmp/paths.bare
}

is_active() {
    systemctl is-active --quiet noiseclockd.service
}

# Whether the running program is the installed one.
is_running() {
    is_active && [[ /proc/$(systemctl show -P MainPID noiseclockd.service)/exe -ef /usr/bin/noiseclockd ]]
}

says() {
    grep -qF -- "$1" /tmp/said
}

service() {
    local version
    version=$(dpkg-deb --field /mnt/noiseclockd_*.deb Version)
    cd /mnt || return
    # A Pi's configuration file in which a person already has one of our lines.
    mkdir -p /boot/firmware
    printf '[pi4]\narm_boost=1\n\n[all]\ndtparam=i2c_arm=on\n' >/boot/firmware/config.txt
    cp /boot/firmware/config.txt /root/config.txt
    paths >/tmp/paths.bare

    # Somebody has used systemd/install before.
    printf '[Service]\nExecStart=/usr/local/bin/noiseclockd\n' >/etc/systemd/system/noiseclockd.service
    apt install ./noiseclock_*.deb
    refuses apt install ./noiseclockd_*.deb >/tmp/said 2>&1 || echo "FAILED it is installed beside systemd/install's clock"
    expect "beside a clock of systemd/install's it is refused, and says why" says "systemd/install --uninstall"
    rm /etc/systemd/system/noiseclockd.service
    apt purge noiseclock noiseclockd

    apt install ./noiseclock_*.deb ./noiseclockd_*.deb 2>&1 | tee /tmp/said
    expect "installed with one line, the clock runs" within 20 is_running
    expect "its first start went through" test "$(systemctl show -P NRestarts noiseclockd.service)" = 0
    expect "it starts with the system, before the rest" \
        test -e /etc/systemd/system/sysinit.target.wants/noiseclockd.service
    expect "the manual has its pages" has_page noiseclockd.8 noiseclockd
    expect "and that of the network" has_page noiseclock-web.8 noiseclockd
    expect "and that of MQTT" has_page noiseclock-mqtt.8 noiseclockd
    expect "the board is the default one" cmp /etc/noiseclock/board.json /usr/share/noiseclock/boards/ht16k33-7seg.json
    expect "the lines that config.txt lacks are named" says "  dtoverlay=max98357a"
    expect "the line that it has is not" refuses says "  dtparam=i2c_arm=on"
    expect "config.txt is as it was" cmp /root/config.txt /boot/firmware/config.txt
    expect "its state is its own" test "$(stat -c %U:%G:%a /var/lib/noiseclock)" = noiseclock:noiseclock:750
    expect "it is in the groups of the wires" test "$(id -nG noiseclock | tr ' ' '\n' | sort | tr '\n' ' ')" = "audio gpio i2c input noiseclock "
    expect "the client reaches it" within 20 noiseclock status
    expect "and sets an alarm" noiseclock alarm add 07:30 mon-fri
    /usr/libexec/noiseclock/config-txt --write
    expect "asked to, it writes the lines" grep -qx dtoverlay=max98357a /boot/firmware/config.txt

    sed -i 's/"Bedside[^"]*"/"By the bed"/' /etc/noiseclock/board.json
    local pid
    pid=$(systemctl show -P MainPID noiseclockd.service)
    # Without an answer to a conffile question from dpkg, should there be one.
    apt install ./newer/*.deb </dev/null
    expect "it is upgraded" is_version noiseclockd "$version+1"
    expect "the new one runs" within 20 is_running
    expect "and is another process" test "$(systemctl show -P MainPID noiseclockd.service)" != "$pid"
    expect "the board file keeps what a person wrote into it" grep -q "By the bed" /etc/noiseclock/board.json
    expect "the alarm is still there" within 20 has_alarm

    apt remove noiseclockd
    expect "removed, the clock is stopped" refuses is_active
    expect "and does not start again" test ! -e /usr/bin/noiseclockd -a ! -e /usr/lib/systemd/system/noiseclockd.service
    expect "the alarms stay" test -n "$(ls -A /var/lib/noiseclock)"
    expect "and so does the board file" grep -q "By the bed" /etc/noiseclock/board.json
    expect "its lines in config.txt are gone, and others are not" cmp /root/config.txt /boot/firmware/config.txt

    apt install ./newer/*.deb </dev/null
    expect "installed again, it runs" within 20 is_running
    expect "with its alarm" within 20 has_alarm
    expect "and its board file" grep -q "By the bed" /etc/noiseclock/board.json
    apt purge noiseclockd noiseclock
    apt autoremove --purge
    expect "purged, the board file and the state are gone" test ! -e /etc/noiseclock -a ! -e /var/lib/noiseclock
    expect "nothing is left of it" same_paths_as /tmp/paths.bare
    expect "no unit has failed" test -z "$(systemctl list-units --failed --no-legend --plain)"
}
