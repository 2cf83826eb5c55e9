# shellcheck shell=bash disable=SC2034,SC2154 # Names of setup.sh, which is sourced first, and of those that source this.
#
# What image/build and image/test share: their options, the version of what they make, and the Debians that they make
# it from, and with. Sourced after board/setup.sh, never run.

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../board/debian13.sh"

# --- Options

# What kind of value an option wants; the others want none.
declare -A kind_of=(
    [--board]=file [--ca]=file [--cert]=file [--firmware]=file [--image]=file [--key]=file
    [--amd64]=folder [--arm64]=folder [--programs]=folder [--trees]=folder
    [--output]=place [--revision]=text [--url]=text [--cuts]=number [--seed]=number
)

part=
declare -A given=()
words=()

# `read_options FIRST-PART WORDS…`: the first word may name a part, which is a key of `takes`; else it is FIRST-PART.
# Leaves it in `part`, the options' values in `given`, and the other words in `words`. What `takes` has for the part are
# all options and words that it knows.
read_options() {
    local kind value
    part=$1
    shift
    if [[ -n ${1:-} && -n ${takes[$1]+known} ]]; then
        part=$1
        shift
    fi
    while [[ $# -gt 0 ]]; do
        if [[ $1 == --help || $1 == -h ]]; then
            usage
            exit
        fi
        [[ " ${takes[$part]} " == *" $1 "* ]] ||
            fail "$program $part knows no option and no word $1" "$program --help shows all."
        kind=${kind_of[$1]:-none}
        value=${2:-}
        case $kind in
        file) [[ -f $value ]] || fail "$1 wants a file, and ${value:-nothing} is none" ;;
        folder) [[ -d $value ]] || fail "$1 wants a folder, and ${value:-nothing} is none" ;;
        number) [[ $value =~ ^[0-9]{1,5}$ ]] || fail "$1 $value cannot be used" "It wants a number up to 99999." ;;
        place | text) [[ -n $value ]] || fail "$1 wants a value" "$program --help shows all." ;;
        none)
            if [[ $1 == --* ]]; then given[$1]=1; else words+=("$1"); fi
            shift
            continue
            ;;
        esac
        [[ $kind == number || $kind == text ]] || value=$(realpath -m "$value")
        given[$1]=$value
        shift 2
    done
}

# Leaves in `architecture` the processor that the words name, else ARCHITECTURE.
read_architecture() {
    ((${#words[@]} <= 1)) || fail "one architecture at a time: ${words[*]}"
    architecture=${words[0]:-$1}
}

# Leaves the image in `image`: the one that is given, else the newest in .build/image.
require_image() {
    image=${given[--image]:-}
    [[ -n $image ]] ||
        image=$(find "$repository/.build/image" -maxdepth 1 -name 'noiseclock-*-arm64.img.xz' | sort -V | tail -n 1)
    [[ -n $image ]] || fail "there is no image yet" "Make one with image/build, or name one with --image."
}

# Leaves the folder of the programs for `architecture` in `programs`: the one that is given, else of programs that are
# compiled now.
require_programs() {
    programs=${given[--programs]:-}
    [[ -z $programs ]] || return 0
    programs=$repository/.build/image/programs/$architecture
    "$repository/image/build" programs --output "$programs" "$architecture"
}

# --- The version and the time of packages, images and the programs in them. Nobody writes them by hand: they are git's,
# or those that an archive of the sources was given (.release).

# Also works in somebody else's checkout, which git would refuse to read.
repository_git() {
    git -c safe.directory="$repository" -C "$repository" "$@" 2>/dev/null
}

# `archive_field N`: a field of an archive's .release, in which git has replaced the form.
archive_field() {
    local fields
    read -r -a fields <"$repository/.release"
    [[ ${fields[0]:-} != *Format:* ]] ||
        fail "this is neither a git checkout nor an archive that git made, so it has no version" \
            "Use a clone, or an archive from: git archive HEAD"
    # Without a tag, the description is empty.
    ((${#fields[@]} == 3)) || fields=("" "${fields[@]}")
    printf '%s' "${fields[$1]}"
}

# `version_from DESCRIPTION COUNT COMMIT`: the version of a commit. After the tag v1.2.3, it is 1.2.3, and 14 commits
# later 1.2.3+14.gCOMMIT. Before the first tag, it is 0+COUNT.gCOMMIT. A later commit has a higher version for Debian.
version_from() {
    if [[ $1 =~ ^v(.+)-([0-9]+)-g([0-9a-f]+)$ ]]; then
        printf '%s+%s.g%s' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
    elif [[ $1 == v* ]]; then
        printf '%s' "${1#v}"
    else
        printf '0+%s.g%s' "$2" "$3"
    fi
}

product_version() {
    local count
    if count=$(repository_git rev-list --count HEAD); then
        version_from "$(repository_git describe --tags --match 'v*' || true)" "$count" \
            "$(repository_git rev-parse --short HEAD)"
    else
        # An archive does not count commits; its time grows as well.
        version_from "$(archive_field 0)" "$(archive_field 2)" "$(archive_field 1)"
    fi
}

# Every time in the results is that of the last commit, unless SOURCE_DATE_EPOCH is set.
use_time_of_commit() {
    if [[ -z ${SOURCE_DATE_EPOCH:-} ]]; then
        SOURCE_DATE_EPOCH=$(repository_git log -1 --format=%ct) || SOURCE_DATE_EPOCH=$(archive_field 2)
    fi
    export SOURCE_DATE_EPOCH
}

# --- The Debians. board/debian13.sh makes each in a folder of the cache, which is then only read.

# `require_debian NAME WHAT PACKAGES…` leaves in the variable NAME the folder of a Debian with these packages; its other
# settings are those that the caller has for board/debian13.sh.
require_debian() {
    local system debian13_what=$2 debian13_packages=("${@:3}")
    require_debian13
    declare -g "$1=$system"
}

# `in_debian SYSTEM FOLDER COMMAND…` runs the command in that Debian, in /build, which is the folder.
in_debian() {
    local system=$1
    (run_in_debian13 "$2" env -C /build HOME=/tmp LC_ALL=C.UTF-8 TZ=UTC \
        ${SOURCE_DATE_EPOCH:+"SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH"} "${@:3}")
}

# What makes images and updates, so that Debian 12 and 13 make the same bytes. python3 runs image/trees.
require_tools() {
    require_debian tools "a Debian 13 with what makes images (0.1 GB to download, 0.4 GB on the disk)" \
        cpio device-tree-compiler dosfstools e2fsprogs fdisk gzip jq kmod mtools openssl python3 rauc squashfs-tools \
        u-boot-tools xz-utils
}

# `in_tools FOLDER COMMAND…`: as root.
in_tools() {
    debian13_user=0:0 in_debian "$tools" "$@"
}

# `call_in_tools FOLDER "FUNCTIONS…" ARGUMENTS…` calls the first of these functions there; it may call the others.
call_in_tools() {
    # shellcheck disable=SC2086 # Several names.
    in_tools "$1" bash -euo pipefail -c "$(declare -f $2); ${2%% *} \"\$@\"" "$program" "${@:3}"
}

# Under emulation, on a busy machine.
longest_root_making=60m

# The clock's own system: Debian's packages for arm64, installed, with scripts run under emulation. This is the slow one.
require_root_debian() {
    require_arm64_programs
    local packages longest_debian13_making=$longest_root_making debian13_updates=security
    local debian13_fresh=${given[--fresh]:-}
    local debian13_kind=(
        --variant=essential --architectures=arm64
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*'
        --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-exclude=/usr/share/info/*'
    )
    mapfile -t packages < <(sed 's/#.*//' "$repository/image/packages" | xargs -n 1)
    require_debian root_debian \
        "the clock's Debian (0.1 GB to download, 0.4 GB on the disk; under emulation, 6 minutes or more)" "${packages[@]}"
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

# Also for arm64, unpacked and never run: the kernel, the radios' firmware, U-Boot, and the initrd's programs.
require_boot_debian() {
    local debian13_kind=(
        --variant=extract --architectures=arm64
        --extract-hook="$(declare -f list_unpacked); list_unpacked \"\$1\""
    )
    local debian13_parts="main non-free-firmware" debian13_updates=security debian13_fresh=${given[--fresh]:-}
    require_debian boot_debian "Debian's kernel and U-Boot (0.2 GB to download, 0.6 GB on the disk)" \
        linux-image-arm64 u-boot-rpi firmware-brcm80211 busybox-static e2fsck-static
}

# Leaves in `pi_firmware` the package that image/firmware pins: somebody's own copy of it, from the cache, or from the
# mirror.
require_pi_firmware() {
    local place sum mirror folder own=${given[--firmware]:-}
    read -r place sum < <(sed 's/#.*//; /^ *$/d' "$repository/image/firmware")
    folder=$(cache_folder)/firmware
    pi_firmware=$folder/${place##*/}
    mkdir -p "$folder"
    if [[ -n $own ]]; then
        sha256sum --check --status <<<"$sum  $own" ||
            fail "$own is not the package that image/firmware pins (${place##*/}): its SHA256 is another"
        cp "$own" "$pi_firmware"
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

# `require_bare_debian PACKAGES…`: a minimal Debian with those packages, for the tests.
require_bare_debian() {
    local debian13_kind=(--variant=minbase)
    require_debian bare_system "a bare Debian 13${1:+ with $*} (0.1 GB to download, 0.3 GB on the disk)" "$@"
}

# QEMU, and U-Boot for its own machine; only for the tests.
require_emulator() {
    require_debian emulator "a Debian 13 with QEMU (0.1 GB to download, 0.7 GB on the disk)" qemu-system-arm u-boot-qemu
}

# --- Compiling for arm64: a Swift SDK for Debian 13's Swift, with the C libraries and Swift's own libraries for arm64
# from Debian's packages. They are unpacked and never run, so no emulation is needed.

sdk_name=debian13-arm64

# Runs in mmdebstrap's shell (sh) after all packages are unpacked in the folder. Turns the folder into a
# bundle, the format in which Swift's package manager takes an SDK.
make_sdk_bundle() {
    set -e
    cd "$1"
    mkdir debs
    # Only the libraries of the compiler's package are needed, because its programs are for arm64, too.
    (cd debs && APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get --quiet download swiftlang)
    dpkg-deb --fsys-tarfile debs/swiftlang_*.deb | tar -x ./usr/lib ./usr/libexec/swift/lib/swift \
        ./usr/libexec/swift/lib/swift_static ./usr/libexec/swift/lib/clang
    for part in embedded host migrator pm FrameworkABIBaseline; do
        rm -rf "usr/libexec/swift/lib/swift/$part"
    done
    mkdir -p "bundle.artifactbundle/$2/sysroot"
    # The links of a merged /usr, and everything in it that is compiled or linked against.
    for part in lib lib64; do
        [ ! -L "$part" ] || mv "$part" "bundle.artifactbundle/$2/sysroot"
    done
    mkdir "bundle.artifactbundle/$2/sysroot/usr"
    mv usr/lib usr/libexec usr/include "bundle.artifactbundle/$2/sysroot/usr"
    # Only these two, because proc, sys and dev here are this machine's own.
    rm -r debs usr
    cat >"bundle.artifactbundle/info.json" <<END
{"schemaVersion": "1.0", "artifacts": {"$2": {"type": "swiftSDK", "version": "1", "variants": [
    {"path": "$2", "supportedTriples": ["x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu",
     "aarch64-unknown-linux-gnu", "aarch64-pc-linux-gnu"]}]}}}
END
    cat >"bundle.artifactbundle/$2/swift-sdk.json" <<END
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
    "sdkRootPath": "sysroot", "toolsetPaths": ["toolset.json"],
    "swiftResourcesPath": "sysroot/usr/libexec/swift/lib/swift",
    "swiftStaticResourcesPath": "sysroot/usr/libexec/swift/lib/swift_static"}}}
END
    echo '{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}' \
        >"bundle.artifactbundle/$2/toolset.json"
}

# Makes the folder of the bundle the one that run_in_debian13 shows as /mnt/sdk. The packages are those that Package.swift
# and the compiler want; their dependencies are added.
require_sdk() {
    local debian13_kind=(
        --variant=extract --architectures=arm64
        --extract-hook="$(declare -f make_sdk_bundle); make_sdk_bundle \"\$1\" $sdk_name"
    )
    require_debian sdk "a Swift SDK for arm64 (0.5 GB to download, 0.6 GB on the disk)" \
        base-files libswiftlang libc6-dev libgcc-14-dev libstdc++-14-dev libasound2-dev libgpiod-dev libi2c-dev \
        libical-dev libsndfile1-dev libflac-dev libmpg123-dev libsoxr-dev libseccomp-dev libmicrohttpd-dev zlib1g-dev libsodium-dev \
        libqrencode-dev libmosquitto-dev
    beside=("sdk=$sdk")
}

# --- Steps of a test that run as a script in another system: each prints a line, "ok" or "FAILED"

# `write_steps FUNCTION` prints a script with all functions of this program, which calls that one.
write_steps() {
    printf '%s\n' '#!/bin/bash' 'set -euo pipefail' "$(declare -f)" "$1 \"\$@\""
}

# `expect "what holds" COMMAND…`. If it does not hold, `explain` says more.
expect() {
    local what=$1
    shift
    if "$@" >/tmp/output 2>&1; then
        printf 'ok     %s\n' "$what"
    else
        printf 'FAILED %s: %s\n' "$what" "$*"
        tail -n 20 /tmp/output
        explain
    fi
}

refuses() {
    ! "$@"
}

# `within SECONDS COMMAND…`: succeeds as soon as the command does; fails if it does not within that time, multiplied by
# `patience`, if there is any.
within() {
    local until=$((SECONDS + $1 * ${patience:-1}))
    shift
    until "$@"; do
        ((SECONDS <= until)) || return 1
        sleep 0.2
    done
}
