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
        guard let brightness else { return try KernelFile.write(0, to: file) }
        let most = try greatest()
        let level = (Double(most) * brightness.luminance).rounded()
        try KernelFile.write(max(1, min(most, Int(level))), to: file)
    }

    package func stop() {
        // A lamp that cannot be switched off is gone, and nobody is left to be told.
        try? KernelFile.write(0, to: file)
    }

    private func greatest() throws(LineError) -> Int {
        // The kernel's type is an unsigned int. A driver without a sensible value has one step.
        let most = try KernelFile.number(in: "\(folder)/max_brightness") ?? 1
        return max(1, min(Int(UInt32.max), most))
    }
}
