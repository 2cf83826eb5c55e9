# shellcheck shell=bash disable=SC2154 # Names of setup.sh, which is sourced first.
#
# The version and the time of packages, images and the programs in them. Nobody writes them by hand: they are git's, or
# those that an archive of the sources was given (.release). Sourced after board/setup.sh, never run.

# Also works in somebody else's checkout, which git would refuse to read.
repository_git() {
    git -c safe.directory="$repository" -C "$repository" "$@" 2>/dev/null
}

# `archive_field N`: a field of an archive's .release, in which git has replaced the form.
archive_field() {
    local fields
    read -r -a fields <"$repository/.release"
    [[ ${fields[0]:-} != *Format:* ]] ||
        fail "this is neither a git checkout nor an archive that git made, so it has no version" \
            "Use a clone, or an archive from: git archive HEAD"
    # Without a tag, the description is empty.
    ((${#fields[@]} == 3)) || fields=("" "${fields[@]}")
    printf '%s' "${fields[$1]}"
}

# `version_from DESCRIPTION COUNT COMMIT`: the version of a commit. After the tag v1.2.3, it is 1.2.3, and 14 commits
# later 1.2.3+14.gCOMMIT. Before the first tag, it is 0+COUNT.gCOMMIT. A later commit has a higher version for Debian.
version_from() {
    if [[ $1 =~ ^v(.+)-([0-9]+)-g([0-9a-f]+)$ ]]; then
        printf '%s+%s.g%s' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
    elif [[ $1 == v* ]]; then
        printf '%s' "${1#v}"
    else
        printf '0+%s.g%s' "$2" "$3"
    fi
}

product_version() {
    local count
    if count=$(repository_git rev-list --count HEAD); then
        version_from "$(repository_git describe --tags --match 'v*' || true)" "$count" \
            "$(repository_git rev-parse --short HEAD)"
    else
        # An archive does not count commits; its time grows as well.
        version_from "$(archive_field 0)" "$(archive_field 2)" "$(archive_field 1)"
    fi
}

# Every time in the results is that of the last commit, unless SOURCE_DATE_EPOCH is set.
use_time_of_commit() {
    if [[ -z ${SOURCE_DATE_EPOCH:-} ]]; then
        SOURCE_DATE_EPOCH=$(repository_git log -1 --format=%ct) || SOURCE_DATE_EPOCH=$(archive_field 2)
    fi
    export SOURCE_DATE_EPOCH
}
