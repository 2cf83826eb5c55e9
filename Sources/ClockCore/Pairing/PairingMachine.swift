import ClockTime

/// The code that pairs a device, and what slows down who guesses.
///
/// Theory of operation. Whoever can read the display, or touch the keys, is beside the clock and may pair. A request from
/// the network makes the clock show a code for two minutes, and whoever sends it back gets a token. Only a paired device is
/// told the code, to pass it on. Five wrong guesses end a code. After a code that ended without a device, requests from the
/// network wait, each time twice as long, up to an hour: so guesses are few, and nobody far away can keep the display busy.
/// Whoever holds both keys, or asks on the clock itself, is present and never waits.
///
/// | state    | asked                     | secrets drawn   | right guess | wrong guess          | time is over |
/// | -------- | ------------------------- | --------------- | ----------- | -------------------- | ------------ |
/// | closed   | drawing, unless it waits  | -               | refused     | refused              | -            |
/// | drawing  | drawing, for both         | shown           | refused     | refused              | -            |
/// | shown    | the same code ¹           | -               | closed      | the fifth: waits     | waits        |
///
/// ¹ who is present gets a new one.
struct PairingMachine: Hashable, Sendable {
    /// A code on the display.
    struct Offer: Hashable, Sendable {
        var secrets: PairingSecrets
        let until: BootTime
        fileprivate(set) var guessesLeft = PairingMachine.guesses
    }

    private(set) var offer: Offer?
    /// The requests that wait for a code; nil: none is being drawn.
    private var asking: [RequestID]?
    /// How many codes ended in a row without a device.
    private var unused = 0
    /// Requests from the network are refused before this.
    private var closedUntil = BootTime(nanoseconds: 0)

    /// How long a code is shown.
    static let length = Duration.seconds(120)
    static let guesses = 5
    static let firstWait = Duration.seconds(30)
    static let longestWait = Duration.seconds(3600)

    var nextWake: BootTime? { offer?.until }
    var isDrawing: Bool { asking != nil }

    /// Asks for a code. Returns whether secrets must be drawn; otherwise one is shown, or on its way.
    ///
    /// - Parameter request: nil: the keys asked.
    mutating func ask(
        _ request: RequestID?, isPresent: Bool, at now: BootTime
    ) throws(CommandError) -> Bool {
        if !isPresent {
            if offer != nil { return false }
            guard closedUntil <= now else { throw .pairingWaits(closedUntil - now) }
        }
        let isDrawing = asking != nil
        asking = (asking ?? []) + [request].compactMap { $0 }
        return !isDrawing
    }

    /// Shows a code. Returns the requests that waited for it.
    mutating func show(_ secrets: PairingSecrets, at now: BootTime) -> [RequestID] {
        offer = Offer(secrets: secrets, until: now + PairingMachine.length)
        defer { asking = nil }
        return asking ?? []
    }

    /// The secrets of the shown code, which it ends.
    mutating func accept(_ code: String, at now: BootTime) throws(CommandError) -> PairingSecrets {
        guard let shown = offer else { throw .wrongState(.noCode) }
        guard shown.secrets.code == code else {
            offer?.guessesLeft -= 1
            let left = shown.guessesLeft - 1
            if left == 0 { fail(at: now) }
            throw .wrongCode(left: left)
        }
        offer = nil
        (unused, closedUntil) = (0, now)
        return shown.secrets
    }

    /// Ends a code whose time is over. Returns whether one ended.
    mutating func advance(to now: BootTime) -> Bool {
        guard let offer, offer.until <= now else { return false }
        fail(at: now)
        return true
    }

    /// Somebody at the clock does not want it: whoever asks again from the network waits, as after a code that nobody used.
    mutating func refuse(at now: BootTime) {
        if offer != nil { fail(at: now) }
    }

    /// The display is needed for something else.
    mutating func withdraw() { offer = nil }

    private mutating func fail(at now: BootTime) {
        offer = nil
        // The factor stays small enough to multiply with.
        unused = min(unused + 1, 16)
        let wait = PairingMachine.firstWait * (1 << (unused - 1))
        closedUntil = now + min(wait, PairingMachine.longestWait)
    }
}
