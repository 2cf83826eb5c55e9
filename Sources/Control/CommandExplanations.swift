import ClockCore
import ClockTime

// What each command does, for its help: longer than its summary.
extension CommandName {
    private var test: String { DurationText.format(AlarmTest.length) }

    var explanation: String {
        explanationOfAlarms ?? explanationOfQuiet ?? explanationOfCountdowns
            ?? soundHelp?.explanation ?? summary
    }

    /// Of the status, and of commands about alarms.
    private var explanationOfAlarms: String? {
        switch self {
        case .status:
            "Shows the clock at a glance: the time and how far it can be believed, the next alarm, what"
                + "\nrings or is snoozed, missed alarms, timers and the nap, the noise, and what is wrong."
        case .addAlarm:
            """
            Sets an alarm and says when it will ring.

              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends: each week on these days;
                    2026-03-29: on this date; once, or nothing: the next time the clock shows TIME
            """
        case .listAlarms:
            "Lists all alarms with their numbers, which the other alarm commands take, when each rings next,"
                + "\nand the dates on which all are paused. The full names stand in \"alarm show\"."
        case .showAlarm:
            "Shows all that the alarm with this number has: how it sounds, how it can be snoozed, what comes"
                + "\nbefore it and what keeps it from ringing, its message, icon and tint."
        case .editAlarm:
            """
            Changes what is named and keeps the rest: a time alone keeps the days, days alone keep the
            time. A ring or snooze of the alarm ends, and so do its skips ("alarm skip").

              ID    the alarm's number, as "noiseclock alarm list" shows it
              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends, once, or a date
            """
        case .removeAlarm: "Deletes the alarm with this number. If it rings, it falls silent."
        case .enableAlarm:
            "Switches the alarm with this number on and says when it will ring; with --category all alarms"
                + "\nof that group. A date that is over stays off."
        case .disableAlarm:
            "Switches the alarm with this number off, or with --category all alarms of that group. They"
                + "\nstay in the list and can be switched on again. Their skips (\"alarm skip\") end."
        case .duplicateAlarm: "Sets another alarm that is as this one is, but for skipped dates."
        case .testAlarm:
            "Lets the alarm with this number be heard, felt and seen for \(test), as it will be. Stop ends it, and"
                + "\nso does snooze. Refused while anything rings."
        case .skipNext:
            """
            Leaves out the next ring of a weekly alarm, or the next COUNT; after them it rings as before.
            "off" takes that back: what is not over yet rings again.
            """
        case .pause:
            """
            Lets no alarm ring from the date FIRST through the date LAST, both included; then they ring as
            before. "off" takes that back. One alarm alone cannot be paused: skip its next dates.

              FIRST, LAST  dates, such as 2026-07-20 2026-08-02
            """
        case .resume: "Refused for alarms (notPausable): no pause may swallow a ring."
        case .schedule: "As \"alarm enable\", but refused where the alarm is on already."
        case .cancel: "As \"alarm disable\", but refused where the alarm is off already."
        case .countdown: "As \"alarm snooze ID\": it rings again after its snooze."
        case .repeat, .addMinute: "Refused for alarms (wrongState), which ring at a time."
        case .snooze:
            "Silences what rings; it rings again when its snooze is over. With ID, only that alarm."
                + "\nWhat begins to ring only after this was asked for rings on."
        case .stop:
            "Ends what rings. With ID, only that alarm, be it that it rings or is snoozed."
                + "\nWhat begins to ring only after this was asked for rings on."
        case .acknowledge:
            "Says that the notices of missed alarms, timers and naps were seen, as any press of a button does:"
                + "\nthe display shows the time alone again. So does that of alarms that could not be read,"
                + "\nwhich no button takes away."
        default: nil
        }
    }

    /// Of commands about free days, do not disturb, the display and the history.
    private var explanationOfQuiet: String? {
        switch self {
        case .listFreeDays: "Lists the days on which alarms set with --free-days on do not ring."
        case .setFreeDays:
            """
            Names the days on which alarms set with --free-days on do not ring. They take the place of all
            those that the clock knew before.

              DATE  such as 2026-12-25, or with what the day is called: 2026-12-25=Christmas
            """
        case .clearFreeDays: "Forgets all days off. Alarms ring on them as on any other day."
        case .showDoNotDisturb:
            "Says whether the clock keeps quiet now, and what is set. While it does, the display is dim and"
                + "\ncalls nobody. Alarms ring all the same, but for those set with --quiet on."
        case .doNotDisturbOn: "The clock keeps quiet until --until, else until \"dnd off\"."
        case .doNotDisturbOff: "The clock keeps quiet no longer, but in its quiet hours."
        case .setQuietHours:
            """
            The clock keeps quiet each day between these times, over midnight where TO is the earlier.
            "off": no quiet hours.

              FROM, TO  07:30, 7:30, 7:30pm or 7pm
            """
        case .setQuietNoise:
            "With \"off\", noise ends when do not disturb begins, and cannot be started meanwhile."
        case .setHoldToStop:
            "With \"on\", the clock's stop button stops a ring only when it is held for \(hold), so that nobody"
                + "\nstops it in their sleep; a shorter press does nothing. \"alarm stop\" stops it as before."
        case .setHourFormat: "Chooses the form in which the display shows the time."
        case .showTime:
            "Shows the time, the zone and its offset from UTC, and whether and when the time was confirmed: by"
                + "\nthe network, by a clock with a cell, or by hand."
        case .setTime:
            """
            Sets the clock by hand, and says which alarm rings next. Alarms that lie between the old and the new
            time do not ring. Refused while the network keeps the time right.

              TIME  2026-11-22T03:40 or 2026-11-22T03:40:00: what the clock is to show; of a time that comes
                    twice, the first; 2026-11-22T02:40:00Z, or with an offset such as +01:00: an instant;
                    none before the clock's program was made, and none after 2099
            """
        case .setZone:
            """
            Chooses the time zone, at once and for good, and says which alarm rings next. Alarms ring by the new
            zone's clock from then on, those that are set for a zone of their own aside; what the new zone has
            behind it already does not ring.

              ZONE  a name like Europe/Berlin; the clock must have its rules (tzdata)
            """
        case .history:
            "Tells what came to pass, oldest first: each ring with how it ended, and what happened to the"
                + "\nclock. With --json, each record by itself."
        default: nil
        }
    }

    /// Of commands about timers, the nap and health.
    private var explanationOfCountdowns: String? {
        switch self {
        case .listTimers:
            "Lists all timers with their numbers, which the other timer commands take."
        case .addTimer:
            """
            Counts down and rings like an alarm. A timer with a name stays when it is over, to be started
            again; one without is gone.

              LENGTH  1s to 24h, such as 90s, 5m or 1h30m
              NAME    as --name
            """
        case .startTimer: "Starts a timer that has a name, with its full length."
        case .pauseTimer: "The timer keeps what is left until it is resumed."
        case .resumeTimer: "The timer goes on with what is left."
        case .addMinuteToTimer:
            "Adds a minute to a timer that runs or is paused; one that rings counts down a minute."
        case .repeatTimer: "A timer that rings starts over with its full length."
        case .snoozeTimer:
            "A timer that rings is silent for a while and rings again; \"ring\" tells for how long."
        case .stopTimer: "Ends the timer. With a name it stays, to be started again."
        case .removeTimer: "Deletes the timer with this number. If it rings, it falls silent."
        case .showNap:
            "Shows the nap's phase, what is left, and the three times that the next one will have."
        case .startNap:
            "Begins a nap without the bar: release, then nap, and the ring at its end."
        case .pauseNap:
            "The nap keeps what is left until it is resumed. Only while the nap itself runs."
        case .resumeNap: "The nap goes on with what is left."
        case .snoozeNap:
            "The nap's end is silent for a while and rings again; \"ring\" tells for how long."
        case .showRingRules:
            "Shows how late alarms, timers and naps may still ring, for how long timers and naps ring, how often"
                + "\nagain, and how long their snooze is. Each alarm has the rest of its own: \"alarm show\"."
        case .setRingRules:
            "Sets what is named and keeps the rest. What is later than the grace was missed, and is told so."
                + "\nA ring or a snooze that has begun keeps its end."
        case .stopNap: "Ends the nap. Alarms are not touched."
        case .setNap:
            "Sets what is named and keeps the rest. A nap that is on its way keeps the phase that it is in."
        case .showHealth:
            "Answers whether the next alarm will ring, as far as can be told: time, zone, sound, outputs,"
                + "\ndisplay, keys, storage, the next alarm and the last rehearsal."
        case .rehearse:
            "Tries the sound output, the display and the storage the way a ring does, unheard and unseen."
                + "\nIt takes some seconds; \"health\" then has the result."
        case .checkUpdate:
            """
            No update begins in the last hour before a ring, a sunrise or a pre-alert, nor while something
            rings, is snoozed, or somebody naps. Exit status: 0 an update may begin; 1 it may not, and why.
            """
        case .updateReadiness:
            """
            Asked after an update, before the program that was there before is given up. What was not tried
            since the start, or failed, is tried now, unheard: ask again in some seconds. Exit status: 0 all
            is well; 1 something is not, or not yet.
            """
        case .setRehearsal:
            "Sets the time of the evening's rehearsal, whose result the alarm mark on the display shows:"
                + "\nsteady, all is well; blinking, something is wrong. \"off\": never."
        case .explain:
            """
            Says why the alarm, or the one that rings next, will ring when it will: its rule, skipped dates
            and their reasons, clock changes, and how far the time can be believed. With --last or --date
            it says from the history why a past ring was as it was: late, skipped, missed or passed over,
            and why; and what is not known of it.
            """
        default: nil
        }
    }
}
