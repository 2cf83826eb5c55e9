/// What can be asked for from outside, and how it is said: as lines of JSON, and as words.
///
/// Theory of operation. A command is a value of ClockCore (`Command`), and so is its answer
/// (`Reply`). This target gives them two forms and owns nothing else; it is all pure functions: bytes
/// or words in, bytes, values or text out.
///
///     the client                                                      the clock
///     words ─ ClientWords ─▶ Arguments ─ RequestLine ─▶ {"id": …} ─ RequestLine ─▶ Arguments ─▶ Command
///     text ◀─ Presentation ── Reply ◀──── ReplyLine ──── {"id": …} ◀──────── ReplyLine ─────────── Reply
///
/// On the socket stands one JSON object per line. A request has an id of the sender's choosing, and
/// its reply bears the same id; a line from which no id can be read is answered with the id null.
///
///     {"id":"1","command":"alarm.edit","alarm":3,"changes":{"schedule":{"time":"07:45"}}}
///     {"id":"1","ok":true,"alarm":{"id":3,…},"saved":true}
///     {"id":"2","command":"alarm.remove","alarm":9}
///     {"id":"2","ok":false,"error":{"code":"notFound","message":"there is no alarm 9","field":"alarm"}}
///
/// A request may also have a key, which names the change and not the message. The clock remembers what it
/// answered to the last changes, so a client that lost a reply sends the same key again, over any
/// connection and with any id: the change is not made twice, and the answer is the same (law, 13).
///
/// Requests are read strictly: each field that is not known, missing or out of range is refused with
/// its path and what is allowed, because a mistyped field that is silently left out is an alarm that
/// does not ring. Replies are read leniently: a newer clock may say more than this client knows.
/// Lines are bounded in length and depth (`JSONValue.parse`), so that hostile bytes cost little and end
/// in a typed error.
///
/// JSON is read by `BoundedJSON`, which says why.
///
/// `CommandBook` lists all commands. A `CommandDescription` in `Commands/` has all that there is to know of one:
/// its name, which is its words, too ("alarm.add": `alarm add`), its parameters with their forms, its help, and
/// the `Command` that it makes of what was given.
package enum CommandBook {
    package static let all: [CommandDescription] =
        StatusCommands.all + AlarmCommands.all + RingCommands.all + QuietCommands.all
        + NoiseCommands.all + MixCommands.all + SoundCommands.all + TimeCommands.all
        + TimerCommands.all + NapCommands.all + RingRuleCommands.all + HealthCommands.all

    /// The names of all, in the same order.
    package static let names = all.map(\.name)

    private static let byName = Dictionary(
        all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// The command with this name.
    package static subscript(name: String) -> CommandDescription? { byName[name] }

    /// What a group's word means alone.
    static let alone = Dictionary(
        all.filter(\.isAlone).map { ($0.words[0], $0) }, uniquingKeysWith: { first, _ in first })

    /// The first words of commands that have two, in order.
    package static let groups: [String] = {
        var groups: [String] = []
        for words in all.map(\.words) where words.count == 2 && !groups.contains(words[0]) {
            groups.append(words[0])
        }
        return groups
    }()

    /// Whether each option of any command is a flag, which takes no value.
    static let flags = flags(of: all.flatMap(\.options))

    package static func flags(of options: [any DescribedParameter]) -> [String: Bool] {
        var flags: [String: Bool] = [:]
        for parameter in options {
            if case .flag(let name) = parameter.place { flags[name] = true }
            if case .option(let name) = parameter.place { flags[name] = false }
        }
        return flags
    }
}
