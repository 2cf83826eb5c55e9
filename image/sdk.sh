# shellcheck shell=bash disable=SC2154 # Names of setup.sh and debian13.sh, which whoever sources this has.
#
# Compiles for arm64: Debian 13's Swift for this machine, with a Swift SDK that contains the C libraries and Swift's
# own libraries for arm64 from Debian's packages. They are unpacked and never run, so no emulation is needed. Made
# once and kept in the cache. Sourced, never run.

# Required by Package.swift and the compiler; their dependencies are added.
sdk_packages=(
    base-files libswiftlang libc6-dev libgcc-14-dev libstdc++-14-dev libasound2-dev libgpiod-dev libi2c-dev
    libical-dev libsndfile1-dev libsoxr-dev libseccomp-dev
)
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

# Leaves the folder of the bundle in `sdk`; makes it if there is none.
require_sdk() {
    # shellcheck disable=SC2034 # debian13.sh reads these.
    local system debian13_packages=("${sdk_packages[@]}") debian13_kind debian13_what
    # shellcheck disable=SC2034
    debian13_what="a Swift SDK for arm64 (0.5 GB to download, 0.6 GB on the disk)"
    # shellcheck disable=SC2034
    debian13_kind=(
        --variant=extract --architectures=arm64
        --extract-hook="$(declare -f make_sdk_bundle); make_sdk_bundle \"\$1\" $sdk_name"
    )
    require_debian13
    # shellcheck disable=SC2034 # Its callers read it.
    sdk=$system
}
