import ClockCore
import ClockTime
import Control
import English
import QRCode

// The code that pairs a device, and the devices that are paired.
extension Presentation {
    static func network(_ reply: Reply, width: Int?) -> String {
        switch reply {
        case .pairing(let report): pairing(report, width: width)
        case .address(let report): address(report)
        case .mqtt(let report): mqtt(report)
        case .paired(let report): paired(report)
        case .devices(let list): devices(list, width: width)
        default: ""
        }
    }

    /// "The code is 482 913. …", and the same to scan in a terminal.
    private static func pairing(_ report: PairingReport, width: Int?) -> String {
        guard let code = report.code else {
            return "The clock shows a code. Type it where you want to pair.\n"
        }
        let middle = code.index(code.startIndex, offsetBy: code.count / 2)
        let text =
            "The code is \(code[..<middle]) \(code[middle...]). "
            + "Type it where you want to pair, within two minutes.\n"
        guard let link = report.link else { return text }
        let opened = text + "Or open this with a phone: \(link)\n"
        guard let width, let square = QRCode(link: link), square.sideWithBorder <= width else {
            return opened
        }
        return opened + square.blocks.map { $0 + "\n" }.joined()
    }

    /// A link on each line, the name first.
    private static func address(_ report: AddressReport) -> String {
        guard let port = report.port else {
            return "No page is served: noiseclock-web does not run, or it began a moment ago.\n"
        }
        let hosts = [report.host].compactMap { $0 } + report.figures
        guard !hosts.isEmpty else { return "The clock has no address: it is in no network.\n" }
        return hosts.map { WebAddresses.link($0, port: port) + "\n" }.joined()
    }

    private static func mqtt(_ report: MqttReport) -> String {
        let state =
            switch report.state {
            case .off: "MQTT is off."
            case .awaited: "The clock waits for noiseclock-mqtt, which joins by itself."
            case .closed:
                "noiseclock-mqtt did not join in time, or its device was removed. "
                    + "Let it join: noiseclock mqtt set"
            case .silent: "noiseclock-mqtt does not run, or it began a moment ago."
            case .disconnected: "The clock has no connection to the broker."
            case .connected: "The clock is connected to the broker."
            }
        let problem = report.problem.map { Sentences.sentence(Spelling.printable($0)) + "\n" }
        guard let broker = report.broker else { return state + "\n" }
        let host = broker.contains(":") ? "[\(broker)]" : broker
        return state + "\n" + (problem ?? "") + "Broker: \(host):\(report.port), "
            + (report.user.map { "as \(Spelling.printable($0)), " } ?? "")
            + (report.tls ? "with TLS" : "without TLS")
            + ". Home Assistant's prefix: \(report.prefix).\n"
    }

    private static func paired(_ report: PairedReport) -> String {
        "Device \(report.device.id) (\(Spelling.printable(report.device.name))) is paired. "
            + "Its token: \(report.token)\n"
    }

    private static func devices(_ list: DeviceList, width: Int?) -> String {
        let reading =
            switch list.reading {
            case .everyone: "Everyone in the network may read, but not your words or the history.\n"
            case .paired: "Only paired devices may read.\n"
            }
        guard !list.devices.isEmpty else {
            return "No device is paired. Pair one: noiseclock pair\n" + reading
        }
        var table = TextTable(["ID", "DEVICE", "LAST USED"], rightAligned: [0])
        for device in list.devices {
            table.add([
                "\(device.id)", Spelling.printable(device.name),
                device.lastUsedLocal.map(TimeText.dateAndTime) ?? "unknown",
            ])
        }
        return table.text(width: width) + reading
    }
}
