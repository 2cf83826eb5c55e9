import Glibc
package import HAL

/// A lamp behind a transistor on a channel that modulates the width of pulses (sysfs-class-pwm in the kernel's
/// Documentation/ABI/testing). The chip's folder has the file `export`, which makes the channel's own folder with
/// `period` and `duty_cycle` (both in nanoseconds) and `enable`.
///
/// The channel stays enabled while the lamp is dark: then the line is driven low, where a disabled one may float.
package final class KernelPWM: LightOutput {
    private let chip: String
    private let channel: Int

    /// 1 kHz: no eye sees it, no transistor minds it, and it has a million steps.
    static let period = 1_000_000
    /// The least light: a thousandth, where the eye still sees steps.
    private static let leastPulse = 1_000

    /// - classFolder: the parent of the chips' folders.
    package init(chip: Int, channel: Int, classFolder: String = "/sys/class/pwm") {
        self.chip = "\(classFolder)/pwmchip\(chip)"
        self.channel = channel
    }

    deinit { stop() }

    private var folder: String { "\(chip)/pwm\(channel)" }

    /// The file that sets its level; 0 is dark.
    package var file: String { "\(folder)/duty_cycle" }

    /// Looks the files up each time, because a driver may go and come back.
    package func set(_ brightness: Brightness?) throws(LineError) {
        try prepare()
        let pulse = brightness.map { brightness -> Int in
            let exact = Double(KernelPWM.period) * brightness.luminance
            return max(KernelPWM.leastPulse, min(KernelPWM.period, Int(exact.rounded())))
        }
        try KernelFile.write(pulse ?? 0, to: file)
        try KernelFile.write(1, to: "\(folder)/enable")
    }

    package func stop() {
        // A lamp that cannot be switched off is gone, and nobody is left to be told.
        try? KernelFile.write(0, to: file)
    }

    /// Makes the channel ready, dark if it was not ours.
    private func prepare() throws(LineError) {
        if access(folder, F_OK) != 0 { try KernelFile.write(channel, to: "\(chip)/export") }
        let periodFile = "\(folder)/period"
        guard try KernelFile.number(in: periodFile) != KernelPWM.period else { return }
        // A pulse may not be longer than the period. Without a period there is no pulse, and this is refused.
        try? KernelFile.write(0, to: file)
        try KernelFile.write(KernelPWM.period, to: periodFile)
    }
}
