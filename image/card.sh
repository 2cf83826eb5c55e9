# shellcheck shell=bash disable=SC2154 # Names of image/build, whose assemble_image sources this.
#
# The card: its partitions as files, written to their places, and the files that accompany its image. Nothing is
# mounted. Sourced, never run.

# The number of the card, with which PARTUUIDs begin (image/boot/init, RAUC's configuration).
card_id=4e436c6b
# In MiB. The area before the FAT partition holds the slot state, at 1 and 5 MiB (image/boot/boot.cmd).
fat_start=8
fat_size=60
slot_size=448
data_size=64
# In numerical order, so that the same inputs give the same file systems.
fat_serial=4e436c6b
slot_uuid=4e6f6973-6543-4c6f-636b-000000000001
data_uuid=4e6f6973-6543-4c6f-636b-000000000002

make_fat() {
    local folder=/build/fat name
    rm -rf "$folder"
    mkdir -p "$folder"
    for name in bootcode.bin start.elf fixup.dat start4.elf fixup4.dat; do
        cp "$pi_firmware/usr/lib/raspi-firmware/$name" "$folder"
    done
    cp "$boot_debian/usr/lib/linux-image-$release"/broadcom/bcm{2837,2711}-rpi-*.dtb "$folder"
    for name in "$folder"/*.dtb; do name_buses "$name"; done
    cp "$boot_debian/usr/lib/u-boot/rpi_arm64/u-boot.bin" "$folder"
    grep -v '^#' "$source/image/boot/environment" >/build/environment
    mkenvimage -s 0x4000 -o "$folder/uboot.env" /build/environment
    mkimage -A arm64 -T script -C none -n NoiseClock -d "$source/image/boot/boot.cmd" "$folder/boot.scr" >/dev/null
    make_overlays "$folder/overlays"
    write_config_txt >"$folder/config.txt"
    cp "$source/image/boot/noiseclock.json.example" "$folder"
    clamp_times "$folder"
    find "$folder" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
    keep_card_files "$folder"

    rm -f /build/fat.img
    truncate -s "${fat_size}M" /build/fat.img
    mkfs.vfat -F 32 -n NOISECLOCK -i "$fat_serial" /build/fat.img >/dev/null
    # One by one and sorted, because mcopy takes a folder's files in the disk's order.
    (cd "$folder" && find . -mindepth 1 -type d | LC_ALL=C sort) | while read -r name; do
        mmd -i /build/fat.img "::${name#.}"
    done
    (cd "$folder" && find . -type f | LC_ALL=C sort) | while read -r name; do
        mcopy -m -i /build/fat.img "$folder/$name" "::${name#.}"
    done
}

# `make_overlays FOLDER`: a NAME.dtbo of each NAME.dts in image/overlays.
make_overlays() {
    local overlay
    mkdir -p "$1"
    for overlay in "$source"/image/overlays/*.dts; do
        # With symbols (-@), without which a second overlay could not refer to what the first one adds.
        dtc -@ -I dts -O dtb -o "$1/$(basename "$overlay" .dts).dtbo" "$overlay" ||
            fail "$overlay could not be compiled; what dtc says about it stands above"
    done
}

# The header's bus is number 1 on every Pi (/dev/i2c-1, which board files name). In Debian's trees no bus has a number,
# so each would get the next one, in the order in which they appear.
name_buses() {
    local bus
    for bus in i2c0 i2c1; do
        fdtput -t s "$1" /aliases "$bus" "$(fdtget "$1" /__symbols__ "$bus")"
    done
}

# The system has these files, too, and keeps those on the card up to date (card-files): so a signed update brings them.
# config.txt has the owner's lines.
keep_card_files() {
    local kept=$tree/usr/lib/noiseclock/card
    cp -r --preserve=timestamps "$1" "$kept"
    rm "$kept/config.txt"
}

# The wiring that the board file names, between the marker lines that systemd/config.sh and the setup know.
write_config_txt() {
    # shellcheck source-path=SCRIPTDIR
    source "$source/systemd/config.sh"
    cat "$source/image/boot/config.txt"
    printf '\n%s\n[all]\n' "$config_begin"
    jq -r '.overlays // [] | .[] | "dtoverlay=\(.)"' "$board"
    printf '%s\n' "$config_end"
}

make_slot() {
    clamp_times "$tree"
    date_system
    file_system /build/slot.img "$slot_size" "$slot_uuid" 8 -O ^resize_inode -d "$tree"
}

# Empty: systemd and the clock create what they keep. It grows to the card's end at the first start, and every 128 MiB
# that it gains get as many inodes as it has here. The kernel then writes all of them once: 128 MB on a card of 128 GB,
# and with ext4's own number, 16384, 4 GB. With these a card of 2 GB has room for 4600 files.
#
# `make_data FILE OPTIONS…`
make_data() {
    file_system "$1" "$data_size" "$data_uuid" 8 -N 512 "${@:2}"
}

# `file_system FILE MIB UUID JOURNAL-MIB OPTIONS…`
file_system() {
    rm -f "$1"
    truncate -s "${2}M" "$1"
    mke2fs -q -t ext4 -b 4096 -m 0 -J "size=$4" -U "$3" -E "root_owner=0:0,hash_seed=$3" "${@:5}" "$1" ||
        fail "the file system does not fit into $2 MiB"
}

make_card() {
    local slot_start=$((fat_start + fat_size)) data_start=$((fat_start + fat_size + 2 * slot_size))
    card=/build/card.img
    rm -f "$card"
    truncate -s "$((data_start + data_size))M" "$card"
    sfdisk -q "$card" <<END
label: dos
label-id: 0x$card_id
start=${fat_start}MiB size=${fat_size}MiB type=c bootable
start=${slot_start}MiB size=${slot_size}MiB type=83
start=$((slot_start + slot_size))MiB size=${slot_size}MiB type=83
start=${data_start}MiB size=${data_size}MiB type=83
END
    put fat.img "$fat_start"
    put slot.img "$slot_start"
    # The other slot is empty until the first update.
    put data.img "$data_start"
}

put() {
    dd if="/build/$1" of="$card" bs=1M seek="$2" conv=notrunc,sparse status=none
}

# In bytes: people download it.
most_compressed=110000000

compress_card() {
    local name=noiseclock-$version-arm64.img size
    rm -rf "$results"
    mkdir -p "$results"
    # In blocks of a fixed size, so that the result does not depend on the number of processors.
    xz --compress --stdout --threads=0 --block-size=64MiB "$preset" --check=crc32 "$card" >"$results/$name.xz"
    size=$(stat -c %s "$results/$name.xz")
    ((size <= most_compressed)) || fail "the compressed image has $size bytes, and may have $most_compressed"
    (cd "$results" && sha256sum "$name.xz" >"$name.xz.sha256")
}

# --- What accompanies the image: a manifest for Raspberry Pi Imager, and a list of the packages

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
