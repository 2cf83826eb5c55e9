import Testing

/// Words and calls that most or all sources must not use. Each rule has its reason and the alternative; `except`
/// names targets (`LinuxHost`) or files (`Sources/X/Y.swift`).
struct CallRule: Sendable, CustomTestStringConvertible {
    let name: String
    /// A line without any of these obeys the rule.
    let signs: [String]
    /// Whether a line of code with one of the signs breaks the rule.
    let matches: @Sendable (String) -> Bool
    let instead: String
    var except: Set<String> = []

    var testDescription: String { name }

    func isBroken(by line: String) -> Bool {
        holds(line, anyOf: signs) && matches(line)
    }
}

enum CallRules {
    static let all: [CallRule] = [
        word("try!", "handle the error or pass it on: the clock must ring, not crash"),
        word("as!", "use `as?` and handle the other case"),
        call("fatalError", "report the error: the clock must ring, not crash"),
        word("nonisolated(unsafe)", "use Mutex or Atomic, or give the value one owner"),
        word("public", "use `package`: nothing outside this package uses it"),
        call(
            "print", "return or throw: only programs write to the terminal",
            except: ImportTable.programs),
        CallRule(
            name: "Task", signs: ["Task"],
            matches: {
                $0.contains(#/(^|[^.\w])Task\s*(<[^>]*>\s*)?[({]/#)
                    || $0.contains(#/\bTask\.(detached|sleep|immediate)\b/#)
            },
            instead: "concurrency is threads with one owner per resource (LinuxHost), no tasks"),
        CallRule(
            name: "clock of the system", signs: ["Date", "Clock", "time"],
            matches: {
                $0.contains(
                    #/(^|[^.\w])Date\(\s*\)|\bDate\.now\b|\b(Continuous|Suspending)Clock\b/#)
                    || $0.contains(
                        #/(^|[^.\w])(clock_gettime|gettimeofday|time)\(\s*(nil|CLOCK_|&|\))/#)
            },
            instead: "take a Moment as an argument, or a TimeSource: only the host asks the kernel",
            // The client has no host: it reads the time once, for a query that begins now.
            except: ["LinuxHost", "Sources/noiseclock/Client.swift"]),
        CallRule(
            name: "chance of its own", signs: ["andom", "rand", "getentropy", "shuffle"],
            matches: {
                $0.contains("SystemRandomNumberGenerator")
                    || $0.contains(#/(^|[^.\w])(getrandom|getentropy|arc4random\w*|rand|random)\(/#)
                    || ($0.contains(#/\.(random|randomElement|shuffle|shuffled)\(/#)
                        && !$0.contains("using:"))
            },
            instead:
                "draw from a generator that is handed in (`using:`), so that a seed replays the run",
            except: ["LinuxHost"]),
        CallRule(
            name: "MSG_DONTWAIT", signs: ["MSG_DONTWAIT"], matches: { _ in true },
            instead: "use it in the module's shim.h: beside a library's headers a release build"
                + " does not find it",
            except: ["LinuxHost"]),
        CallRule(
            name: "sleep", signs: ["sleep"],
            matches: { $0.contains(#/(^|[^.\w])(sleep|usleep|nanosleep|clock_nanosleep)\(/#) },
            instead: "wait with a Waiter, or state the delay to the caller, as drivers do",
            except: ["LinuxHost"]),
    ]

    /// Types that promise what the compiler cannot check, each with the reason why there is no
    /// other way. The proof itself is in a comment beside the declaration.
    static let uncheckedSendable: [String: String] = [
        "Sources/ClockSound/Exchange/SceneMailbox.swift":
            "the sound thread may not lock, so slots change hands by atomic exchange",
        "Sources/ClockSound/Exchange/SoundEventRing.swift":
            "the sound thread may not lock, so both sides keep to their part of a ring",
        "Sources/ClockSound/Exchange/SoundStreams.swift":
            "the sound thread may not lock, so feeder and mixer keep to their part of a ring",
        "Sources/ClockSound/Mixer/Mixer.swift":
            "its buffers are raw memory, because arrays count references; it has one owner",
        "Sources/ClockSound/Sounds/Tones/ToneBank.swift":
            "its buffers are raw memory, because arrays count references; a lock orders their writers",
        "Sources/ClockSound/SampleConverter.swift":
            "its buffers are raw memory, because arrays count references; it has one owner",
    ]

    /// The only target in which functions may escape the check of `@_noLocks`, all in one file.
    static let uncheckedPerformanceTarget = "ClockSound"

    private static func word(
        _ text: String, _ instead: String, except: Set<String> = []
    ) -> CallRule {
        CallRule(
            name: text, signs: [text], matches: { contains(text, in: $0, followedBy: nil) },
            instead: instead,
            except: except)
    }

    private static func call(
        _ text: String, _ instead: String, except: Set<String> = []
    ) -> CallRule {
        CallRule(
            name: text, signs: [text], matches: { contains(text, in: $0, followedBy: "(") },
            instead: instead,
            except: except)
    }

    /// Whether the word occurs in the line on its own: not as part of another word, not as a member.
    private static func contains(
        _ word: String, in line: String, followedBy next: Character?
    ) -> Bool {
        line.ranges(of: word).contains { range in
            let before =
                range.lowerBound == line.startIndex
                ? nil : line[line.index(before: range.lowerBound)]
            let after = range.upperBound == line.endIndex ? nil : line[range.upperBound]
            let standsAlone =
                before.map { !$0.isLetter && !$0.isNumber && !"_.".contains($0) } ?? true
            guard standsAlone else { return false }
            if let next { return after == next }
            return after.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
        }
    }
}
