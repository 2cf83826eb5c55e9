import CMosquitto
import ClockTime
import Glibc

/// A connection to a broker, by libmosquitto on the calling thread, which polls its socket.
///
/// MQTT 5, because only there a client can say how large a packet it takes. The session is clean: the broker keeps nothing
/// for us while we are away. The last will makes the entities unavailable.
final class Broker {
    /// Nil once it is closed.
    private let client: OpaquePointer
    private let inbox = Inbox()

    /// What libmosquitto's callbacks leave behind.
    fileprivate final class Inbox {
        var events: [Bridge.Event] = []
        var messages = 0
    }

    /// Messages that one step takes: a flood waits at the broker.
    static let mostInStep = 64
    static let keepAlive: Int32 = 30

    static func prepareLibrary() { mosquitto_lib_init() }

    /// - Parameters:
    ///   - isIPv4: tries no other addresses. Without waiting, libmosquitto tries the first one of a name only.
    init(
        _ address: BrokerAddress, _ topics: Topics, password: String?, authorities: String?,
        isIPv4: Bool
    ) throws(BrokerError) {
        guard
            let client = mosquitto_new(
                topics.device, true, Unmanaged.passUnretained(inbox).toOpaque())
        else { throw BrokerError("there is no memory for a connection") }
        self.client = client
        setCallbacks()
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
        mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
        try Broker.check(
            mosquitto_will_set(
                client, topics.availability, Int32(States.offline.utf8.count), States.offline, 1,
                true))
        if let user = address.user {
            try Broker.check(mosquitto_username_pw_set(client, user, password))
        }
        if address.usesTLS {
            let folder = authorities == nil ? "/etc/ssl/certs" : nil
            try Broker.check(mosquitto_tls_set(client, authorities, folder, nil, nil, nil))
        }
        try connect(address, isIPv4: isIPv4)
    }

    /// Libmosquitto takes the properties of a connection only where it waits for it, and keeps them for later. So it is told
    /// first to connect to an address that the kernel refuses at once, and then, without waiting, to the broker's.
    private func connect(_ address: BrokerAddress, isIPv4: Bool) throws(BrokerError) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        mosquitto_property_add_int32(
            &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), UInt32(Message.longest))
        mosquitto_connect_bind_v5(
            client, "255.255.255.255", 1883, Broker.keepAlive, nil, properties)
        let result = mosquitto_connect_bind_async(
            client, address.host, Int32(address.port), Broker.keepAlive,
            isIPv4 ? "0.0.0.0" : nil)
        try Broker.check(result == MOSQ_ERR_CONN_PENDING.rawValue ? 0 : result)
    }

    deinit {
        mosquitto_disconnect(client)
        mosquitto_destroy(client)
    }

    /// -1 if there is none.
    var descriptor: Int32 { mosquitto_socket(client) }
    var wantsToWrite: Bool { mosquitto_want_write(client) }

    func subscribe(_ topics: [String]) {
        for topic in topics { _ = mosquitto_subscribe(client, nil, topic, 0) }
    }

    func publish(_ publication: Publication) {
        let bytes = Array(publication.payload.utf8)
        _ = mosquitto_publish(
            client, nil, publication.topic, Int32(bytes.count), bytes, 0, publication.isRetained)
    }

    /// Reads and writes what is there, and does what time asks for.
    ///
    /// - Returns: what happened, in order.
    func step(_ ready: Int16) -> [Bridge.Event] {
        var result = Int32(MOSQ_ERR_SUCCESS.rawValue)
        func go(_ call: () -> Int32) {
            if result == MOSQ_ERR_SUCCESS.rawValue { result = call() }
        }
        inbox.messages = 0
        if ready & Int16(POLLIN | POLLERR | POLLHUP) != 0 {
            go { mosquitto_loop_read(client, Int32(Broker.mostInStep)) }
        }
        if ready & Int16(POLLOUT) != 0 || wantsToWrite { go { mosquitto_loop_write(client, 1) } }
        go { mosquitto_loop_misc(client) }
        defer { inbox.events = [] }
        if result != MOSQ_ERR_SUCCESS.rawValue || descriptor < 0 {
            let hasEnded = inbox.events.contains {
                if case .disconnected = $0 { true } else { false }
            }
            if !hasEnded { inbox.events.append(.disconnected(why: Broker.words(for: result))) }
        }
        return inbox.events
    }

    // MARK: - Words

    private static func check(_ result: Int32) throws(BrokerError) {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw BrokerError(words(for: result))
    }

    /// What a failure of libmosquitto means to whoever set the clock up.
    fileprivate static func words(for result: Int32) -> String {
        let reason = errno
        switch result {
        case MOSQ_ERR_EAI.rawValue: return "the network does not know the broker's name"
        case MOSQ_ERR_TLS.rawValue:
            return "there is no encrypted connection: the broker does not speak TLS there, or its "
                + "certificate is not trusted for its name"
        case MOSQ_ERR_ERRNO.rawValue:
            return "the broker cannot be reached: \(String(cString: strerror(reason)))"
        case MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_SUCCESS.rawValue:
            return "the broker ended the connection"
        case MOSQ_ERR_KEEPALIVE.rawValue: return "the broker does not answer"
        default: return "the broker cannot be used: \(String(cString: mosquitto_strerror(result)))"
        }
    }

    /// What a broker's refusal means (MQTT 5, 3.2.2.2).
    fileprivate static func words(forRefusal code: Int32) -> String {
        switch UInt32(code) {
        case MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue, MQTT_RC_NOT_AUTHORIZED.rawValue, 4, 5:
            "the broker refuses the user or the password"
        case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue, 1:
            "the broker does not speak MQTT 5"
        default: "the broker refuses: \(String(cString: mosquitto_reason_string(code)))"
        }
    }

    private func setCallbacks() {
        mosquitto_connect_callback_set(client) { _, inbox, code in
            guard let inbox = Broker.inbox(inbox) else { return }
            inbox.events.append(
                code == 0
                    ? .connected : .disconnected(why: Broker.words(forRefusal: code)))
        }
        mosquitto_message_callback_set(client) { _, inbox, message in
            guard let inbox = Broker.inbox(inbox), let message = message?.pointee,
                let topic = message.topic
            else { return }
            let count = max(0, Int(message.payloadlen))
            let bytes = UnsafeRawBufferPointer(start: message.payload, count: count)
            inbox.events.append(
                .message(
                    Message(
                        topic: String(cString: topic),
                        payload: Array(bytes.prefix(Message.longest)),
                        isRetained: message.retain)))
        }
    }

    private static func inbox(_ pointer: UnsafeMutableRawPointer?) -> Inbox? {
        pointer.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Why there is no connection, in words.
struct BrokerError: Error, Hashable {
    var words: String

    init(_ words: String) { self.words = words }
}
