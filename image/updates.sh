# shellcheck shell=bash disable=SC2034,SC2154 # Names of setup.sh and library.sh, which are sourced first.
#
# Makes the update files for clocks, for image/build and for image/test: signed RAUC bundles, either of an image or of
# the time zone rules alone. Sourced, never run.

# --- The keys: a certificate authority (CA), whose certificate is in the image and with which clocks verify an update,
# and a key that it has certified. Whoever ships images keeps a CA of their own and names its certificate (--ca), the
# key and the key's certificate (--key, --cert). For everybody else one is made, once, in the cache.

# Leaves the files of this machine's own CA, certificate and key in `update_ca`, `update_certificate` and
# `update_key`; makes them if there are none.
require_signing_keys() {
    local folder unfinished
    folder=$(cache_folder)/update-keys
    update_ca=$folder/ca.pem
    update_certificate=$folder/sign.pem
    update_key=$folder/sign.key
    [[ ! -d $folder ]] || return 0
    has_command openssl || install_packages "openssl: makes the key that signs updates"
    say "making a key that signs updates, and its CA, in $folder, once; whoever has that folder can make" \
        "updates for the clocks whose images are built here"
    unfinished=$folder.unfinished
    rm -rf "$unfinished"
    mkdir -p "$unfinished"
    chmod 700 "$unfinished"
    quietly make_signing_keys "$unfinished" || fail "openssl could not make the keys; what it said stands above"
    # Another run may have made them meanwhile; then those count.
    mv -T "$unfinished" "$folder" 2>/dev/null || rm -rf "$unfinished"
}

# `make_signing_keys FOLDER`. They are valid for many years, because a clock knows its CA as long as it runs: only an
# update can bring another one.
make_signing_keys() (
    set -e
    cd "$1"
    openssl req -x509 -newkey rsa:3072 -nodes -days 7300 -keyout ca.key -out ca.pem \
        -subj "/CN=NoiseClock update CA ($(hostname), $(date -u +%Y-%m-%d))" \
        -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
    openssl req -newkey rsa:3072 -nodes -keyout sign.key -out sign.csr -subj "/CN=NoiseClock update signing"
    printf '%s\n' basicConstraints=critical,CA:FALSE keyUsage=critical,digitalSignature \
        extendedKeyUsage=codeSigning >extensions
    openssl x509 -req -in sign.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 \
        -extfile extensions -out sign.pem
    rm sign.csr extensions
)

# --- The bundles, which are made in the Debian with the tools

# `sign_update FILE VERSION IMAGE NAME [COMPATIBLE] [KEY]`: signs what is in `content`, with sign.key or that of another
# name.
sign_update() {
    printf '%s\n' "[update]" "compatible=${5:-noiseclock-arm64}" "version=$2" "" "[bundle]" "format=verity" "" \
        "[image.$3]" "filename=$4" >content/manifest.raucm
    rauc --cert="${6:-sign}.pem" --key="${6:-sign}.key" \
        --mksquashfs-args="-comp zstd -Xcompression-level ${level:-3}" bundle content "$1" 2>&1
    rm -rf content/*
}

# `check_update FILE`, as a clock does it.
check_update() {
    printf '%s\n' "[system]" "compatible=noiseclock-arm64" "bootloader=noop" \
        "[keyring]" "path=/build/ca.pem" "check-purpose=codesign" >system.conf
    rauc --conf=system.conf info "$1" 2>&1
}

# Leaves the first slot of image.xz unchanged in `content`; it becomes the clock's other slot, byte for byte.
unpack_slot() {
    local place
    xz -dc image.xz >whole.img
    place=$(sfdisk --json whole.img | jq -r '.partitiontable.partitions[1] | "\(.start) \(.size)"')
    dd if=whole.img of=content/rootfs.ext4 bs=1M iflag=skip_bytes,count_bytes conv=sparse status=none \
        skip="$((${place% *} * 512))" count="$((${place#* } * 512))"
    rm whole.img
}

bundle_system() {
    local level=$1 version
    unpack_slot
    version=$(debugfs -R "cat /usr/share/noiseclock/release" content/rootfs.ext4 2>/dev/null |
        sed -n 's/^NOISECLOCK_VERSION=//p')
    [[ -n $version ]] || {
        echo "the image does not say which version it is"
        return 1
    }
    sign_update "results/noiseclock-$version-arm64.raucb" "$version" rootfs rootfs.ext4
    check_update results/*
}

# One tree, installed completely or not at all. It omits what is not a rule: leap seconds, names for people, and links
# to this system's own files.
bundle_zones() {
    local level=$1 version
    version=$(sed -n '1s/^# version //p' zoneinfo/tzdata.zi)
    [[ $version =~ ^[0-9]{4}[a-z]+$ ]] || {
        echo "the time zones do not say which version they are"
        return 1
    }
    rm -rf zoneinfo/{localtime,posixrules,posix,right}
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode='u=rwX,go=rX' \
        -cf content/tzdata.tar zoneinfo
    sign_update "results/noiseclock-zones-$version.raucb" "$version" zones/tzdata tzdata.tar
    check_update results/*
}

# Always Debian's newest, which are the reason for such a bundle.
fetch_zones() {
    local debian13_updates=security debian13_fresh=1 debian13_kind=(--variant=extract)
    require_debian zones "the time zones (0.3 MB to download)" tzdata
    cp -r "$zones/usr/share/zoneinfo" "$work/zoneinfo"
}

# The image's system, or the zones, as `part` says.
make_update() {
    local level=19 key certificate authority work name output=${given[--output]:-$repository/.build/image}
    [[ -z ${given[--fast]:-} ]] || level=3
    key=${given[--key]:-} certificate=${given[--cert]:-} authority=${given[--ca]:-}
    [[ -z $key$certificate$authority || (-n $key && -n $certificate && -n $authority) ]] ||
        fail "--key, --cert and --ca belong together"
    require_tools
    if [[ -z $key ]]; then
        require_signing_keys
        key=$update_key
        certificate=$update_certificate
        authority=$update_ca
        say "signed with this machine's own key: clocks take it whose image was built here, and no others"
    fi

    work=$repository/.build/image/update-work
    "${as_root[@]}" rm -rf --one-file-system "$work"
    mkdir -p "$work/content" "$work/results"
    install -m 600 "$key" "$work/sign.key"
    install -m 644 "$certificate" "$work/sign.pem"
    install -m 644 "$authority" "$work/ca.pem"
    if [[ $part == zones ]]; then
        fetch_zones
    else
        require_image
        say "making the update to $(basename "$image")"
        cp "$image" "$work/image.xz"
    fi
    quietly call_in_tools "$work" "bundle_${part/update/system} sign_update check_update unpack_slot" "$level" ||
        fail "the bundle could not be made; what was said stands above"

    name=$(basename "$work"/results/*)
    mkdir -p "$output"
    rm -f "$output/$name"
    mv "$work/results/$name" "$output"
    "${as_root[@]}" rm -rf --one-file-system "$work"
    say "made $output/$name ($(du --apparent-size -h "$output/$name" | cut -f 1))"
}
