/// How an update goes, as the system's updater tells it. The clock says it on the display, and the history keeps it.
package enum UpdateNews: String, CaseIterable, Codable, Hashable, Sendable {
    /// It is being written beside the running system.
    case writing
    /// It waits, mostly until no ring is near.
    case waits
    /// A stick holds no newer one.
    case nothingNewer
    case cutShort, notSigned, otherDevice, older, damaged
    /// It could not be written, for another reason than its file.
    case failed
    /// It is written, and on trial from the next start.
    case installed
    /// New time zones are in use.
    case zonesInUse
    /// The new system has shown that it works.
    case good
    /// The new system did not come good, and the one from before runs.
    case fellBack

    /// For the display and for lists: short, because a panel may show a few characters at a time.
    package var text: String {
        switch self {
        case .writing: "Update is being written"
        case .waits: "Update waits until the clock allows it"
        case .nothingNewer: "Update: nothing newer on the stick"
        case .cutShort: "Update refused: the file is cut short"
        case .notSigned: "Update refused: not signed for this clock"
        case .otherDevice: "Update refused: for another device"
        case .older: "Update refused: older than what runs"
        case .damaged: "Update stopped: the file is damaged"
        case .failed: "Update stopped: it could not be written"
        case .installed: "Update installed, the clock restarts"
        case .zonesInUse: "Update: new time zones are in use"
        case .good: "Update works and stays"
        case .fellBack: "Update did not work: the old system is back"
        }
    }

    /// Whether it ends the story of an update. The history keeps nothing else.
    var isEnd: Bool { self != .writing && self != .waits }

    /// Whether somebody is likely to stand there and wait for it.
    var isAwaited: Bool { self != .good && self != .fellBack }
}
