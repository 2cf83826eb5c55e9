# shellcheck shell=bash disable=SC2154 # Names of image/assemble, which sources this.
#
# Files that accompany the image: a manifest for Raspberry Pi Imager, and a list of the packages. Sourced, never run.

write_lists() {
    local name=noiseclock-$version-arm64
    write_manifest "$name.img.xz" >"$results/$name.json"
    write_packages "$name" >"$results/$name.spdx.json"
}

# The format of Raspberry Pi Imager's lists of systems, where a Zero 2 W counts as a Pi 3.
write_manifest() {
    local file=$results/$1
    jq -n --arg version "$version" --arg url "${url:-$1}" --arg day "$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)" \
        --argjson size "$(stat -c %s "$card")" --arg sum "$(sha256sum <"$card" | cut -d ' ' -f 1)" \
        --argjson packed "$(stat -c %s "$file")" --arg packed_sum "$(sha256sum <"$file" | cut -d ' ' -f 1)" \
        '{os_list: [{name: "NoiseClock \($version)",
            description: "A bedside clock with noise and alarms, for Raspberry Pi 3, 4 and Zero 2 W",
            url: $url, extract_size: $size, extract_sha256: $sum,
            image_download_size: $packed, image_download_sha256: $packed_sum,
            release_date: $day, devices: ["pi3-64bit", "pi4-64bit"], init_format: "systemd"}]}'
}

# SPDX 2.3: Debian's packages in the root, those that the card starts with, and this project. Each package's copyright
# file states its licence in prose, which nobody has translated into SPDX's names.
write_packages() {
    local starting='linux-image|u-boot-rpi|firmware-brcm80211|busybox-static|e2fsck-static'
    {
        sed 's/^/root\t/' /build/root-packages
        grep -E "^($starting)" "$boot_debian/unpacked/packages" | LC_ALL=C sort | sed 's/^/start\t/'
        # shellcheck disable=SC2016 # The words in braces are dpkg's.
        dpkg-deb --show --showformat='sid\t${Package}\t${Version}\t${source:Package}\t${source:Version}\n' \
            /build/inputs/firmware.deb
    } | jq -Rn --arg name "$1" --arg version "$version" --arg time "$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" '
        def package($id; $name; $version; $source; $purl):
            {SPDXID: $id, name: $name, versionInfo: $version, sourceInfo: $source, downloadLocation: "NOASSERTION",
             filesAnalyzed: false, licenseConcluded: "NOASSERTION", licenseDeclared: "NOASSERTION",
             copyrightText: "NOASSERTION"}
            + if $purl then {externalRefs: [{referenceCategory: "PACKAGE-MANAGER", referenceType: "purl",
                referenceLocator: $purl}]} else {} end;
        [package("SPDXRef-noiseclock"; "noiseclock"; $version; "this project"; null)]
        + [inputs | split("\t") | package("SPDXRef-Debian-" + (.[1] | gsub("[^A-Za-z0-9.-]"; "-"));
            .[1]; .[2]; "Debian source package \(.[3]) \(.[4])";
            "pkg:deb/debian/\(.[1])@\(.[2] | @uri)?arch=arm64&distro=\(if .[0] == "sid" then "sid" else "trixie" end)")]
        | {spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: $name,
           documentNamespace: "https://spdx.org/spdxdocs/\($name)-\($time)",
           creationInfo: {created: $time, creators: ["Tool: image/build of NoiseClock"]},
           packages: ., relationships: [.[] | {spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES",
               relatedSpdxElement: .SPDXID}]}'
}
