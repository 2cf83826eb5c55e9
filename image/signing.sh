# shellcheck shell=bash disable=SC2034 # Its callers read the names.
#
# Signs updates and lets clocks verify them: a certificate authority (CA), whose certificate is in the image, and a
# key that it has certified. Sourced after board/setup.sh, never run.
#
# Whoever ships images keeps a CA of their own and passes its certificate (image/build --ca), and the key and its
# certificate (image/bundle --key --cert). For everybody else one is made, once, in the cache.

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
