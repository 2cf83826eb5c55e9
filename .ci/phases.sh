# shellcheck shell=bash
#
# Shared by .ci/run and .ci/long: parts of a run, with limits and with how long each took. Sourced after board/setup.sh.

# `limited LIMIT COMMAND…`: runs the command, which must succeed within that time.
limited() {
    local limit=$1 status=0
    shift
    timeout --foreground --kill-after=10s "$limit" "$@" || status=$?
    if ((status == 124 || status == 137)); then
        fail "$* was ended after $limit"
    elif ((status != 0)); then
        fail "$* ended with status $status"
    fi
}

times_file=$(mktemp)
trap 'rm -f "$times_file"' EXIT

# Seconds that the processors have worked for this script's ended commands, into `answer`.
processor_time() {
    local ended
    # Not $(times), which would be a process of its own, without ended commands. Each line has user and system time, like
    # 1m2.345s; the second is that of ended commands.
    times >"$times_file"
    { read -r _ && read -r ended; } <"$times_file"
    [[ $ended =~ ^([0-9]+)m([0-9]+).*\ ([0-9]+)m([0-9]+) ]] || fail "the shell does not tell its times: $ended"
    answer=$(((BASH_REMATCH[1] + BASH_REMATCH[3]) * 60 + 10#${BASH_REMATCH[2]} + 10#${BASH_REMATCH[4]}))
}

# `phase NAME COMMAND…`: runs the command and records how long it took, and the work of the processors, which does not
# depend on what else the machine does.
phases=()
phase() {
    local name=$1 begun=$SECONDS before_it
    shift
    processor_time
    before_it=$answer
    "$@"
    processor_time
    phases+=("$(printf '%5d s (%5d s of processor time)  %s' $((SECONDS - begun)) $((answer - before_it)) "$name")")
    say "$name took $((SECONDS - begun)) s"
}

print_phases() {
    printf '%s\n' "${phases[@]}" >&2
}
