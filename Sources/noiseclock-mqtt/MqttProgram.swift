import ClockTime
import Control
import English
import Glibc

/// The program from its arguments to its exit status.
enum MqttProgram {
    /// EX_OSERR of sysexits.h.
    static let systemRefused: Int32 = 71

    static func run(_ arguments: [String]) -> Int32 {
        do throws(OptionError) {
            switch try MqttRequest.parse(arguments) {
            case .help: say(MqttHelp.text)
            case .version: say("noiseclock-mqtt \(Product.version)\n")
            case .manual: say(MqttHelp.manual.text)
            case .run(let options): return run(options)
            }
        } catch {
            complain(error.message)
            return OptionError.exitCode
        }
        return 0
    }

    private static func run(_ options: MqttOptions) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        do throws(IdentityError) {
            guard let serial = options.serial ?? Identity.serial() else {
                throw IdentityError("this machine has no serial number; give --serial TEXT")
            }
            let token = try Identity.token(in: options.folder)
            let bridge = Bridge(
                serial: serial, token: token, fingerprint: Identity.fingerprint(of: token),
                idPrefix: Identity.runName())
            let password = OneLineFile.text(options.passwordFile, upTo: 1024)
            var loop = MqttLoop(
                bridge, socketPath: options.socket,
                password: password.flatMap { $0.isEmpty ? nil : $0 },
                authorities: OneLineFile.hasContent(options.authorityFile)
                    ? options.authorityFile : nil)
            loop.run()
        } catch {
            complain(error.message)
            return systemRefused
        }
    }

    static func complain(_ message: String) {
        say("noiseclock-mqtt: \(message)\n", on: STDERR_FILENO)
    }

    /// A few lines, which any pipe takes at once.
    private static func say(_ text: String, on descriptor: Int32 = STDOUT_FILENO) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}
