# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# Tries the overlays on Debian's own device trees. On a Pi, a missing label or a line that is not applied
# would show only as silence. Sourced, never run.

# For a Pi 3, a 3 B+, a Zero 2 W and a 4, as the firmware requests them.
device_trees=(bcm2837-rpi-3-b.dtb bcm2837-rpi-3-b-plus.dtb bcm2837-rpi-zero-2-w.dtb bcm2711-rpi-4-b.dtb)

test_overlays() {
    local overlay name tree_folder=${given[--trees]:-}
    has_command fdtoverlay || install_packages "device-tree-compiler: makes and applies device tree overlays"
    if [[ -z $tree_folder ]]; then
        require_boot_debian
        tree_folder=$(echo "$boot_debian"/usr/lib/linux-image-*/broadcom)
    fi
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    "$repository/image/build" overlays --output "$folder"
    for tree in "${device_trees[@]}"; do
        [[ -e $tree_folder/$tree ]] || fail "there is no $tree in $tree_folder"
        # What the sources' comments claim about the original trees.
        applied=$tree_folder/$tree
        where=$tree
        expect "$where: I2S" disabled "$(property "$(labelled i2s)" status)"
        expect_bus 100000

        try i2s-max98357a
        expect_card MAX98357A maxim,max98357a
        try i2s-pcm5102a
        expect_card PCM5102A ti,pcm5102a
        try rtc-ds3231
        expect_rtc
        expect_bus 100000
        try i2c-400k
        expect_bus 400000
        try gpio-ir
        expect_receiver
        try pwm
        expect_pwm
        try light-bh1750
        expect_light
        # The default board, and the same with a clock chip.
        try i2c-400k i2s-max98357a
        expect_card MAX98357A maxim,max98357a
        expect_bus 400000
        try i2c-400k i2s-max98357a rtc-ds3231
        expect_card MAX98357A maxim,max98357a
        expect_bus 400000
        expect_rtc
    done
    for overlay in "$repository"/image/overlays/*.dts; do
        name=$(basename "$overlay" .dts)
        [[ $tried == *" $name "* ]] || fail "the overlay $name is tried by nothing here"
    done
    say "$checks properties of ${#device_trees[@]} device trees are right"
}

checks=0
# `expect WHAT EXPECTED FOUND`
expect() {
    [[ $3 == "$2" ]] || fail "$1 is \"$3\" where it should be \"$2\""
    checks=$((checks + 1))
}

# `property NODE NAME [TYPE]` prints a property of the tree that `applied` names; empty if there is none.
property() {
    fdtget -t "${3:-s}" "$applied" "$1" "$2" 2>/dev/null || true
}

# The path of a node by its label in the tree's own symbols.
labelled() {
    property /__symbols__ "$1"
}

# Sound: the card has the name from the board files, and its I2S block is enabled and has its pins.
expect_card() {
    local card=$1 codec=$2 i2s pins
    i2s=$(labelled i2s)
    pins=$(labelled pcm_gpio18)
    expect "$where: the card's name" "$card" "$(property /noiseclock-sound simple-audio-card,name)"
    expect "$where: the card's driver" simple-audio-card "$(property /noiseclock-sound compatible)"
    expect "$where: the converter" "$codec" "$(property /noiseclock-codec compatible)"
    expect "$where: I2S" okay "$(property "$i2s" status)"
    expect "$where: the card's end in the Pi" "$(property "$i2s" phandle x)" \
        "$(property /noiseclock-sound/simple-audio-card,cpu sound-dai x)"
    expect "$where: the card's other end" "$(property /noiseclock-codec phandle x)" \
        "$(property /noiseclock-sound/simple-audio-card,codec sound-dai x)"
    expect "$where: I2S's pins" "$(property "$pins" phandle x)" "$(property "$i2s" pinctrl-0 x)"
    expect "$where: the numbers of those pins" "18 19 20 21" "$(property "$pins" brcm,pins u)"
}

# The bus on the header's pins 3 and 5.
expect_bus() {
    local bus pins
    bus=$(labelled i2c1)
    pins=$(labelled i2c1_gpio2)
    expect "$where: the I2C bus" okay "$(property "$bus" status)"
    expect "$where: its speed" "$1" "$(property "$bus" clock-frequency u)"
    expect "$where: its pins" "$(property "$pins" phandle x)" "$(property "$bus" pinctrl-0 x)"
    expect "$where: the numbers of those pins" "2 3" "$(property "$pins" brcm,pins u)"
}

expect_rtc() {
    local bus
    bus=$(labelled i2c1)
    expect "$where: the clock chip" maxim,ds3231 "$(property "$bus/rtc@68" compatible)"
    expect "$where: the clock chip's address" 104 "$(property "$bus/rtc@68" reg u)"
}

expect_receiver() {
    expect "$where: the receiver" gpio-ir-receiver "$(property /ir-receiver compatible)"
    expect "$where: its line, pulled up and active low" \
        "$(property "$(labelled gpio)" phandle u) 5 17" "$(property /ir-receiver gpios u)"
    expect "$where: its keys" rc-rc6-mce "$(property /ir-receiver linux,rc-map-name)"
}

expect_pwm() {
    local pwm pins
    pwm=$(labelled pwm)
    pins=$(labelled gpio)/noiseclock-pwm
    expect "$where: PWM" okay "$(property "$pwm" status)"
    expect "$where: its pins" "$(property "$pins" phandle x)" "$(property "$pwm" pinctrl-0 x)"
    expect "$where: the numbers of those pins" 12 "$(property "$pins" brcm,pins u)"
    expect "$where: what they do (ALT0)" 4 "$(property "$pins" brcm,function u)"
}

expect_light() {
    local bus
    bus=$(labelled i2c1)
    expect "$where: the light sensor" rohm,bh1750 "$(property "$bus/light@23" compatible)"
    expect "$where: its address" 35 "$(property "$bus/light@23" reg u)"
}

# `apply NAME…` leaves the tree with those overlays in `applied`.
apply() {
    where="$tree with $*"
    applied=$folder/applied.dtb
    fdtoverlay -i "$tree_folder/$tree" -o "$applied" "${@/#/$folder/}" ||
        fail "${*%.dtbo} cannot be applied to $tree"
}

# Each source has a line below, so that a new one is not forgotten.
tried=" "
try() {
    tried+="$* "
    apply "${@/%/.dtbo}"
}
