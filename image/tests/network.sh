# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Starts a Debian 13 for this PC with the image's own files (image/system) in a virtual machine, read-only and with an
# empty data partition as on a clock. There it tests cable, Wi-Fi, the clock's own access point, SSH, and its name. The
# kernel simulates the radios. Sourced, never run.

# The image's packages for system and network, and a kernel with simulated radios.
packages=(
    systemd-sysv systemd-timesyncd systemd-resolved udev dbus kmod tzdata e2fsprogs iproute2 iwd wireless-regdb
    avahi-daemon avahi-utils openssh-server linux-image-amd64
)
# Without KVM, which is not available everywhere and not reliable everywhere.
longest_boot=1800s

test_network() {
    [[ $(uname -m) == x86_64 ]] || fail "it wants a PC, and this is a machine of the kind $(uname -m)"
    local begun wanted=()
    has_command qemu-system-x86_64 || wanted+=("qemu-system-x86: a virtual machine")
    is_installed busybox-static || wanted+=("busybox-static: what the virtual machine starts with")
    has_command mke2fs || wanted+=("e2fsprogs: makes the virtual machine's disks")
    has_command cpio || wanted+=("cpio: packs what the virtual machine starts with")
    install_packages "${wanted[@]}"
    require_bare_debian "${packages[@]}"
    folder=$(mktemp -d)
    trap '"${as_root[@]}" rm -rf --one-file-system "$folder"' EXIT
    write_steps network_steps >"$folder/steps"
    check_switched_off
    say "making the virtual machine's disks"
    # As root, separate from the rest of this program.
    "${as_root[@]}" bash -euo pipefail -c "$(declare -f make_root make_initrd); make_root \"\$@\"; make_initrd \"\$@\"" \
        "$program" "$bare_system" "$repository" "$folder"
    begun=$SECONDS
    boot 1
    boot 2
    say "all of it holds, in $((SECONDS - begun)) s"
}

# The units that image/system disables must exist in this release of Debian; otherwise a name is wrong or has changed.
check_switched_off() {
    local name
    while read -r name; do
        [[ -e $bare_system/usr/lib/systemd/system/$name || -e $bare_system/usr/lib/systemd/system-generators/$name ]] ||
            fail "image/system switches off $name, which Debian 13 does not have"
    done < <(find "$repository/image/system" -lname /dev/null -printf '%f\n')
}

# `make_root SYSTEM REPOSITORY FOLDER` makes the root's disk, the Debian with the image's files on top, and the data's.
make_root() {
    local system=$1 repository=$2 folder=$3 root=$3/root
    # Without /var, where the data partition is mounted.
    mkdir "$root"
    tar -C "$system" -c --one-file-system --exclude=./var --exclude=./boot --exclude='./initrd*' . | tar -x -C "$root"
    mkdir -p "$root/var"
    cp -a --remove-destination --no-preserve=ownership "$repository/image/system/." "$root"
    install -D -m 644 "$repository/systemd/noiseclock.journald.conf" "$root/usr/lib/systemd/journald.conf.d/noiseclock.conf"
    install -D -m 644 "$repository/systemd/noiseclock.avahi" "$root/etc/avahi/services/noiseclock.service"
    install -m 755 "$folder/steps" "$root/usr/lib/noiseclock/test-steps"
    # In the clock's place: its group alone may ask it, and what it would show is noted.
    echo "noiseclock:x:880:" >>"$root/etc/group"
    printf '%s\n' "d /run/noiseclock 0750 root noiseclock -" "f /run/noiseclock/control.sock 0640 root noiseclock -" \
        >"$root/usr/lib/tmpfiles.d/test-clock.conf"
    install -m 755 /dev/stdin "$root/usr/bin/noiseclock" <<'CLIENT'
#!/bin/sh
set -eu
cat /run/noiseclock/control.sock
case "$1 $2" in
"display text") echo "$3" >>"$RUNTIME_DIRECTORY/shown" ;;
esac
CLIENT
    install -D -m 644 /dev/stdin "$root/usr/lib/systemd/system/noiseclock-network.service.d/test.conf" \
        <<<$'[Service]\nEnvironment=NETWORK_MINUTE=30'
    printf '%s\n' "[Unit]" "After=multi-user.target" "[Service]" "Type=idle" \
        "ExecStart=/usr/lib/noiseclock/test-steps" "StandardOutput=tty" "StandardError=tty" "TTYPath=/dev/ttyS0" \
        >"$root/usr/lib/systemd/system/test-steps.service"
    # The data partition is a whole disk here, in no table. image/test shows how it grows on a card.
    ln -s /dev/null "$root/etc/systemd/system/noiseclock-grow.service"
    ln -s ../test-steps.service "$root/usr/lib/systemd/system/multi-user.target.wants/test-steps.service"
    truncate -s 1200M "$folder/root.ext4"
    truncate -s 64M "$folder/data.ext4"
    mke2fs -q -t ext4 -E root_owner=0:0 -d "$root" "$folder/root.ext4"
    mke2fs -q -t ext4 -m 0 "$folder/data.ext4"
    rm -rf "$root"
}

# `make_initrd SYSTEM REPOSITORY FOLDER`: it mounts both disks, and creates what the image's own does if it is missing.
make_initrd() {
    local system=$1 folder=$3 initrd=$3/initrd path
    mkdir -p "$initrd"/{bin,lib,proc,sys,dev,root}
    cp /bin/busybox "$initrd/bin"
    while read -r path; do
        xz -dc "$system$path" >"$initrd/lib/$(basename "$path" .xz)"
        echo "insmod /lib/$(basename "$path" .xz)"
    done < <(chroot "$system" modprobe -S "$(ls "$system/lib/modules")" --show-depends -a \
        virtio_pci virtio_blk crc32c_generic ext4 | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++') >"$initrd/lib/order"
    install -m 755 /dev/stdin "$initrd/init" <<'INIT'
#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
. /lib/order
until [ -b /dev/vdb ]; do sleep 0.1; done
mount -t ext4 -o ro /dev/vda /root
mount -t tmpfs -o mode=755,nosuid,nodev run /root/run
mount -t ext4 -o noatime,nosuid,nodev /dev/vdb /root/var
state=/root/var/lib/system-state
mkdir -p $state
[ -s $state/machine-id ] || tr -d - </proc/sys/kernel/random/uuid >$state/machine-id
[ -s $state/hostname ] || echo "noiseclock-$(head -c 4 $state/machine-id)" >$state/hostname
[ -L $state/localtime ] || ln -s /usr/share/zoneinfo/Etc/UTC $state/localtime
mount -o bind $state/machine-id /root/etc/machine-id
mount -o move /dev /root/dev
umount /proc /sys
exec switch_root /root /sbin/init
INIT
    (cd "$initrd" && find . | cpio --quiet -o -H newc | gzip -1) >"$folder/initrd.img"
    install -m 644 "$system"/boot/vmlinuz-* "$folder/vmlinuz"
}

# `boot NUMBER`: starts the machine and prints its results; fails if a check failed.
boot() {
    local status=0 log=$folder/log-$1
    timeout --foreground --kill-after=10s "$longest_boot" qemu-system-x86_64 -machine q35 -smp 2 -m 512 -no-reboot \
        -kernel "$folder/vmlinuz" -initrd "$folder/initrd.img" \
        -append "console=ttyS0 quiet net.ifnames=0 panic=-1 systemd.watchdog_sec=0 systemd.show_status=0 systemd.default_timeout_start_sec=600 ro" \
        -drive "file=$folder/root.ext4,if=virtio,format=raw,readonly=on" \
        -drive "file=$folder/data.ext4,if=virtio,format=raw,cache=unsafe" \
        -nic user,model=virtio-net-pci,restrict=on -display none -serial "file:$log" -monitor none \
        </dev/null || status=$?
    tr -d '\r' <"$log" | grep -aE '^(ok|FAILED|done|note) ' || true
    if ((status != 0)) || ! grep -aq '^done with' "$log" || grep -aq '^FAILED' "$log"; then
        tail -n 40 "$log" >&2
        fail "boot $1 does not hold (status $status); the end of what the machine said stands above"
    fi
}

# --- The steps in the virtual machine. They recognise the second boot by what the first has left.

network_steps() {
    state=/var/lib/system-state
    own=NoiseClock-$(head -c 4 /etc/machine-id)
    # Under emulation on a busy machine, everything takes several times as long as on a clock.
    patience=4
    trap 'echo "note   the steps ended with status $?"; sync; systemctl poweroff --force' EXIT
    try_system
    if [[ ! -e /var/first-boot ]]; then
        try_finding
        try_ssh
        try_wireless
        identity >/var/first-boot
        echo "done with the first boot, systemd $(systemctl --version | head -n 1 | cut -d ' ' -f 2)"
    else
        try_again
        echo "done with the second boot"
    fi
}

explain() {
    networkctl status --no-pager wlan0 wlan1 || true
    journalctl --no-pager -o short-monotonic -u systemd-networkd -u iwd -u noiseclock-network -u avahi-daemon -b -n 60 || true
    [[ ! -e /tmp/neighbour ]] || sed 's/^/neighbour: /' /tmp/neighbour
}

# `stays SECONDS COMMAND…`: whether the command succeeds all that time.
stays() {
    local until=$((SECONDS + $1))
    shift
    while ((SECONDS < until)); do
        "$@" || return 1
        sleep 1
    done
}

# `has_address INTERFACE PREFIX`
has_address() {
    ip -4 -o address show dev "$1" | grep -q "inet $2"
}

is_running() {
    local word
    word=$(systemctl is-system-running) || true
    [[ $word == running ]] || {
        echo "it says $word"
        systemctl --failed
        systemctl list-jobs
        return 1
    }
}

is_ssh_open() {
    (exec 3<>/dev/tcp/127.0.0.1/22) 2>/dev/null
}

# `log_in ARGUMENTS…`: whether SSH lets root in.
log_in() {
    ssh -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/tmp/known_hosts "$@" root@127.0.0.1 true
}

# Through Avahi, over the network.
is_named() {
    local said
    said=$(busctl call org.freedesktop.Avahi / org.freedesktop.Avahi.Server GetHostNameFqdn) || return 1
    [[ $said == "s \"$1\"" ]] || {
        echo "Avahi says $said"
        return 1
    }
}

iwd_property() {
    busctl get-property net.connman.iwd "$1" "net.connman.iwd.$2" "$3"
}

# iwd's paths of all radios; one that has gone can leave its path.
devices() {
    local path
    for path in $(busctl --list tree net.connman.iwd | grep -xE '/net/connman/iwd/[0-9]+/[0-9]+'); do
        ! iwd_property "$path" Device Name >/dev/null 2>&1 || echo "$path"
    done
}

# `radio INTERFACE NAME`: iwd's path of the radio of which that interface has that name.
radio() {
    local path
    for path in $(devices); do
        if [[ $(iwd_property "$path" "$1" Name 2>/dev/null) == "s \"$2\"" ]]; then
            echo "$path"
            return
        fi
    done
    return 1
}

# `is_open NAME`: whether a radio is that network.
is_open() {
    radio AccessPoint "$1"
}

# `join PASSPHRASE NAME`: joins with the other radio.
join() {
    iwctl station wlan1 scan >/dev/null 2>&1 || true
    iwctl --passphrase "$1" station wlan1 connect "$2" >/tmp/joined 2>&1
}

is_connected() {
    [[ $(iwd_property "$(radio Device "$1")" Station State) == 's "connected"' ]]
}

try_system() {
    expect "everything has started, and nothing has failed" within 60 is_running
    expect "the root is read-only" refuses touch /etc/new
    expect "the data partition is not" touch /var/new
    expect "its name is that of its number" test "$(hostname)" = "noiseclock-$(head -c 4 /etc/machine-id)"
    expect "the journal is kept on the data partition" within 20 test -e "/var/log/journal/$(cat /etc/machine-id)/system.journal"
    expect "nobody can log in at a console" test -z "$(systemctl list-units --no-legend --plain '*getty*')"
    expect "the wire has an address" within 20 has_address eth0 10.0.2.
    expect "programs look up names with systemd-resolved" grep -qx 'nameserver 127.0.0.53' /etc/resolv.conf
    expect "the time is asked for" systemctl is-active systemd-timesyncd
    expect "it is found by its name" within 20 is_named "$(hostname).local"
    echo "note   memory: $(awk '/MemTotal/ { t = $2 } /MemAvailable/ { a = $2 }
        END { printf "%d of %d MB in use", (t - a) / 1024, t / 1024 }' /proc/meminfo)"
}

# Another machine on a wire to this one: with a network, a name, a bus and an Avahi of its own, which has nothing to tell.
# The bus lets everybody do everything.
add_neighbour() {
    ip netns add neighbour
    ip link add wire type veth peer name wire netns neighbour
    ip address add 192.168.72.1/24 dev wire
    ip link set wire up
    ip -n neighbour address add 192.168.72.2/24 dev wire
    ip -n neighbour link set wire up
    ip -n neighbour route add 224.0.0.0/4 dev wire
    cat >/tmp/bus.conf <<'BUS'
<busconfig>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow receive_sender="*"/>
  </policy>
</busconfig>
BUS
    ip netns exec neighbour unshare --mount --uts bash -c '
        hostname neighbour
        mount -t tmpfs none /run
        mkdir /run/dbus /run/nothing
        mount --bind /run/nothing /etc/avahi/services
        dbus-daemon --config-file=/tmp/bus.conf --nofork --nopidfile &
        until [[ -S /run/dbus/system_bus_socket ]]; do sleep 0.1; done
        exec avahi-daemon --no-drop-root --no-chroot' >/tmp/neighbour 2>&1 &
    neighbour=$!
}

# `is_found TYPE PATTERN`: whether the neighbour, once it is one, finds that service of this machine.
is_found() {
    [[ $(</proc/"$neighbour"/comm) == avahi-daemon ]] &&
        nsenter --target "$neighbour" --mount --uts --net timeout 20 avahi-browse -rtp "$1" | grep "^=;wire;IPv4;$(hostname);" | grep -q "$2"
}

try_finding() {
    local neighbour
    add_neighbour
    expect "a machine on the same network finds the clock's interface" within 60 is_found _noiseclock._tcp ';192.168.72.1;80;"path=/api/v1"'
    expect "and its page" within 60 is_found _http._tcp ';192.168.72.1;80;"path=/"'
    kill "$neighbour" || true
    ip link delete wire
    ip netns delete neighbour
}

try_ssh() {
    ssh-keygen -q -t ed25519 -N '' -f /tmp/key
    ssh-keygen -q -t ed25519 -N '' -f /tmp/other-key
    expect "SSH is closed before anybody put a key there" refuses is_ssh_open
    cp /tmp/key.pub "$state/authorized_keys.new"
    mv "$state/authorized_keys.new" "$state/authorized_keys"
    expect "with a key it opens" within 30 is_ssh_open
    expect "it lets in who has the key" log_in -i /tmp/key
    expect "it lets in nobody else" refuses log_in -i /tmp/other-key
    expect "it asks nobody for a password" bash -c \
        "ssh -v -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/tmp/known_hosts -o PubkeyAuthentication=no \
            root@127.0.0.1 true 2>&1 | grep -q 'Permission denied (publickey)'"
}

# `is_shown TEXT`: whether the display has shown it since that file was removed.
is_shown() {
    grep -qxF "$1" /run/noiseclock-network/shown
}

# `is_reported PATTERN`: whether noiseclock-result.txt would say so; there is no card here.
is_reported() {
    grep -qx "$1" /run/noiseclock-setup/network
}

# `know NAME PASSPHRASE`: as the setup does it.
know() {
    printf '[Security]\nPassphrase=%s\n' "$2" >"/var/lib/iwd/$1.psk.new"
    mv "/var/lib/iwd/$1.psk.new" "/var/lib/iwd/$1.psk"
}

# The clock has a network of its own, of which only its display tells the passphrase.
try_own_network() {
    local code
    expect "while a cable is plugged in, it opens no network of its own" stays 40 refuses is_open "$own"
    ip link set eth0 down
    expect "without, it opens $own" within 60 is_open "$own"
    expect "and has its address there" within 20 has_address wlan0 192.168.71.1/24
    code=$(cat /var/lib/noiseclock-network/passphrase)
    expect "the display shows the passphrase" within 60 is_shown "code ${code:0:4} ${code:4:4} ${code:8}"
    expect "a wrong passphrase does not join it" refuses join noiseclock "$own"
    expect "the right one joins it" within 60 join "$code" "$own"
    expect "and gets an address" within 30 has_address wlan1 192.168.71.
    expect "but no way out" test -z "$(ip -4 route show default dev wlan1)"
    iwctl station wlan1 disconnect
    # Its address outlives the connection for a few seconds, in case it reconnects to the same network.
    within 20 refuses has_address wlan1 192.168.71.
    # From now on the other radio is somebody's access point.
    iwctl device wlan1 set-property Mode ap
    within 10 iwctl ap wlan1 start Home letmeinplease
    expect "that alone does not close it" is_open "$own"
}

try_reasons() {
    rm -f /run/noiseclock-network/shown
    know Home wrongwrong
    expect "as soon as a network is known, its own is closed" within 20 refuses is_open "$own"
    expect "with a wrong password it opens again" within 60 is_open "$own"
    expect "and the display says why" within 20 is_shown "no net: password? Home"
    expect "and so does the result" within 20 is_reported 'Network: "Home" is there, but does not let .*'
    rm /var/lib/iwd/Home.psk
    know Elsewhere letmeinplease
    expect "the same of a network that is not there" within 90 is_shown "no net: Elsewhere not found"
    expect "in the result, too" within 20 is_reported 'Network: not found: "Elsewhere".*'
    rm /var/lib/iwd/Elsewhere.psk
}

try_home() {
    know Home letmeinplease
    expect "with the right password it closes its own" within 20 refuses is_open "$own"
    expect "joins that network" within 60 is_connected wlan0
    expect "gets an address from there" within 30 has_address wlan0 192.168.71.
    expect "and takes back what it has said" within 30 is_reported ''
    rm -f /run/noiseclock-network/shown
    iwctl ap wlan1 stop
    expect "when the network goes, five minutes pass" stays 60 refuses is_open "$own"
    expect "then its own is open" within 120 is_open "$own"
    expect "and the display says so" within 20 is_shown "no net: Home not found"
    iwctl ap wlan1 start Home letmeinplease
    expect "when the network is back, its own closes by itself" within 300 refuses is_open "$own"
    expect "and it joins that network" within 60 is_connected wlan0
    rm /var/lib/iwd/Home.psk
    expect "when that is forgotten, its own opens again" within 90 is_open "$own"
    systemctl stop noiseclock-network
    expect "it is closed with its service" refuses is_open "$own"
}

has_radio() {
    [[ -n $(devices) ]]
}

# The simulated radios' driver in place of a Pi's. It does not know the setting, and says so.
try_driver() {
    local unit setting=/run/modprobe.d/noiseclock-radio.conf
    for unit in network radio; do
        mkdir -p "/run/systemd/system/noiseclock-$unit.service.d"
        printf '[Service]\nEnvironment=NETWORK_DRIVER=mac80211_hwsim\n' \
            >"/run/systemd/system/noiseclock-$unit.service.d/driver.conf"
    done
    systemctl daemon-reload
    know Home wrongwrong
    systemctl restart noiseclock-network
    expect "where a network does not let the clock in, the driver is loaded with its other setting" within 90 test -e "$setting"
    expect "the kernel was given it" within 20 bash -c "dmesg | grep -q \"unknown parameter 'feature_disable'\""
    expect "and the radio is back" within 20 has_radio
    expect "after two minutes it has the usual one again" within 90 test ! -e "$setting"
    expect "and opens its own network" within 60 is_open "$own"
    rm /var/lib/iwd/Home.psk
}

try_wireless() {
    modprobe mac80211_hwsim radios=2
    within 20 radio Device wlan1 >/dev/null
    echo DE >"$state/country"
    systemctl restart iwd
    within 20 radio Device wlan1 >/dev/null
    expect "the radio keeps the rules of the country that was set up" grep -qx Country=DE /etc/iwd/main.conf
    try_own_network
    try_reasons
    try_home
    try_driver
    expect "nothing has failed over that" test -z "$(systemctl --failed --no-legend --plain)"
    know Home letmeinplease
}

try_again() {
    local before
    before=$(cat /var/first-boot)
    expect "it is the same machine as before" test "$before" = "$(identity)"
    expect "SSH opens by itself" within 30 is_ssh_open
    modprobe mac80211_hwsim radios=1
    ip link set eth0 down
    within 20 radio Device wlan0 >/dev/null
    expect "a network that it knows from before keeps its own closed for five minutes" stays 60 refuses is_open "$own"
    expect "and no longer" within 60 is_open "$own"
}

# What stays the same from one boot to the next.
identity() {
    cat /etc/machine-id "$state/ssh/ssh_host_ed25519_key.pub" /var/lib/noiseclock-network/passphrase
}
