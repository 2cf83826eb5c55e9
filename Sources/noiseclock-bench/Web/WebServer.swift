import Glibc

/// A server that runs beside this program.
struct WebServer {
    /// Whose it is; nil: ours.
    let peer: WebPeer?
    let port: UInt16
    let child: ChildProcess

    /// As long as a start may take on a busy Raspberry Pi, in waits of 100 ms.
    private static let startAttempts = 300

    /// A `noiseclock-web` before the clock with this socket.
    ///
    /// - Parameter folder: for what it says.
    static func ours(
        _ program: String, socket: String, in folder: borrowing TemporaryFolder
    ) throws(RunFailure) -> WebServer {
        let log = folder.file("web.log")
        let port = try LocalPort.free()
        let child = try ChildProcess(
            program, ["--address", "127.0.0.1", "--port", "\(port)", "--socket", socket],
            output: log)
        return try WebServer(peer: nil, port: port, child: child).answering(log)
    }

    /// A peer's, with what it answers: a reply to a query, and one to a change.
    ///
    /// - Parameter path: of its program.
    static func of(
        _ peer: WebPeer, _ path: String, status: ArraySlice<UInt8>, change: ArraySlice<UInt8>,
        in folder: borrowing TemporaryFolder
    ) throws(RunFailure) -> WebServer {
        let port = try LocalPort.free()
        try folder.write(Array(status), to: WebPeer.statusFile)
        try folder.write(Array(change), to: WebPeer.changeFile)
        try folder.write(peer.text(folder.path, port), to: peer.name)
        let log = folder.file("\(peer.name).log")
        let child = try ChildProcess(path, peer.arguments(folder.file(peer.name)), output: log)
        return try WebServer(peer: peer, port: port, child: child).answering(log)
    }

    /// Waits until it answers.
    private func answering(_ log: String) throws(RunFailure) -> WebServer {
        for _ in 0..<WebServer.startAttempts {
            if (try? HTTPClient(port: port)) != nil { return self }
            if child.hasEnded || DelayedSignals.hasCome { break }
            poll(nil, 0, 100)
        }
        _ = child.end()
        throw RunFailure(
            reason:
                "\(peer?.name ?? "noiseclock-web") did not start: \(IdleFirmware.lastLine(of: log))"
        )
    }
}

/// A server of another program that answers the same requests with as many bytes.
struct WebPeer: Sendable {
    /// The program's name on the PATH, or that of Python's module.
    let name: String
    let remark: String
    var isModule = false
    /// Whether it carries out changes, too.
    let takesChanges: Bool
    /// Its arguments, with the path of a file with its text.
    let arguments: @Sendable (String) -> [String]
    /// The text, for a folder and a port.
    let text: @Sendable (String, UInt16) -> String

    static let all = [nginx, aiohttp]

    /// Files with its replies.
    static let statusFile = "status"
    static let changeFile = "change"

    /// One process, as ours is one. It writes nothing outside of the folder.
    private static let nginx = WebPeer(
        name: "nginx", remark: "sends a file with the same bytes; one process",
        takesChanges: false, arguments: { ["-e", "stderr", "-c", $0] },
        text: { folder, port in
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map { "    \($0)_temp_path \(folder)/\($0);\n" }
            return """
                daemon off;
                master_process off;
                pid \(folder)/nginx.pid;
                error_log stderr;
                events {}
                http {
                    access_log off;
                    default_type application/json;
                    keepalive_requests 1000000000;
                \(temporary.joined())
                    server {
                        listen 127.0.0.1:\(port);
                        location = /api/v1/status { alias \(folder)/\(statusFile); }
                    }
                }

                """
        })

    private static let aiohttp = WebPeer(
        name: "aiohttp",
        remark: "makes JSON of as many bytes from a dictionary; one process",
        isModule: true, takesChanges: true, arguments: { [$0] },
        text: { folder, port in
            """
            import functools, json
            from aiohttp import web

            status = json.load(open("\(folder)/\(statusFile)"))
            noise = json.load(open("\(folder)/\(changeFile)"))
            dumps = functools.partial(json.dumps, separators=(",", ":"))

            async def show(request):
                return web.json_response(status, dumps=dumps)

            async def change(request):
                noise["noise"]["volume"] = (await request.json())["volume"]
                return web.json_response(noise, dumps=dumps)

            app = web.Application()
            app.router.add_get("/api/v1/status", show)
            app.router.add_post("/api/v1/noise/volume", change)
            web.run_app(app, host="127.0.0.1", port=\(port), print=None, access_log=None)

            """
        })
}
