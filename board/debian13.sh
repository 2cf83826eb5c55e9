# shellcheck shell=bash disable=SC2154 # Names of setup.sh, which whoever sources this has.
#
# A separate Debian 13 with Debian's Swift and libraries, and commands that run in it. board/test
# --debian13 uses it to test what a clock with Debian 13 would get; image/library.sh uses it for all that makes and
# tries the image and the packages. Sourced after setup.sh, never run.
#
# That Debian is a folder in the cache (a chroot), made once by mmdebstrap and read-only afterwards. Each
# run mounts it, the source and /dev in its own mount namespace, read-only except for the build folder and
# /tmp. So runs do not change it or disturb each other, and nothing stays mounted.

debian13_release=trixie

# Everything that board/test needs on a Debian 13, so that it has nothing to install there. For another
# Debian 13, set these three before require_debian13; each list of packages gets its own folder.
debian13_packages=(
    swiftlang libc6-dev libgcc-14-dev libstdc++-14-dev libasound2-dev libgpiod-dev libi2c-dev libical-dev
    libsndfile1-dev libflac-dev libmpg123-dev libsoxr-dev libseccomp-dev libmicrohttpd-dev zlib1g-dev libsodium-dev libmosquitto-dev libqrencode-dev tzdata
)
debian13_what="a Debian 13 with Debian's Swift (0.5 GB to download, 2.5 GB on the disk)"
# Options for mmdebstrap besides the packages.
debian13_kind=(--variant=apt)
# The components of Debian's archive; the word `security` adds its security updates, if this system's apt has them.
debian13_parts=main
debian13_updates=
# Whether to make it again even if it exists.
debian13_fresh=
# The user and the group of a command in it: the caller's, if empty.
debian13_user=
# Folders that a command in it sees in /mnt, read-only, each NAME=FOLDER.
beside=()

# The download is half a gigabyte; slower mirrors than this time out.
longest_debian13_making=20m

# `test_in_debian13 ARGUMENTS…`: runs board/test with the arguments in Debian 13. Does not return.
test_in_debian13() {
    require_entrance_to_debian13 board/test --debian13
    local system
    require_debian13
    say "going on in Debian 13 ($system), which sees this folder read-only"
    run_in_debian13 "$repository/.build/debian13" env NOISECLOCK_TARGETS="${NOISECLOCK_TARGETS-}" \
        NOISECLOCK_QUICK="${NOISECLOCK_QUICK-}" /src/board/test --scratch-path /build "$@"
}

# `require_entrance_to_debian13 COMMAND…`: becomes root for the command, or ends the program if a Debian
# 13 cannot be made or entered.
require_entrance_to_debian13() {
    has_apt || fail "this system has no apt, with which Debian 13 is made" \
        "A Debian 13 of your own does as well: run $1 in it."
    become_root "$@"
    "${as_root[@]}" unshare --mount --pid --fork true 2>/dev/null ||
        fail "this system lets not even root mount anything, as many containers do" \
            "Run it outside, or in a container that may (docker run --privileged)."
}

# `run_in_debian13 BUILD COMMAND…`: runs the command in the Debian 13 named by `system`. The command sees this
# repository as /src, the folder BUILD as /build, and those of `beside` in /mnt. It may write only to /build and to
# /tmp, which is gone afterwards. Does not return, so that ending this program also ends the command; to continue
# afterwards, call it in a subshell.
run_in_debian13() {
    local build=$1
    shift
    mkdir -p "$build"
    exec "${as_root[@]}" unshare --mount --pid --fork --kill-child \
        bash -euo pipefail -c "$(declare -f enter_debian13); enter_debian13 \"\$@\"" "$program" \
        "$system" "$repository" "$build" "${debian13_user:-$(id -u):$(id -g)}" "${NOISECLOCK_PORTABLE:-}" \
        "${#beside[@]}" "${beside[@]}" "$@"
}

# Runs as root in its own mount and process namespaces, separate from the rest of this file. It stays as
# the first process of the namespace, adopts orphans, and killing it ends them all.
enter_debian13() {
    local system=$1 repository=$2 build=$3 user=$4 portable=$5 place
    local beside=("${@:7:$6}")
    shift "$((6 + $6))"
    mount --bind -o ro "$system" "$system"
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$system/tmp"
    mount --bind -o ro "$repository" "$system/src"
    # The file from the time of its making may be for another network.
    [[ ! -e /etc/resolv.conf || ! -e $system/etc/resolv.conf ]] ||
        mount --bind -o ro "$(realpath /etc/resolv.conf)" "$system/etc/resolv.conf"
    if [[ $user != 0:* ]]; then
        # Swift's package manager looks up its user. For a user without an entry it omits a compiler flag
        # that the tests need for linking.
        {
            cat "$system/etc/passwd"
            printf 'tester:x:%s::/build:/bin/sh\n' "$user"
        } >"$system/tmp/passwd"
        chmod 644 "$system/tmp/passwd"
        mount --bind -o ro "$system/tmp/passwd" "$system/etc/passwd"
        rm "$system/tmp/passwd"
    fi
    mount --bind "$build" "$system/build"
    ((${#beside[@]} == 0)) || mount -t tmpfs tmpfs "$system/mnt"
    for place in "${beside[@]}"; do
        mkdir "$system/mnt/${place%%=*}"
        mount --bind -o ro "${place#*=}" "$system/mnt/${place%%=*}"
    done
    cd /
    # Debian's package installs `swift` under another name, because another package has this one; this folder has it.
    env -i HOME=/build LANG=C.UTF-8 PATH=/usr/libexec/swift/bin:/usr/sbin:/usr/bin ${TERM:+TERM="$TERM"} \
        ${portable:+NOISECLOCK_PORTABLE="$portable"} \
        chroot --userspec="$user" "$system" "$@"
}

# Leaves the folder of a Debian 13 in `system`; makes it if there is none for this list of packages.
require_debian13() {
    local folder key
    folder=$(cache_folder)/debian13
    # Omits the default kind, so that the existing folder keeps its name.
    key=$(sha256sum <<<"$debian13_release ${debian13_kind[*]/#--variant=apt/}${debian13_packages[*]}$(
        [[ $debian13_parts$debian13_updates == main ]] || echo " $debian13_parts $debian13_updates"
    )")
    system=$folder/${key:0:12}
    if [[ -d $system && -z $debian13_fresh ]]; then
        return
    fi
    local wanted=() mirror
    is_installed mmdebstrap || wanted+=("mmdebstrap: makes a Debian in a folder")
    is_installed debian-archive-keyring || wanted+=("debian-archive-keyring: the keys of Debian's packages")
    install_packages "${wanted[@]}"
    mirror=$(debian_mirror '[a-z]*')
    if [[ -z $mirror ]]; then
        # Package lists that were never downloaded contain no release.
        update_package_lists
        mirror=$(debian_mirror '[a-z]*')
    fi
    if [[ -z $mirror ]]; then
        fail "apt's sources name no mirror of Debian, from which Debian 13 could be taken" \
            "A Debian 13 of your own does as well: run board/test in it."
    fi

    mkdir -p "$folder"
    exec 9>"$system.lock"
    if ! flock --nonblock 9; then
        say "waiting for another run, which is making the same"
        flock 9
    fi
    [[ -z $debian13_fresh ]] || "${as_root[@]}" rm -rf --one-file-system "$system"
    if [[ ! -d $system ]]; then
        local begun=$SECONDS
        say "making $debian13_what in $system, once"
        retry make_debian13 "$system" "$mirror" 3>&2 ||
            fail "Debian 13 could not be made from $mirror; what was said about it stands above"
        say "made it in $((SECONDS - begun)) s"
    fi
    exec 9>&-
}

# `make_debian13 FOLDER MIRROR`: the folder appears only when it is complete. Progress goes to descriptor
# 3, because the rest of the output may be held back.
make_debian13() {
    local system=$1 mirror=$2 unfinished=$1.unfinished packages line sources security
    packages=$(IFS=, && printf '%s' "${debian13_packages[*]}")
    sources=("deb $mirror $debian13_release $debian13_parts")
    security=$([[ $debian13_updates != security ]] || debian_mirror '[a-z]*-security')
    [[ -z $security ]] || sources+=("deb $security $debian13_release-security $debian13_parts")
    # shellcheck disable=SC2016 # mmdebstrap's shell puts the folder there.
    local make_mount_points='mkdir "$1/src" "$1/build"' include=()
    [[ -z $packages ]] || include=(--include="$packages")
    "${as_root[@]}" rm -rf --one-file-system "$unfinished" || return
    "${as_root[@]}" timeout --foreground --kill-after=30s "$longest_debian13_making" \
        mmdebstrap "${debian13_kind[@]}" --format=directory \
        --aptopt="$(apt_download_settings)" --aptopt="Acquire::Retries \"$apt_retries\"" \
        --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/man/*' \
        "${include[@]}" --customize-hook="$make_mount_points" \
        "$debian13_release" "$unfinished" "${sources[@]}" 2>&1 |
        while IFS= read -r line; do
            printf '%s\n' "$line"
            # mmdebstrap prints hooks in full, over many lines.
            [[ $line != "I: "* || $line == "I: running --"* ]] || say "${line#I: }" 2>&3
        done || return
    "${as_root[@]}" chmod 755 "$unfinished" && "${as_root[@]}" mv -T "$unfinished" "$system"
}

# How this system's apt downloads (proxies, certificates, date checks), as lines of apt configuration.
apt_download_settings() {
    apt-config dump --format '%F "%v";%n' Acquire |
        grep -v -e '^Acquire::IndexTargets' -e '^Acquire::Languages' -e '^Acquire::GzipIndexes' || true
}
