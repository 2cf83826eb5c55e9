package import ClockCore

extension Command {
    /// Whether carrying it out twice may differ from carrying it out once.
    package var isChange: Bool {
        switch self {
        case .status, .listAlarms, .showAlarm, .history, .listFreeDays, .showDoNotDisturb,
            .listTimers, .nap, .ringRules,
            .health, .checkUpdate, .updateReadiness, .explain, .noise, .mix(.list), .mix(.share),
            .sounds(.list), .sounds(.show),
            .sounds(.outputs), .time:
            false
        case .addAlarm, .editAlarm, .removeAlarm, .setAlarmEnabled, .skipNext, .duplicateAlarm,
            .testAlarm, .operate, .pauseAlarms, .setCategoryEnabled, .setFreeDays,
            .setDoNotDisturb, .addTimer, .setNap, .setRingRules, .rehearse, .setRehearsal, .snooze,
            .stop,
            .acknowledge,
            .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise, .setNoiseVolume,
            .previewNoise, .endPreview, .setFades, .setSleep, .mix, .sounds, .setHoldToStop,
            .setHourFormat, .setTime, .setZone:
            true
        }
    }
}
