# shellcheck shell=sh
#
# The lines that Raspberry Pi OS's config.txt needs for the wiring in board/README.md, between two marker
# lines of ours. Sourced by systemd/install and by the Debian package's config-txt, so it is plain sh and
# needs nothing else.

config_begin="# NoiseClock: the wiring of its board"
config_end="# NoiseClock: end"

# The section comes first, because the preceding part of the file may be for only one model of Pi.
config_lines() {
    printf '%s\n' "[all]" "dtparam=i2c_arm=on" "dtparam=i2c_arm_baudrate=400000" "dtoverlay=max98357a" \
        "dtparam=audio=off"
}

# `config_missing FILE` prints those of the lines that the file lacks. A line with another value cannot be
# distinguished from a person's own; ours come last, and the last line wins.
config_missing() {
    config_lines | grep -v '^\[' | while IFS= read -r config_line; do
        grep -qsxF -- "$config_line" "$1" || printf '%s\n' "$config_line"
    done
}

config_has_ours() {
    grep -qsxF -- "$config_begin" "$1"
}

# `config_without_ours FILE` prints the file without our lines. If our last line is missing, their extent
# is unknown, and a Pi without its configuration may not start; so everything stays.
config_without_ours() {
    awk -v begin="$config_begin" -v end="$config_end" '
        $0 == begin { if (held) print text; held = 1; text = $0; next }
        held { text = text "\n" $0; if ($0 == end) held = 0; next }
        { print }
        END { if (held) print text }' "$1"
}

# `config_with_ours FILE` prints the file with our lines at its end, once.
config_with_ours() {
    config_without_ours "$1"
    printf '%s\n' "$config_begin"
    config_lines
    printf '%s\n' "$config_end"
}
