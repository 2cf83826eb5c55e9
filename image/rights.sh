# shellcheck shell=bash disable=SC2154 # Names of image/assemble, which sources this.
#
# What accounts other than root may do in the image: image/rights lists it, and nothing else goes in. Sourced, never
# run.

check_rights() {
    drop_rights
    check_bus
    check_listeners
}

# `rights VERB` prints what image/rights lists with that word.
rights() {
    sed -n "s/ *#.*//; s/^$1 \+//p" "$source/image/rights" | LC_ALL=C sort
}

# `compare_rights WHAT LISTED FOUND`: the two must be the same lines. The message says which line to change.
compare_rights() {
    local more less
    more=$(LC_ALL=C comm -13 <(printf '%s\n' "$2") <(printf '%s\n' "$3"))
    less=$(LC_ALL=C comm -23 <(printf '%s\n' "$2") <(printf '%s\n' "$3"))
    [[ -z ${more//[[:space:]]/} ]] ||
        fail "$1, and image/rights does not list it with a reason: ${more//$'\n'/ }"
    [[ -z ${less//[[:space:]]/} ]] || fail "image/rights lists what is not in the root; remove it there: ${less//$'\n'/ }"
}

# Folders count, too: what is made in a setgid one belongs to its group. File capabilities, which would do the same as
# these bits, do not get into the root: tar leaves them out.
drop_rights() {
    local path
    compare_rights "a file runs with somebody else's rights" "$( (rights drop && rights keep) | LC_ALL=C sort)" \
        "$(find "$tree" -perm /6000 -printf '/%P\n' | LC_ALL=C sort)"
    while read -r path; do
        chmod ug-s "$tree$path"
    done < <(rights drop)
}

check_bus() {
    compare_rights "everybody may send to a service on the system bus" "$(rights bus)" "$(
        find "$tree"/{usr/share,etc}/dbus-1 -path '*/system.*' -name '*.conf' -exec cat {} + |
            open_destinations | LC_ALL=C sort -u)"
}

# Prints where the policies on standard input let everybody send: a service's name, or an interface where none is
# named. Signals and answers, which name neither, are everybody's.
open_destinations() {
    tr '\n\t' '  ' | sed -E 's/<!--([^-]|-[^-])*-->//g; s/<policy/\n&/g; s/<\/policy>/\n/g' |
        sed -n '/^<policy *context="\(default\|mandatory\)"/p' | sed 's/<allow/\n&/g' |
        sed -n -E '/^<allow/s/.*send_destination="([^"]*)".*/\1/p; t; s/^<allow.*send_interface="([^"]*)".*/\1/p'
}

# The image's systemd rates its own units. image/test looks that no other unit listens.
check_listeners() {
    local unit most rating status=0
    mount --bind /proc "$tree/proc"
    while read -r unit most; do
        rating=$(chroot "$tree" systemd-analyze security --offline=true --no-pager "$unit" 2>&1 |
            sed -n 's/.*Overall exposure level for .*: \([0-9]*\)\.\([0-9]\) .*/\1\2/p')
        say "exposure of $unit: ${rating:-unknown} of at most $most tenths"
        ((10#${rating:-999} <= most)) || status=1
    done < <(rights listen)
    umount "$tree/proc"
    ((status == 0)) || fail "a unit that listens to the network has less of a sandbox than image/rights promises"
}
