import ClockCore
import ClockTime
import Control
import HAL

/// Knows who may do what from the network.
///
/// Theory of operation. The machine keeps the fingerprints of the tokens of paired devices, and the engine publishes them.
/// Here a token that comes with a request is compared with them. A program that faces the network has no rights of its
/// own: without a device's token it can only read, and ask for a code. It does see the tokens that pass through it.
struct Doorkeeper: Sendable {
    private let admission: Published<Admission>
    /// Nil: this clock pairs nothing.
    private let secrets: (any SecretSource)?

    init(_ admission: Published<Admission>, _ secrets: (any SecretSource)?) {
        self.admission = admission
        self.secrets = secrets
    }

    func authorisation(of token: String?) -> Authorisation {
        guard let token else { return .notDetermined }
        guard let secrets else { return .denied }
        let given = Array(secrets.text(ofFingerprintOf: token).utf8)
        // Looks at all of them, so that the time tells nothing.
        var found: DeviceID?
        for (fingerprint, device) in admission.value.devices {
            if secrets.areEqual(given, Array(fingerprint.utf8)) { found = device }
        }
        return found.map(Authorisation.authorised) ?? .denied
    }

    /// Whether this device is still paired.
    private func knows(_ device: DeviceID) -> Bool {
        admission.value.devices.values.contains(device)
    }

    /// Whether somebody in this state may send from the network what has this access.
    func allows(_ access: CommandDescription.Access, to authorisation: Authorisation) -> Bool {
        if let device = authorisation.device { return knows(device) }
        switch access {
        case .everyone, .programs: return true
        case .readers: return admission.value.reading == .everyone
        case .devices: return false
        }
    }
}

extension PairingSecrets {
    /// Draws a code and a token.
    init(from source: any SecretSource) {
        let bound = (0..<PairingSecrets.codeLength).reduce(UInt32(1)) { power, _ in power * 10 }
        let digits = String(source.number(below: bound))
        let token = Spelling.hexadecimal(source.bytes(16))
        self.init(
            code: String(repeating: "0", count: PairingSecrets.codeLength - digits.count) + digits,
            token: token, fingerprint: source.text(ofFingerprintOf: token))
    }
}

extension SecretSource {
    /// As the state keeps it (`PairedDevice.fingerprint`).
    fileprivate func text(ofFingerprintOf token: String) -> String {
        Spelling.hexadecimal(fingerprint(of: Array(token.utf8)))
    }
}
