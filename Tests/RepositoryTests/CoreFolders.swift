/// What each folder of ClockCore may use of the others. "." is the folder itself.
///
/// The values are below all. Alarms, countdowns, ring, noise and face are machines of their own. `Ringing`, `Playing` and
/// `Showing` are the floors that compose them, and `Machine` composes the clock. What a machine says to others is a
/// value, an event, a refusal or a reply.
enum CoreFolders {
    static let table: [String: Set<String>] = [
        ".": [
            "Alarms", "Commands", "Countdowns", "Face", "Lamp", "Noise", "Pairing", "Ring",
            "Values",
        ],
        "Alarms": [
            "Commands", "Countdowns", "Events", "Noise", "Replies", "Saving", "Time",
            "Values",
        ],
        "Buttons": ["Events", "Values"],
        "Commands": [
            "Alarms", "Countdowns", "Face", "Health", "History", "Lamp", "Noise", "Pairing",
            "Replies", "Ring", "Values",
        ],
        "Countdowns": ["Commands", "Events", "Saving", "Values"],
        "Events": [
            "Commands", "Face", "Health", "History", "Noise", "Pairing", "Replies", "Ring",
            "Saving", "Values",
        ],
        "Face": ["Alarms", "Commands", "Health", "Showing", "Values"],
        "Health": ["Alarms", "Face", "Machine", "Replies", "Ring", "Values"],
        "History": ["Alarms", "Countdowns", "Events", "Health", "Ring", "Saving", "Values"],
        "Machine": [
            ".", "Alarms", "Buttons", "Commands", "Countdowns", "Events", "Face", "Health",
            "History", "Lamp", "Menu", "Noise", "Pairing", "Playing", "Replies", "Ring", "Ringing",
            "Saving", "Showing", "Time", "Values",
        ],
        "Lamp": ["Values"],
        "Menu": ["Face", "Values"],
        "Noise": ["Commands", "Countdowns", "Replies", "Values"],
        "Pairing": ["Commands", "Values"],
        "Playing": ["Commands", "Countdowns", "Events", "Noise", "Replies", "Values"],
        "Records": ["Alarms", "Noise", "Values"],
        "Replies": [
            "Alarms", "Commands", "Countdowns", "Face", "Health", "History", "Lamp", "Noise",
            "Pairing", "Ring", "Saving", "Values",
        ],
        "Ring": ["Commands", "Events", "Face", "Values"],
        "Ringing": [
            ".", "Alarms", "Commands", "Countdowns", "Events", "Face", "Health", "History", "Noise",
            "Replies", "Ring", "Saving", "Values",
        ],
        "Saving": [
            ".", "Alarms", "Commands", "Countdowns", "Face", "Health", "History", "Noise",
            "Pairing",
            "Replies", "Values",
        ],
        "Showing": [
            ".", "Alarms", "Commands", "Countdowns", "Face", "Health", "Menu", "Replies", "Ring",
            "Saving", "Values",
        ],
        "Time": ["Commands", "Values"],
        "Values": ["Noise"],
    ]

    /// How many files may use each other in a circle.
    static let largestKnot = 5
}
