import CLinux
import ClockClient
import ClockTime
import Control
import English
import Glibc

/// The program from its arguments to its exit status.
enum WebProgram {
    /// EX_OSERR of sysexits.h.
    static let systemRefused: Int32 = 71

    static func run(_ arguments: [String]) -> Int32 {
        do throws(OptionError) {
            switch try WebRequest.parse(arguments) {
            case .help: say(WebHelp.text)
            case .version: say("noiseclock-web \(Product.version)\n")
            case .manual: say(WebManual.page.text)
            case .run(let options): return run(options)
            }
        } catch {
            complain(error.message)
            return OptionError.exitCode
        }
        return 0
    }

    private static func run(_ options: WebOptions) -> Int32 {
        let signals = blockSignals()
        do throws(StartError) {
            let (server, listener) = try start(options)
            noiseclock_release_file_pages()
            if let port = options.port.flatMap({ _ in listener.port }) {
                say(address(options.address, port) + "\n")
            }
            _ = wait(for: signals)
            server.stop()
            return 0
        } catch {
            complain(error.message)
            return systemRefused
        }
    }

    private static func start(
        _ options: WebOptions
    ) throws(StartError) -> (HTTPServer, ListeningSocket) {
        let sockets = try HandedOverSockets()
        let listener: ListeningSocket
        if let port = options.port {
            listener = try ListeningSocket(port: port, address: options.address)
        } else if let handedOver = sockets.listening {
            listener = handedOver
        } else {
            throw StartError("no socket was handed over; give --port N")
        }
        let prefix = idPrefix()
        let names = OwnNames.ofThisMachine(others: options.name.map { [$0] } ?? [])
        let server = HTTPServer(
            door: FrontDoor(rules: RequestRules(names: names)), clock: try ClockLink(),
            folder: options.folder, idPrefix: prefix)
        let interfaces = NetworkInterfaces(handedOver: sockets.netlink)
        let teller = listener.port.map { port in
            AddressTeller(port: port, idPrefix: prefix) {
                let all = interfaces?.addresses() ?? []
                guard let own = options.address, !["0.0.0.0", "::"].contains(own) else {
                    return all
                }
                return all.filter { $0 == own }
            }
        }
        try server.clock.start(path: options.socket) { now in
            let next = teller?.tick(now) { line, finish in
                server.clock.ask(ClockJob(line: line) { finish($0.isTaken) })
            }
            return [server.tick(now), next].compactMap { $0 }.min()
        }
        try server.start(listener)
        return (server, listener)
    }

    /// What opens the clock on this machine: `http://127.0.0.1:8080/`.
    private static func address(_ address: String?, _ port: UInt16) -> String {
        let host = address ?? "127.0.0.1"
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    }

    /// A name that no other run has: the kernel returns a random one at each read (random(4)). Without /proc it is this
    /// process and the time since the machine's start.
    private static func idPrefix() -> String {
        var text = [UInt8](repeating: 0, count: 36)
        let file = open("/proc/sys/kernel/random/uuid", O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, read(file, &text, text.count) == text.count else {
            return "web-\(getpid())-\(bootTime().nanoseconds)"
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Before the first thread, so that all threads leave them to `wait`.
    private static func blockSignals() -> sigset_t {
        signal(SIGPIPE, SIG_IGN)
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return set
    }

    private static func wait(for signals: sigset_t) -> Int32 {
        var signals = signals
        var number: Int32 = 0
        sigwait(&signals, &number)
        return number
    }

    private static func complain(_ message: String) {
        say("noiseclock-web: \(message)\n", on: STDERR_FILENO)
    }

    /// A few lines, which any pipe takes at once. If nobody reads them, the answers matter all the same.
    private static func say(_ text: String, on descriptor: Int32 = STDOUT_FILENO) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}

extension Result<[UInt8], ClockFailure> {
    /// Whether the clock has answered.
    fileprivate var isTaken: Bool { if case .success = self { true } else { false } }
}
