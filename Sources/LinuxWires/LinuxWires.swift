// The wires of a board: HAL's I2C and GPIO ports on a real kernel, the keys of its input devices, and the coming and
// going of its sound cards.
//
// Theory of operation. Each port has two layers. The lower one is a protocol of the few calls that are made
// (`I2CCalls`, `GPIOCalls`, `InputCalls`), with one implementation over the library or the kernel that only translates.
// The upper one interprets the calls: which errno is which error, when to reopen, which edges were lost. Tests replace
// the lower layer by a script, so that every failure of a wire is tested without a wire.
//
// Nothing here expects a device to be present. A bus or a chip that is missing, or goes away, is reported once, as an
// error or an event, and is used again by itself when it comes back. The bus has no thread: its owner calls it, and
// each transfer tries to open it. The buttons have one, and so have the keys of input devices and the sound cards; they
// block only on the kernel's events while all is well.

/// A call that the kernel, or a library over it, refused.
package struct WireFailure: Error, Hashable, Sendable {
    package let errno: Int32

    package init(errno: Int32) {
        self.errno = errno
    }
}
