# shellcheck shell=bash disable=SC2034,SC2154 # Names of setup.sh and library.sh, which are sourced first.
#
# Makes the Debian packages, for image/build, and for image/test, which also looks at them in the Debian that packs.
# Sourced, never run.
#
# That Debian has debhelper and lintian, and the libraries that the programs are linked with, for both architectures. So
# dpkg-shlibdeps finds their packages as in every cross build, and arm64's programs are packed without running any.

# The libraries' packages. If one is missing here, dpkg-shlibdeps fails with its name.
packaged_libraries=(
    libc6 libgcc-s1 libstdc++6 libasound2t64 libgpiod3 libi2c0 libical3t64 libsndfile1 libflac14 libmpg123-0t64
    libsoxr0 libseccomp2 libmicrohttpd12t64 zlib1g libsodium23 libqrencode4 libmosquitto1
)

# Leaves its folder in `packing_system`.
require_packing_debian() {
    local own debian13_kind
    local -A others=([amd64]=arm64 [arm64]=amd64) binutils=([amd64]=aarch64 [arm64]=x86-64)
    own=$(dpkg --print-architecture)
    [[ -n ${others[$own]:-} ]] || fail "packages are made on amd64 and arm64; this system is $own"
    debian13_kind=(--variant=apt "--architectures=$own,${others[$own]}")
    require_debian packing_system \
        "a Debian 13 with debhelper and lintian (0.2 GB to download, 0.7 GB on the disk)" \
        debhelper lintian "binutils-${binutils[$own]}-linux-gnu" \
        "${packaged_libraries[@]}" "${packaged_libraries[@]/%/:${others[$own]}}"
}

# The latest changes, back to the last tagged version.
changes() {
    local most=50 tag range=HEAD
    if tag=$(repository_git describe --tags --abbrev=0 HEAD^); then
        range=$tag..HEAD
    fi
    if repository_git rev-parse HEAD >/dev/null; then
        echo "Built from commit $(repository_git rev-parse --short=12 HEAD). The newest changes:"
        repository_git log --no-merges --max-count="$most" --format=%s "$range"
    else
        echo "Built from an archive of the sources."
    fi
}

write_changelog() {
    local change
    printf 'noiseclock (%s) trixie; urgency=medium\n\n' "$version"
    # A changelog line has at most 80 columns.
    changes | while IFS= read -r change; do
        printf '%s\n' "$change" | fold -s -w 74 | sed -e 's/ *$//' -e '1s/^/  * /' -e '2,$s/^/    /'
    done
    printf '\n -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' "$repository/image/debian/control")" \
        "$(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")"
}

# Two bytes near the beginning of an ELF file identify its machine (elf(5)).
declare -A machines=([amd64]=003e [arm64]=00b7)
declare -A emulators=([amd64]=qemu-x86_64-static [arm64]=qemu-aarch64-static)

# `write_answer FILE PROGRAM ARGUMENTS…`: what the program prints about itself; one for another processor runs under
# emulation.
write_answer() {
    in_debian "$packing_system" "$staging" "${runner[@]}" "/build/noiseclock-$version/programs/$2" "${@:3}" \
        >"$source/$1" || fail "$2 ${*:3} gives nothing for $1; what it said stands above"
}

packed=(noiseclock noiseclock-sim noiseclock-import noiseclockd noiseclock-web noiseclock-mqtt)

make_packages() {
    local revision=${given[--revision]:-} output=${given[--output]:-$repository/.build/image/packages}
    local name machine begun staging source runner emulator package
    # What Debian allows after a version, except for the hyphen, which would begin a packager's revision.
    [[ $revision =~ ^([+~][A-Za-z0-9.+~]*)?$ ]] ||
        fail "--revision $revision cannot be used" "+ or ~ and then letters, digits, dots, + and ~ are allowed."
    version+=$revision
    read_architecture "$(dpkg --print-architecture)"
    require_programs
    for name in "${packed[@]}"; do
        [[ -x $programs/$name ]] || fail "there is no program $programs/$name"
        machine=$(od --address-radix=n --endian=little --format=x2 --skip-bytes=18 --read-bytes=2 "$programs/$name")
        [[ ${machine// /} == "${machines[$architecture]}" ]] || fail "$programs/$name is no program for $architecture"
    done
    require_packing_debian

    begun=$SECONDS
    staging=$repository/.build/image/packing/$architecture
    rm -rf "$staging"
    source=$staging/noiseclock-$version
    mkdir -p "$source/programs" "$source/boards"
    cp -R "$repository/image/debian" "$repository/systemd" "$source"
    cp "$repository"/board/*-*.json "$repository"/board/builds/*.json "$source/boards"
    for name in "${packed[@]}"; do
        cp "$programs/$name" "$source/programs"
    done
    write_changelog >"$source/debian/changelog"

    runner=()
    if [[ $architecture != "$(dpkg --print-architecture)" ]]; then
        emulator=${emulators[$architecture]}
        has_command "$emulator" || install_packages "qemu-user-static: runs a program for another processor"
        install "$(command -v "$emulator")" "$staging/emulator"
        runner=(/build/emulator)
    fi

    mkdir "$source/man" "$source/completions"
    write_answer man/noiseclock.1 noiseclock manual
    write_answer man/noiseclock-sim.1 noiseclock-sim --manual
    write_answer man/noiseclockd.8 noiseclockd --manual
    write_answer man/noiseclock-web.8 noiseclock-web --manual
    write_answer man/noiseclock-mqtt.8 noiseclock-mqtt --manual
    write_answer completions/noiseclock.bash noiseclock completion bash
    write_answer completions/_noiseclock noiseclock completion zsh
    write_answer completions/noiseclock.fish noiseclock completion fish

    # The packager may have any umask.
    chmod -R u=rwX,go=rX "$staging"

    # Nothing is compiled, so no compiler is needed.
    say "packing the programs of $programs for $architecture as version $version"
    quietly in_debian "$packing_system" "$staging" env -C "noiseclock-$version" \
        dpkg-buildpackage --build=binary --unsigned-changes --no-check-builddeps --host-arch="$architecture" ||
        fail "the packages could not be made; what was said about it stands above"

    mkdir -p "$output"
    output=$(cd "$output" && pwd)
    for name in noiseclock noiseclockd; do
        package=${name}_${version}_$architecture.deb
        cp "$staging/$package" "$output"
        say "$output/$package has $(($(stat -c %s "$output/$package") / 1000)) kB;" \
            "it wants $(dpkg-deb --field "$output/$package" Depends)"
    done
    say "packed in $((SECONDS - begun)) s"
}
