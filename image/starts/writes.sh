# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/test, which sources this.
#
# How much an hour writes to the card: the kind of start that only comes if it is named. Sourced, never run.

test_writes() {
    write_loop_data "$folder/data-writes"
    prepare_card "$folder/writes" "$image" "$folder/data-writes"
    start_machine "$folder/writes" virt -rtc "base=$first_start" "${counting[@]}"
    await_shell
    check_armed_first
    # What a start writes late belongs to none of the hours.
    must "the machine does not wait" "sleep 1800; sync" "$longest_hour"
    hour "in which nothing happens"
    must "no noise plays" "noiseclock noise play rain"
    hour "of noise"
    cut_power
}

# `hour DOING`: how much the card is written in an hour, by the machine's time.
hour() {
    local before
    written
    before=$answer
    must "the machine does not wait an hour" "sleep 3600; sync" "$longest_hour"
    written
    say "in an hour $1: $((answer - before)) MiB written to the card"
}

# Seconds of this computer.
longest_hour=10800
