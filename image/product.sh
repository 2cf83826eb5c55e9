# shellcheck shell=bash disable=SC2154 # Names of setup.sh, which is sourced first.
#
# The version and the time of packages and images. Sourced after board/setup.sh, never run.

# The product's version is defined in one place: `product_value NAME PATTERN`.
product_value() {
    local value
    value=$(sed -n "s/.*package static let $1 = $2.*/\1/p" "$repository/Sources/Control/Product.swift")
    [[ -n $value ]] || fail "Sources/Control/Product.swift names no Product.$1"
    printf '%s' "$value"
}

product_version() {
    product_value version '"\([0-9][0-9.]*\)"'
}

# Also works in somebody else's checkout, which git would refuse to read.
repository_git() {
    git -c safe.directory="$repository" -C "$repository" "$@" 2>/dev/null
}

# Every time in the results is that of the last commit, unless SOURCE_DATE_EPOCH is set.
use_time_of_commit() {
    if [[ -z ${SOURCE_DATE_EPOCH:-} ]]; then
        # Without git, as in an unpacked archive, the date of the version.
        SOURCE_DATE_EPOCH=$(repository_git log -1 --format=%ct) ||
            SOURCE_DATE_EPOCH=$(product_value madeAt 'Instant(seconds: \([0-9_]*\))' | tr -d _)
    fi
    export SOURCE_DATE_EPOCH
}
