# shellcheck shell=bash disable=SC2034,SC2154 # Names of image/tests/packages.sh, which sources this.
#
# The steps of image/tests/packages.sh with the simulator and the client, on a terminal whose digits it reads. Sourced,
# never run.

# `screen FILE` reads what a program wrote to a terminal of 100 x 40, and prints first the time that the digits show and
# then the screen's lines. The digits are the lit segments in the display's red, as placed in the simulator's picture.
# shellcheck disable=SC2016 # Perl's names.
screen() {
    perl -e '
use strict; use warnings; binmode STDIN, ":utf8"; binmode STDOUT, ":utf8"; local $/;
my ($text, @cells) = (scalar <STDIN>); my ($row, $column, $ink, $paper) = (1, 1, "", "");
while ($text =~ /\G(?:\e\[([?0-9;]*)([A-Za-z])|(\r)|(\n)|(.))/gs) {
    my ($numbers, $command, $return, $newline, $letter) = ($1, $2, $3, $4, $5);
    if (defined $command) {
        if ($command eq "H") { ($row, $column) = $numbers =~ /(\d+);(\d+)/ ? ($1, $2) : (1, 1) }
        if ($command eq "J") { @cells = () }
        if ($command eq "m") {
            my @codes = split /;/, $numbers;
            while (defined(my $code = shift @codes)) {
                if ($code eq "38") { shift @codes; $ink = shift @codes }
                elsif ($code eq "48") { shift @codes; $paper = shift @codes }
                elsif ($code eq "39") { $ink = "" } elsif ($code eq "0") { $ink = $paper = "" }
            }
        }
    } elsif (defined $return) { $column = 1 } elsif (defined $newline) { $row++ }
    else { $cells[$row][$column++] = [$letter, $ink eq "124" || $paper eq "124"] }
}
sub lit { my ($left, $right, @rows) = @_; my $count = 0;
    for my $y (@rows) { for my $x ($left .. $right) { $count++ if $cells[$y] && $cells[$y][$x] && $cells[$y][$x][1] } }
    return $count > 1 ? 1 : 0 }
my %digits = ("1111110" => 0, "0110000" => 1, "1101101" => 2, "1111001" => 3, "0110011" => 4,
    "1011011" => 5, "1011111" => 6, "1110000" => 7, "1111111" => 8, "1111011" => 9);
my $time = "";
for my $x (0, 20, 46, 65) {
    my $segments = join "", lit($x + 15, $x + 19, 6, 7), lit($x + 20, $x + 23, 9, 10),
        lit($x + 18, $x + 22, 14, 15), lit($x + 12, $x + 16, 17, 18), lit($x + 9, $x + 12, 14, 15),
        lit($x + 10, $x + 13, 9, 10), lit($x + 14, $x + 18, 12);
    $time .= $digits{$segments} // "?";
}
print "$time\n";
for my $y (1 .. 40) { print join("", map { $_ ? $_->[0] : " " } @{$cells[$y] || []}), "\n" }
' <"$1"
}

# `shows TIMES FILE`: whether the digits show one of those times.
shows() {
    local digits
    digits=$(screen "$2" | head -n 1)
    [[ -n $digits && " $1 " == *" $digits "* ]]
}

has_text() {
    screen "$2" | grep -q "$1"
}

as_person() {
    runuser -u person -- env HOME=/home/person "$@"
}

# `simulate FILE ARGUMENTS…` starts the simulator on a terminal whose output goes to the file. It reads keys from
# descriptor 9.
simulate() {
    local file=$1
    shift
    last=$file
    rm -f /tmp/keys
    mkfifo /tmp/keys
    as_person script -qfc "stty rows 40 columns 100; exec noiseclock-sim $*" "$file" </tmp/keys >/dev/null 2>&1 &
    simulator=$!
    exec 9>/tmp/keys
}

quit_simulator() {
    printf q >&9
    within 10 refuses kill -0 "$simulator" 2>/dev/null
    exec 9>&-
}

# A second of a tone.
write_sound() {
    perl -e '
        my $data = join "", map { pack "s<", 8000 * sin($_ * 0.06) } 0 .. 47999;
        print "RIFF", pack("V", 36 + length $data), "WAVEfmt ", pack("VvvVVvv", 16, 1, 1, 48000, 96000, 2, 16),
            "data", pack("V", length $data), $data' >"$1"
}

# At the end of a minute, the display may already show the next one.
this_minute() {
    printf '%s %s' "$(date -u +%H%M)" "$(date -u -d '1 minute' +%H%M)"
}

bare() {
    local version began arch
    arch=$(dpkg --print-architecture)
    version=$(dpkg-deb --field /mnt/noiseclock_*.deb Version)
    useradd --create-home person
    cd /mnt || return
    apt update
    paths >/tmp/paths.bare

    began=$(date +%s%N)
    # As in the README, without the packages that apt only recommends.
    apt install ./noiseclock_*_"$arch".deb
    simulate /tmp/screen --zone UTC
    expect "installed on a bare Debian 13, the simulator shows the time" within 60 shows "$(this_minute)" /tmp/screen
    local took=$((($(date +%s%N) - began) / 1000000))
    expect "that took $took ms from 'apt install' on: a minute at most" test "$took" -le 60000
    expect "it says how to set the first alarm" within 5 has_text "Next   none; noiseclock alarm add 07:30" /tmp/screen
    expect "the client finds it" as_person noiseclock status
    expect "the client sets an alarm" as_person noiseclock alarm add 07:30 mon-fri
    expect "the screen tells of the alarm" within 5 has_text "07:30" /tmp/screen
    write_sound /home/person/tone.wav
    expect "a sound of one's own is imported" as_person noiseclock sound import /home/person/tone.wav
    expect "it ends at a key" quit_simulator
    simulate /tmp/screen.night --at 2026-03-29T20:47:50Z --zone UTC --audio none
    expect "at a time that it is told, it shows that one" within 10 shows 2047 /tmp/screen.night
    expect "and the next minute" within 30 shows 2048 /tmp/screen.night
    quit_simulator
    expect "without a terminal it draws the same" as_person noiseclock-sim --headless --speed max \
        --at 2026-03-29T20:47:50Z --zone UTC --for 15s --frames /tmp/frames --events /tmp/events
    expect "in frames" test "$(grep -c . /tmp/frames)" -ge 2
    expect "the manual has the client's page" has_page noiseclock.1 noiseclock
    expect "and the simulator's" has_page noiseclock-sim.1 noiseclock
    expect "bash completes the client's words" test "$(completed_word)" = volume
    expect "zsh has its completion, too" grep -q '^#compdef noiseclock$' /usr/share/zsh/vendor-completions/_noiseclock
    expect "and so has fish" test -s /usr/share/fish/vendor_completions.d/noiseclock.fish
    expect "no service is installed with it" test ! -e /usr/lib/systemd/system/noiseclockd.service

    apt install /mnt/newer/noiseclock_*.deb
    expect "it is upgraded" is_version noiseclock "$version+1"
    apt remove noiseclock
    expect "removed, its programs are gone" test ! -e /usr/bin/noiseclock-sim -a ! -e /usr/libexec/noiseclock
    expect "what a person has set stays theirs" test -d /home/person/.local/state/noiseclock
    apt install ./noiseclock_*_"$arch".deb
    simulate /tmp/screen.again --zone UTC --audio none
    expect "installed again, it has the alarm" within 20 has_alarm as_person
    quit_simulator
    apt purge noiseclock
    apt autoremove --purge
    expect "purged, nothing is left of it" same_paths_as /tmp/paths.bare
    userdel person
}

# What bash completes "noiseclock noise vo" to, with the package's own file.
completed_word() {
    bash -c 'source /usr/share/bash-completion/completions/noiseclock
        COMP_LINE="noiseclock noise vo" COMP_POINT=19 COMP_WORDS=(noiseclock noise vo) COMP_CWORD=2
        _noiseclock
        printf "%s\n" "${COMPREPLY[@]}"'
}
