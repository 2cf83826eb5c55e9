/// All commands that clients can send, in two forms: lines of JSON and words.
///
/// Theory of operation. A command is a ClockCore value (`Command`), and so is its answer (`Reply`). This
/// target only translates them to and from those two forms. It consists of pure functions: bytes or words
/// in; bytes, values or text out.
///
///     the client                                                      the clock
///     words ─ ClientWords ─▶ Arguments ─ RequestLine ─▶ {"id": …} ─ RequestLine ─▶ Arguments ─▶ Command
///     text ◀─ Presentation ── Reply ◀──── ReplyLine ──── {"id": …} ◀──────── ReplyLine ─────────── Reply
///
/// The socket carries one JSON object per line. The sender chooses the id of a request, and the reply
/// repeats it. If the clock cannot read an id from a line, it answers with the id null.
///
///     {"id":"1","command":"alarm.edit","alarm":3,"changes":{"schedule":{"time":"07:45"}}}
///     {"id":"1","ok":true,"alarm":{"id":3,…},"saved":true}
///     {"id":"2","command":"alarm.remove","alarm":9}
///     {"id":"2","ok":false,"error":{"code":"notFound","message":"there is no alarm 9","field":"alarm"}}
///
/// A request may also have a key, which identifies the change rather than the message. The clock remembers its
/// answers to the most recent changes. A client that lost a reply sends the same key again, over any connection
/// and with any id: the clock does not repeat the change, and gives the same answer (law, 13).
///
/// A change with `"dryRun": true` is only tried: its answer says what it would do. `WatchRequest` describes how a
/// connection gets the replies of queries whenever they differ.
///
/// Requests are parsed strictly. An unknown, missing or out-of-range field is refused with its path and the
/// allowed values, because silently ignoring a mistyped field can mean an alarm that does not ring. Replies
/// are parsed leniently, because a newer clock may send fields that this client does not know. Lines are
/// bounded in length and depth (`JSONValue.parse`), so hostile input costs little and ends in a typed error.
///
/// `BoundedJSON` parses the JSON, and explains why it exists. `English` has the sentences of refusals and reasons.
///
/// `CommandBook` lists all commands. Each `CommandDescription` in `Commands/` defines one command completely: its
/// name, which also gives its words ("alarm.add": `alarm add`), its parameters with their forms, its help, and
/// how to make the `Command` from the arguments.
package enum CommandBook {
    package static let all: [CommandDescription] =
        StatusCommands.all + AlarmCommands.all + RingCommands.all + QuietCommands.all
        + NoiseCommands.all + MixCommands.all + SoundCommands.all + TimeCommands.all
        + WorldCommands.all + DisplayCommands.all + StyleCommands.all + FontCommands.all
        + TimerCommands.all + NapCommands.all + RingRuleCommands.all + HealthCommands.all
        + KeyCommands.all + PairingCommands.all + MqttCommands.all + PageCommands.all
        + LampCommands.all + GoodNightCommands.all + BreathingCommands.all + BackupCommands.all

    /// The commands that people can say; the others are only in requests.
    package static let typed = all.filter { !$0.isOnlyInRequests }

    /// The commands that somebody may send from the network; the others are for the programs that serve it.
    package static let fromNetwork = all.filter { $0.access != .programs }

    /// The names of all commands, in the same order.
    package static let names = all.map(\.name)

    private static let byName = Dictionary(
        all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// The command with this name.
    package static subscript(name: String) -> CommandDescription? { byName[name] }

    /// The command that a group's word means on its own.
    static let alone = Dictionary(
        all.filter(\.isAlone).map { ($0.words[0], $0) }, uniquingKeysWith: { first, _ in first })

    /// The first words of two-word commands, in order.
    package static let groups: [String] = {
        var groups: [String] = []
        for words in typed.map(\.words) where words.count == 2 && !groups.contains(words[0]) {
            groups.append(words[0])
        }
        return groups
    }()

    /// For each option of any command, whether it is a flag, which takes no value.
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
