import Control

extension Measurement {
    /// What whoever is on the network gets from `noiseclock-web`, and what it takes for that.
    static let web = Measurement(
        name: "web",
        summary: "the network: requests, changes, memory, the page; peers: nginx, aiohttp"
    ) { conditions in
        guard let firmware = conditions.firmware else {
            return [row("web", .skipped("no noiseclockd lies beside this program"))]
        }
        guard let program = WebBench.program(beside: firmware) else {
            return [row("web", .skipped("no noiseclock-web lies beside noiseclockd"))]
        }
        let build = FirmwareSize.isDebugBuild(program) ? "DEBUG BUILD; " : ""
        do throws(RunFailure) {
            return try IdleFirmware(program: firmware, display: #"{"driver": "none"}"#)
                .whileRunning { (folder, _, _) throws(RunFailure) in
                    try WebBench(
                        program: program, build: build, seconds: conditions.raceSeconds
                    ).rows(in: folder)
                }
        } catch {
            return [row("web", .failed(error.reason))]
        }
    }

    private static func row(_ name: String, _ outcome: Row.Outcome) -> Row {
        Row(name: name, unit: .requestsPerSecond, outcome: outcome)
    }
}

/// `noiseclock-web` before a real `noiseclockd`, and the peers, on this machine's own network. Clients and servers share
/// its processors.
struct WebBench {
    let program: String
    /// Begins the remarks on ours.
    let build: String
    /// How long each figure is measured.
    let seconds: Double

    static func program(beside firmware: String) -> String? {
        let path = ChildProcess.realPath(firmware) ?? firmware
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        return FolderEntries.size(of: "\(folder)/noiseclock-web").map { _ in
            "\(folder)/noiseclock-web"
        }
    }

    func rows(in folder: borrowing TemporaryFolder) throws(RunFailure) -> [Row] {
        let control = folder.file(IdleFirmware.socketName)
        let network = ControlSocketPath.network(beside: control)
        let token = try WebBench.pair(control)
        let ours = try WebServer.ours(program, socket: network, in: folder)
        let rows: Result<[Row], RunFailure>
        do throws(RunFailure) {
            let requests = HTTPRequests(port: ours.port, token: token)
            let resident = try memory(ours, requests)
            let races = try races(ours, requests, in: folder)
            let notice = try ChangeDelay(
                control: control, network: network, requests: requests,
                changes: max(Race.runs, Int(seconds * WebBench.changesPerSecond)))
            rows = .success(
                races + noticeRows(notice) + resident + [peak(ours)] + page(ours, in: folder))
        } catch {
            rows = .failure(error)
        }
        let end = ours.child.end()
        let made = try rows.get()
        if let problem = end.problem { throw RunFailure(reason: "noiseclock-web \(problem)") }
        return made
    }

    // MARK: - Pairing

    /// The token of a device that pairs with the clock.
    private static func pair(_ control: String) throws(RunFailure) -> String {
        let socket = try ControlSocket(control)
        let shown = try socket.order(#"{"id":"pair","command":"pair"}"#)
        let code = try text("code", in: shown)
        return try text(
            "token",
            in: try socket.order(
                #"{"id":"confirm","command":"pair.confirm","code":"\#(code)","name":"Bench"}"#))
    }

    /// The value of a reply's field that needs no escapes.
    static func text(_ field: String, in reply: String) throws(RunFailure) -> String {
        guard let key = reply.firstRange(of: "\"\(field)\":\"") else {
            throw RunFailure(reason: "no \(field) is in \(reply)")
        }
        return String(reply[key.upperBound...].prefix { $0 != "\"" })
    }

    // MARK: - Requests

    /// One, and as many as a house with many phones has.
    private static let crowds = [1, 16]

    private func races(
        _ ours: WebServer, _ requests: HTTPRequests, in folder: borrowing TemporaryFolder
    ) throws(RunFailure) -> [Row] {
        let client = try HTTPClient(port: ours.port)
        let status = try client.body(of: requests.status)
        let change = try client.body(of: requests.volume(20))
        var servers = [ours]
        defer { for server in servers.dropFirst() { _ = server.child.end() } }
        var missing: [(peer: WebPeer, outcome: Row.Outcome)] = []
        for peer in WebPeer.all {
            do throws(RunFailure) {
                let path = try Peer.path(of: peer.name, isModule: peer.isModule)
                do throws(RunFailure) {
                    servers.append(
                        try WebServer.of(peer, path, status: status, change: change, in: folder))
                } catch {
                    missing.append((peer, .failed(error.reason)))
                }
            } catch {
                missing.append((peer, .skipped(error.reason)))
            }
        }
        let changers = servers.filter { $0.peer?.takesChanges ?? true }
        return WebBench.crowds.flatMap { clients in
            race(
                "status", clients, servers, missing,
                "\(status.count) bytes, which the clock makes for each request",
                { _ in requests.status })
        }
            + WebBench.crowds.flatMap { clients in
                race(
                    "change", clients, changers, missing.filter(\.peer.takesChanges),
                    "the volume of the noise; \(change.count) bytes come back",
                    { requests.volume(20 + $0 % 60) })
            }
    }

    /// The rows of requests a second, and those of the slowest requests in the same runs.
    private func race(
        _ what: String, _ clients: Int, _ servers: [WebServer],
        _ missing: [(peer: WebPeer, outcome: Row.Outcome)], _ remark: String,
        _ request: @escaping (Int) -> [UInt8]
    ) -> [Row] {
        let name = "web/\(what)/\(clients) \(clients == 1 ? "client" : "clients")"
        let slowest = servers.map { _ in Recorded() }
        let length = seconds / Double(Race.runs)
        let rates = zip(servers, slowest).map { server, slowest in
            Contender(peer: server.peer?.name, remark: server.peer?.remark ?? build + remark) {
                do throws(RunFailure) {
                    let figures = try HTTPLoad.run(
                        port: server.port, clients: clients, seconds: length, request: request)
                    slowest.values.append(figures.slowest)
                    return .success(figures.requestsPerSecond)
                } catch {
                    return .failure(error)
                }
            }
        }
        let times = zip(servers, slowest).map { server, slowest in
            Contender(peer: server.peer?.name, remark: "") { slowest.next() }
        }
        func absent(_ name: String, _ unit: Unit) -> [Row] {
            missing.map { Row(name: name, peer: $0.peer.name, unit: unit, outcome: $0.outcome) }
        }
        let slow = name + "/p99"
        return Race(unit: .requestsPerSecond, contenders: rates).run(name)
            + absent(name, .requestsPerSecond)
            + Race(unit: .milliseconds, contenders: times).run(slow)
            + absent(slow, .milliseconds)
    }

    /// What was measured along with something else, in the order of the runs.
    private final class Recorded {
        var values: [Double] = []
        private var taken = 0

        func next() -> Result<Double, RunFailure> {
            guard taken < values.count else {
                return .failure(RunFailure(reason: "its requests were not answered"))
            }
            taken += 1
            return .success(values[taken - 1])
        }
    }

    // MARK: - Changes

    private static let changesPerSecond = 20.0

    private func noticeRows(_ notice: ChangeDelay) -> [Row] {
        [
            row(
                "notice/socket", .milliseconds, notice.onSocket,
                "from a change on control.sock to who watches on network.sock"),
            row(
                "notice/events", .milliseconds, notice.onEvents,
                "to who follows the events of noiseclock-web"),
        ]
    }

    private func row(
        _ name: String, _ unit: Unit, _ values: [Double], _ remark: String, bar: Double? = nil
    ) -> Row {
        Row(
            name: "web/\(name)", unit: unit,
            outcome: Statistics(values).map { .measured($0) } ?? .failed("nothing was measured"),
            bar: bar, remark: build + remark)
    }

    // MARK: - The page

    private static let visits = 5
    /// What the first view may ask for.
    private static let requestsBar = 12.0
    /// What it may weigh, in KiB.
    private static let weightBar = 60.0

    private func page(_ ours: WebServer, in folder: borrowing TemporaryFolder) -> [Row] {
        func none(_ outcome: Row.Outcome) -> [Row] {
            [Row(name: "web/page", unit: .milliseconds, outcome: outcome)]
        }
        let programs: PageVisits.Programs
        do throws(RunFailure) { programs = try .find() } catch {
            return none(.skipped(error.reason))
        }
        do throws(RunFailure) {
            guard
                let visits = try PageVisits(
                    programs, port: ours.port, count: WebBench.visits, in: folder)
            else {
                return none(.skipped("the browser had not ended after \(PageVisits.patience) s"))
            }
            return [
                row(
                    "page/requests", .requests, visits.requests,
                    "files until the first view of the page stands", bar: WebBench.requestsBar),
                row(
                    "page/weight", .kibibytes, visits.weights, "the same, compressed",
                    bar: WebBench.weightBar),
                row(
                    "page/first-paint", .milliseconds, visits.paints,
                    "first contentful paint, in Chromium on this machine"),
            ]
        } catch {
            return none(.failed(error.reason))
        }
    }

    // MARK: - Memory

    /// What the process may have resident, in KiB.
    private static let memoryBar = 16.0 * 1024
    private static let requestsBefore = 200

    private func memory(
        _ ours: WebServer, _ requests: HTTPRequests
    ) throws(RunFailure) -> [Row] {
        let client = try HTTPClient(port: ours.port)
        for _ in 0..<WebBench.requestsBefore { _ = try client.body(of: requests.status) }
        _ = try client.body(of: requests.query("openapi.json"))
        return [
            row(
                "resident", "VmRSS:", "status", of: ours,
                "after \(WebBench.requestsBefore) requests and one for openapi.json",
                bar: WebBench.memoryBar),
            row(
                "proportional", "Pss:", "smaps_rollup", of: ours,
                "of what it shares with noiseclockd and others, its part"),
        ]
    }

    private func peak(_ ours: WebServer) -> Row {
        row("peak", "VmHWM:", "status", of: ours, "the most that was resident until the end")
    }

    private func row(
        _ name: String, _ key: String, _ file: String, of ours: WebServer, _ remark: String,
        bar: Double? = nil
    ) -> Row {
        let kibibytes = ProcessFiles(id: ours.child.id).kibibytes(key, of: file)
        return Row(
            name: "web/\(name)", unit: .kibibytes,
            outcome: kibibytes.map { .measured(Statistics(single: Double($0))) }
                ?? .skipped("this kernel does not tell"),
            bar: bar, remark: build + remark)
    }
}
