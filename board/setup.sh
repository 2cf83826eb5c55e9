# shellcheck shell=bash
#
# Shared by board/simulate, board/test and .ci/run: finding Swift, installing the system's libraries, and
# a build that is quiet unless it fails. Sourced, never run.
#
# Swift comes first, because nothing else is useful without it and nothing should be installed in vain.
# dpkg-query, which needs no privileges, shows what is installed already. So a complete machine is not
# asked for a password and downloads nothing.

# The folder of Package.swift, and the caller's name as a person types it, which begins its messages.
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(basename "$(dirname "$(realpath "$0")")")/$(basename "$0")

# The oldest Swift that the package supports, and the newest whose warnings are all fixed.
minimum_swift_major=6
newest_known_swift_minor=3

# Compiler options for everything except a release. They and the folder are the same for all but the simulator's screen,
# so that each reuses what the tests have built. `require_swift` adds to them.
build_options=(--explicit-target-dependency-import-check error)
# Those of a release, which all share for the same reason.
# shellcheck disable=SC2034 # Whoever sources this reads it.
release_options=(-c release -Xswiftc -warnings-as-errors)

# Attempts at a download, and apt's own within each: mirrors fail occasionally, for minutes at most. A
# machine without a network should be told within about a minute.
download_attempts=3
apt_retries=3

say() {
    printf '%s: %s\n' "$program" "$*" >&2
}

# The first argument is the one-line error message; the others say what to do about it.
fail() {
    say "error: $1"
    shift
    if [[ $# -gt 0 ]]; then
        printf '  %s\n' "$@" >&2
    fi
    exit 1
}

has_command() {
    command -v "$1" >/dev/null 2>&1
}

# For results that take long to make and are the same for every checkout.
cache_folder() {
    echo "${NOISECLOCK_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/noiseclock}"
}

# --- Swift

# Leaves a usable `swift` on the PATH, or ends the program.
require_swift() {
    local folder words
    if ! has_command swift; then
        # Swiftly's folder, which a shell knows only after the next login; and the compiler's folder,
        # because Debian's swiftlang omits this one command, whose name another package uses.
        for folder in "${HOME:-/root}/.local/share/swiftly/bin" "$(compiler_folder)"; do
            if [[ -x $folder/swift ]]; then
                PATH=$folder:$PATH
                break
            fi
        done
    fi
    if ! has_command swift; then
        no_swift "Swift $minimum_swift_major.0 or newer is needed, and there is no 'swift' on the PATH"
    fi
    if ! words=$(swift --version 2>&1); then
        # Perhaps it only lacks a system library.
        require_toolchain_packages
        words=$(swift --version 2>&1) ||
            fail "'$(command -v swift) --version' fails, so Swift cannot be used" "$words"
    fi
    if [[ ! $words =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
        # Debian's python3-swiftclient, a client for a file store, also has a command with this name.
        no_swift "'$(command -v swift)' is not the Swift compiler, which is needed"
    fi
    if ((BASH_REMATCH[1] < minimum_swift_major)); then
        no_swift "Swift $minimum_swift_major.0 or newer is needed, and" \
            "'$(command -v swift)' is ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}"
    fi
    # A newer Swift's warnings are about code that used to be right, and must not stop anybody from building.
    if ((BASH_REMATCH[1] == minimum_swift_major && BASH_REMATCH[2] <= newest_known_swift_minor)); then
        build_options+=(-Xswiftc -warnings-as-errors)
    fi
    require_toolchain_packages
}

compiler_folder() {
    local compiler
    compiler=$(command -v swiftc) || return 0
    dirname "$(readlink -f "$compiler")"
}

# Ends the program with an error message (all arguments, as one line) and how to get Swift here.
no_swift() {
    local candidate
    if [[ $(getconf LONG_BIT 2>/dev/null) == 32 ]]; then
        fail "$*" "This system is a 32-bit one, and there is no Swift for it: install a 64-bit one."
    fi
    candidate=$(LC_ALL=C apt-cache policy swiftlang 2>/dev/null |
        sed -n 's/^ *Candidate: *\([0-9]*\)\..*/\1/p') || candidate=
    if ((${candidate:-0} >= minimum_swift_major)); then
        fail "$*" "Get it with: sudo apt install swiftlang"
    fi
    fail "$*" \
        "Debian 13 and Raspberry Pi OS of the same age: sudo apt update && sudo apt install swiftlang" \
        "Other systems: follow https://www.swift.org/install/linux/ and open a new shell after it."
}

# --- The system's libraries

is_installed() {
    dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

has_apt() {
    has_command apt-get && has_command dpkg-query
}

# What a compiler from swift.org loads and calls; Debian's own swiftlang has these as dependencies.
require_toolchain_packages() {
    local swift wanted=()
    swift=$(readlink -f "$(command -v swift)")
    if ! has_apt || dpkg-query -S "$swift" >/dev/null 2>&1; then
        return
    fi
    has_command ld.gold || wanted+=("binutils-gold: Swift's linker")
    # One library under two names: Debian 13 and Ubuntu 24.04 rename packages built with 64-bit time.
    is_installed libcurl4 || is_installed libcurl4t64 ||
        wanted+=("libcurl4: Swift's package manager loads it")
    is_installed libncurses6 || wanted+=("libncurses6: Swift's driver loads it")
    is_installed libsqlite3-0 || wanted+=("libsqlite3-0: Swift's package manager keeps its build in it")
    is_installed libstdc++6 || wanted+=("libstdc++6: Swift's compiler loads it")
    is_installed libuuid1 || wanted+=("libuuid1: Swift's compiler loads it")
    is_installed libxml2 || wanted+=("libxml2: Swift's tools load it")
    is_installed zlib1g || wanted+=("zlib1g: Swift's compiler loads it")
    install_packages "${wanted[@]}"
}

# What the package is compiled against and linked with, and what its programs read. Nothing specific to a
# Raspberry Pi: the simulator and the tests run on any desktop.
require_libraries() {
    if ! has_apt; then
        require_libraries_without_apt
        return
    fi
    local wanted=()
    is_installed libasound2-dev || wanted+=("libasound2-dev: sound output (ALSA)")
    is_installed libical-dev || wanted+=("libical-dev: calendar files (iCalendar)")
    is_installed libsndfile1-dev || wanted+=("libsndfile1-dev: own sounds, decoded (libsndfile)")
    is_installed libflac-dev || wanted+=("libflac-dev: own sounds in FLAC (libFLAC)")
    is_installed libmpg123-dev || wanted+=("libmpg123-dev: own sounds in MP3 (libmpg123)")
    is_installed libsoxr-dev || wanted+=("libsoxr-dev: own sounds, at another sample rate (libsoxr)")
    is_installed libseccomp-dev || wanted+=("libseccomp-dev: the sandbox that they are decoded in (libseccomp)")
    is_installed libmicrohttpd-dev || wanted+=("libmicrohttpd-dev: the network's side, HTTP (libmicrohttpd)")
    is_installed zlib1g-dev || wanted+=("zlib1g-dev: the page, compressed (zlib)")
    is_installed libmosquitto-dev || wanted+=("libmosquitto-dev: Home Assistant, by MQTT (libmosquitto)")
    is_installed libsodium-dev || wanted+=("libsodium-dev: codes and tokens that pair devices (libsodium)")
    is_installed libqrencode-dev || wanted+=("libqrencode-dev: QR codes, for pairing (libqrencode)")
    is_installed libc6-dev || wanted+=("libc6-dev: the C library's headers, which Swift compiles against")
    has_gcc_library || wanted+=("$(gcc_library_package): start-up code that Swift's linker asks for")
    is_installed tzdata || wanted+=("tzdata: the rules of the time zones")
    install_packages "${wanted[@]}"
}

# --- The libraries of a Raspberry Pi's wires

# The firmware's additional libraries: libi2c, and libgpiod 2, whose API differs from version 1. Only the
# tests need them; the simulator does not.
#
# Returns false, after saying why, if this system has no such libgpiod.
require_wire_libraries() {
    local wanted=()
    if ! has_apt; then
        [[ -e /usr/include/i2c/smbus.h ]] && grep -qs gpiod_line_request_get_fd /usr/include/gpiod.h &&
            return
        no_wires "the headers of libgpiod 2 (libgpiod-devel) or of libi2c (i2c-tools-devel) are missing"
        return 1
    fi
    is_installed libi2c-dev || wanted+=("libi2c-dev: the I2C bus")
    if ! has_second_gpiod; then
        offer_second_gpiod || return 1
        wanted+=("libgpiod-dev: buttons and other GPIO lines")
    fi
    install_packages "${wanted[@]}"
}

# The same, but if it fails, the following commands build and test only the portable part.
require_wires_or_leave_out() {
    if [[ -n ${NOISECLOCK_PORTABLE:-} ]]; then
        say "NOISECLOCK_PORTABLE is set: the firmware for the Raspberry Pi is left out"
    elif ! require_wire_libraries; then
        export NOISECLOCK_PORTABLE=1
        say "going on with the portable part"
    fi
}

no_wires() {
    say "the firmware for the Raspberry Pi is left out: $1"
}

has_second_gpiod() {
    is_installed libgpiod-dev && is_second_gpiod "$(dpkg-query -W -f='${Version}\n' libgpiod-dev)"
}

is_second_gpiod() {
    [[ -n $1 && $1 != "(none)" && ! $1 =~ ^[01]\. ]]
}

# Whether apt would install libgpiod 2; its package lists may have to be downloaded first.
is_second_gpiod_offered() {
    is_second_gpiod "$(LC_ALL=C apt-cache policy libgpiod-dev 2>/dev/null |
        sed -n 's/^ *Candidate: *//p')"
}

# Makes libgpiod 2 available to apt. Debian 12 has it in its backports, which are added only for this
# library. Nothing else is ever taken from them, not even by a later upgrade.
offer_second_gpiod() {
    if is_second_gpiod_offered; then
        return
    fi
    become_root apt-get install libgpiod-dev
    update_package_lists
    if is_second_gpiod_offered; then
        return
    fi
    local release=bookworm mirror
    mirror=$(debian_mirror "$release")
    if [[ -z $mirror ]]; then
        no_wires "it needs libgpiod 2, which this system does not have (Debian 12's backports and Debian 13 do)"
        return 1
    fi
    say "libgpiod 2 is in $release-backports, which is added for it alone in /etc/apt/sources.list.d"
    local key=
    if [[ -e /usr/share/keyrings/debian-archive-keyring.gpg ]]; then
        key="Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg"
    fi
    printf '%s\n' "# Added by NoiseClock's board/test for libgpiod 2 alone; /etc/apt/preferences.d/noiseclock says so." \
        "Types: deb" "URIs: $mirror" "Suites: $release-backports" "Components: main" ${key:+"$key"} |
        write_as_root /etc/apt/sources.list.d/noiseclock-backports.sources
    printf '%s\n' "Package: src:libgpiod" "Pin: release n=$release-backports" "Pin-Priority: 500" "" \
        "Package: *" "Pin: release n=$release-backports" "Pin-Priority: 50" |
        write_as_root /etc/apt/preferences.d/noiseclock
    update_package_lists
    if is_second_gpiod_offered; then
        return
    fi
    no_wires "$release-backports could not be read, or has no libgpiod 2"
    return 1
}

# The mirror or local cache from which this system takes that release of Debian (any that matches the
# pattern); empty if it takes none. 64-bit Raspberry Pi OS does.
debian_mirror() {
    # shellcheck disable=SC2016 # The words in dollars are apt's.
    LC_ALL=C apt-get indextargets --format '$(CREATED_BY) $(ORIGIN) $(CODENAME) $(REPO_URI)' 2>/dev/null |
        sed -n "s/^Packages Debian $1 //p" | head -n 1
}

# GCC's own library has one package per release of GCC; Swift uses the newest that it finds.
has_gcc_library() {
    is_installed 'libgcc-[0-9]*-dev'
}

gcc_library_package() {
    local release
    release=$(LC_ALL=C apt-cache depends gcc 2>/dev/null |
        sed -n 's/^ *Depends: gcc-\([0-9][0-9]*\)$/\1/p' | tail -n 1) || release=
    # Package lists that were never downloaded contain no release; then the whole compiler is installed to get it.
    if [[ -n $release ]]; then
        printf 'libgcc-%s-dev' "$release"
    else
        printf 'gcc'
    fi
}

require_libraries_without_apt() {
    local missing=()
    say "this system has no apt, so nothing is installed here; needed are ALSA's headers" \
        "(alsa-lib-devel or alsa-lib), libical's (libical-devel or libical), those of libsndfile, libFLAC (flac)," \
        "libmpg123 (mpg123), libsoxr (soxr), libseccomp, libmicrohttpd, zlib, libsodium, libqrencode (qrencode) and libmosquitto (mosquitto) (each with -devel where there is such a package), the C library's (glibc-devel or" \
        "glibc) and the time zones (tzdata)"
    [[ -e /usr/include/alsa/asoundlib.h ]] || missing+=("/usr/include/alsa/asoundlib.h: sound output (ALSA)")
    [[ -e /usr/include/libical/ical.h ]] || missing+=("/usr/include/libical/ical.h: calendar files (libical)")
    [[ -e /usr/include/sndfile.h ]] || missing+=("/usr/include/sndfile.h: own sounds, decoded (libsndfile)")
    [[ -e /usr/include/FLAC/stream_decoder.h ]] || missing+=("/usr/include/FLAC/stream_decoder.h: own sounds in FLAC (libFLAC)")
    [[ -e /usr/include/mpg123.h ]] || missing+=("/usr/include/mpg123.h: own sounds in MP3 (libmpg123)")
    [[ -e /usr/include/soxr.h ]] || missing+=("/usr/include/soxr.h: own sounds, at another sample rate (libsoxr)")
    [[ -e /usr/include/seccomp.h ]] || missing+=("/usr/include/seccomp.h: the sandbox that they are decoded in (libseccomp)")
    [[ -e /usr/include/microhttpd.h ]] || missing+=("/usr/include/microhttpd.h: the network's side, HTTP (libmicrohttpd)")
    [[ -e /usr/include/zlib.h ]] || missing+=("/usr/include/zlib.h: the page, compressed (zlib)")
    [[ -e /usr/include/mosquitto.h ]] || missing+=("/usr/include/mosquitto.h: Home Assistant, by MQTT (libmosquitto)")
    [[ -e /usr/include/sodium.h ]] || missing+=("/usr/include/sodium.h: codes and tokens that pair devices (libsodium)")
    [[ -e /usr/include/qrencode.h ]] || missing+=("/usr/include/qrencode.h: QR codes, for pairing (libqrencode)")
    [[ -e /usr/include/stdio.h ]] || missing+=("/usr/include/stdio.h: the C library's headers")
    [[ -d ${TZDIR:-/usr/share/zoneinfo} ]] || missing+=("${TZDIR:-/usr/share/zoneinfo}: the rules of the time zones")
    if [[ ${#missing[@]} -gt 0 ]]; then
        fail "these are missing; install what brings them" "${missing[@]}"
    fi
}

# Announces and installs packages, each argument being "package: why". Does nothing without arguments.
install_packages() {
    local packages=() line
    if [[ $# -eq 0 ]]; then
        return
    fi
    for line in "$@"; do
        packages+=("${line%%: *}")
    done
    say "these system packages are missing and will be installed with apt:"
    printf '  %s\n' "$@" >&2

    become_root apt-get install "${packages[@]}"
    update_package_lists
    retry "${apt_get[@]}" install --no-install-recommends "${packages[@]}" ||
        fail "apt could not install ${packages[*]}; what it said stands above"
    say "installed"
}

# Leaves in `as_root` the prefix that runs a command as root. If there is none, ends the program with the
# advice to run the arguments' command by hand.
become_root() {
    as_root=()
    if [[ $(id -u) != 0 ]]; then
        has_command sudo || fail "this needs root: run '$*' as root, then this again"
        as_root=(sudo)
        # Without a terminal nobody can answer, so sudo must not ask.
        [[ -t 0 ]] || as_root=(sudo -n)
        "${as_root[@]}" true ||
            fail "sudo was refused: run 'sudo $*' yourself, then this again"
    fi
    # Waits up to two minutes for another program that uses apt.
    apt_get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y
        -o "Acquire::Retries=$apt_retries" -o DPkg::Lock::Timeout=120)
}

# An update can fail because of an unrelated source; then the existing lists may suffice.
update_package_lists() {
    retry "${apt_get[@]}" update || say "the package lists could not be brought up to date; going on with those at hand"
}

# Writes standard input to the file.
write_as_root() {
    "${as_root[@]}" tee "$1" >/dev/null
}

# Runs a download command, and retries it after a failure; shows its output only if it fails.
retry() {
    local attempt
    for ((attempt = 1; attempt <= download_attempts; attempt++)); do
        if quietly "$@"; then
            return
        fi
        if ((attempt < download_attempts)); then
            say "attempt $attempt of $download_attempts failed; once more in $((attempt * 5)) s"
            sleep "$((attempt * 5))"
        fi
    done
    return 1
}

# --- Building

# Runs a command and shows its output only if it fails. The file that holds the output is unlinked before the command
# begins, so nothing is left behind, and the caller's cleanup trap stays in place.
quietly() {
    local status=0 kept output
    output=$(mktemp)
    exec {kept}<>"$output"
    rm -f "$output"
    "$@" >&"$kept" 2>&1 </dev/null || status=$?
    if ((status != 0)); then
        cat "/dev/fd/$kept" >&2
    fi
    exec {kept}>&-
    return "$status"
}

# `require_python_packages NAME [--system-site-packages] PACKAGE==VERSION…`: installs packages of Python's apart from the
# system, in a folder of that name, and leaves the folder of its programs, with a `python3` that has the packages, in
# `python_programs`. With the option, the `python3` has the system's packages, too.
require_python_packages() {
    local folder options=()
    folder=$(cache_folder)/$1
    shift
    if [[ $1 == --* ]]; then
        options=("$1")
        shift
    fi
    # shellcheck disable=SC2034  # Read by who sources this.
    python_programs=$folder/bin
    [[ ! -e $folder/complete ]] || return 0
    has_command python3 || install_packages "python3: runs what pip installs"
    python3 -c "import ensurepip" 2>/dev/null || install_packages "python3-venv: keeps Python's packages apart from the system"
    say "installing $* with pip, once, in $folder"
    rm -rf "$folder"
    quietly python3 -m venv "${options[@]}" "$folder" || fail "no folder for Python's packages could be made"
    if ! quietly "$folder/bin/pip" install --retries "$download_attempts" "$@"; then
        rm -rf "$folder"
        fail "$* could not be installed"
    fi
    touch "$folder/complete"
}

# `build WHAT ARGUMENTS…`: runs `swift build` with the arguments, and announces WHAT. On a terminal the
# package manager's progress line is best; elsewhere it would be hundreds of lines.
build() {
    local what=$1 begun=$SECONDS
    shift
    say "building $what (the first time takes 1 to 10 minutes on two cores, on a Raspberry Pi more)"
    if [[ -t 2 ]]; then
        swift build --package-path "$repository" "$@" >&2 || fail "building $what failed"
    else
        quietly swift build --package-path "$repository" "$@" || fail "building $what failed"
    fi
    say "built $what in $((SECONDS - begun)) s"
}
