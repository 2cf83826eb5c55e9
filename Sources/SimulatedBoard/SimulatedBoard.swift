/// Hardware that is not there: buses, chips, clocks, storage and a sound device in memory, and the
/// terminal that shows them.
///
/// Theory of operation. The drivers are the real ones. Everything here stands behind HAL's ports and
/// is a peer of what LinuxHost offers. A *simulated chip* is a value that takes the bytes that would
/// reach its pins, keeps the registers that the datasheet gives it, and tells what its outputs do: a
/// wrong byte in a driver therefore gives a wrong picture, as it would on the desk. The outside world
/// (light, an unplugged cable, a power cut) acts through calls of its own, never through the bus.
/// Time is handed in with each transfer, so that a night passes as fast as it can be computed, and
/// all chance (what memory holds at power-up) comes from a seed.
///
/// A `SimulatedI2CBus` holds chips by address and fails on command; a `PlaybackBus` knows exactly
/// which bytes have to come; a `RecordingBus` and an `InterceptingBus` wrap another. Chips are made
/// by driver name in `ChipModels`, which the tests hold against the catalog of drivers.
