// The wires of a board: what HAL's ports for I2C and GPIO are on a real kernel.
//
// Theory of operation. Each port stands in two layers. Below is a protocol of the few calls that are
// made (`I2CCalls`, `GPIOCalls`), with one implementation over libi2c or libgpiod that only translates;
// above is what the calls mean: which errno is which error, when to open again, which edges were lost.
// Tests put a script in the place of the lower layer, so that every failure that a wire can have is
// tried without a wire.
//
// Nothing here expects a device to be there. A bus or a chip that is missing, or goes away, is an
// error or an event, once, and is taken up by itself when it comes (back). The bus has no thread: it is
// called by its owner, and tries to open at each transfer. The buttons have one, which blocks on the
// kernel's edges and on nothing else while all is well.

/// What the kernel, or a library over it, said no to.
package struct WireFailure: Error, Hashable, Sendable {
    package let errno: Int32

    package init(errno: Int32) {
        self.errno = errno
    }
}
