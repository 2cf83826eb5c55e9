import ClockTime

/// Where the clock's page is found on the network, in figures (product, X5a).
///
/// The clock itself has no network. The program that serves the page tells it these addresses every minute, and they are
/// forgotten when it has been silent for three: then nobody answers there any more.
package struct WebAddresses: Hashable, Sendable {
    /// More than cable, radio, and one of IPv6 for each; the menu shows the first alone.
    package static let capacity = 4
    /// The port of a link without a number.
    static let usualPort = 80
    static let life = Duration.minutes(3)

    /// Of IPv4 or IPv6, such as "192.168.178.55". The first one is the likeliest to be of use.
    package var figures: [String]
    package var port: Int

    package init(figures: [String], port: Int) {
        self.figures = figures
        self.port = port
    }

    /// The first address as somebody types it: "192.168.178.55", "192.168.178.55:8080", "[fd00::7]".
    var short: String? { figures.first.map { WebAddresses.place($0, port) } }

    /// The page that takes this code, at the first address: names in .local are unknown to many phones.
    func pairingLink(_ code: String) -> String? {
        figures.first.map { WebAddresses.link($0, port: port) + "p/\(code)" }
    }

    /// A link to a name or an address: "http://noiseclock.local/".
    package static func link(_ host: String, port: Int) -> String {
        "http://\(place(host, port))/"
    }

    private static func place(_ host: String, _ port: Int) -> String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == usualPort ? host : "\(host):\(port)"
    }
}

/// What was told last, and until when it holds.
struct ToldAddresses: Hashable, Sendable {
    var addresses: WebAddresses
    var until: BootTime
}
