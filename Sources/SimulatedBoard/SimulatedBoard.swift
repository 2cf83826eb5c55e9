/// Simulated hardware: buses, chips, clocks, storage and a sound device in memory, and the terminal that shows
/// them.
///
/// Theory of operation. The drivers are the real ones. Everything here implements HAL's ports, as a peer of
/// LinuxHost. A *simulated chip* is a value that takes the bytes that would reach its pins, keeps the registers
/// of its datasheet and reports its outputs. So a wrong byte in a driver gives a wrong picture, as it would on
/// the desk. The outside world (light, an unplugged cable, a power cut) acts through separate calls, never
/// through the bus. Each transfer receives the time as an argument, so that a night passes as fast as it can be
/// computed. All randomness (the memory content at power-up) comes from a seed.
///
/// A `SimulatedI2CBus` holds chips by address and fails on command. A `PlaybackBus` expects an exact sequence of
/// bytes. A `RecordingBus` and an `InterceptingBus` wrap another bus. `ChipModels` creates chips by driver name;
/// the tests compare it with the catalog of drivers.
