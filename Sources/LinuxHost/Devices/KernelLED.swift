import Glibc
package import HAL

/// A lamp that a kernel driver dims: an LED of the kernel's class (Documentation/leds/leds-class.rst). Its folder has
/// the files `brightness` and `max_brightness`, whole numbers, where 0 is dark.
package final class KernelLED: LightOutput {
    private let folder: String

    /// - name: the name of its folder, without a slash.
    /// - classFolder: the parent of such folders.
    package init(name: String, classFolder: String = "/sys/class/leds") {
        folder = "\(classFolder)/\(name)"
    }

    deinit { stop() }

    /// The file that sets its level; 0 is dark.
    package var file: String { "\(folder)/brightness" }

    /// Looks the files up each time, because a driver may go and come back.
    package func set(_ brightness: Brightness?) throws(LineError) {
        guard let brightness else { return try write(0) }
        let most = try greatest()
        let level = (Double(most) * brightness.luminance).rounded()
        try write(max(1, min(most, Int(level))))
    }

    package func stop() {
        // A lamp that cannot be switched off is gone, and nobody is left to be told.
        try? write(0)
    }

    private func greatest() throws(LineError) -> Int {
        do throws(FileError) {
            let bytes = try FileReading.bytes(at: "\(folder)/max_brightness", limit: 32)
            let text = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
            // The kernel's type is an unsigned int. A driver without a sensible value has one step.
            return Int(text).map { max(1, min(Int(UInt32.max), $0)) } ?? 1
        } catch {
            switch error {
            case .failed(_, _, let errno): throw LineError(opening: errno)
            case .tooLarge, .notAFile, .isLink: throw .io(errno: EINVAL)
            }
        }
    }

    private func write(_ level: Int) throws(LineError) {
        let file = file
        let number = retryingInterrupted { open(file, O_WRONLY | O_CLOEXEC | O_TRUNC) }
        guard number >= 0 else { throw LineError(opening: errno) }
        defer { _ = close(number) }
        let text = Array("\(level)\n".utf8)
        guard retryingInterrupted({ Glibc.write(number, text, text.count) }) == text.count else {
            throw LineError(opening: errno)
        }
    }
}

extension LineError {
    fileprivate init(opening errno: Int32) {
        switch errno {
        case ENOENT, ENODEV: self = .gone
        case EBUSY: self = .taken
        default: self = .io(errno: errno)
        }
    }
}
