import ClockCore

/// Where the broker is, and as whom the clock comes.
struct BrokerAddress: Hashable, Sendable {
    var host: String
    var port: Int
    var user: String?
    var usesTLS: Bool

    init(host: String, port: Int, user: String? = nil, usesTLS: Bool = false) {
        (self.host, self.port, self.user, self.usesTLS) = (host, port, user, usesTLS)
    }

    init?(_ report: MqttReport) {
        guard let broker = report.broker else { return nil }
        self.init(host: broker, port: report.port, user: report.user, usesTLS: report.tls)
    }
}
