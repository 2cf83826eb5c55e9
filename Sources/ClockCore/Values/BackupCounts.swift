/// How much a backup has of what people count.
package struct BackupCounts: Hashable, Sendable, Codable {
    package var alarms = 0
    package var timers = 0
    package var favourites = 0
    package var presets = 0
    package var worldClocks = 0
    package var pauses = 0
    package var freeDays = 0
    /// Own sounds and own fonts.
    package var sounds = 0
    package var fonts = 0

    package init(
        alarms: Int, timers: Int, favourites: Int, presets: Int, worldClocks: Int, pauses: Int,
        freeDays: Int, sounds: Int = 0, fonts: Int = 0
    ) {
        self.alarms = alarms
        self.timers = timers
        self.favourites = favourites
        self.presets = presets
        self.worldClocks = worldClocks
        self.pauses = pauses
        self.freeDays = freeDays
        self.sounds = sounds
        self.fonts = fonts
    }
}
