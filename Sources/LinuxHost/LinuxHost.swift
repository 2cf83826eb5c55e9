// The Linux host: what HAL's ports are on a real kernel.
//
// Theory of operation. Every type here owns a few descriptors and nothing else, and does one thing
// with them: tell the time (`LinuxClock`), wait (`LinuxWaiter`), run threads (`LinuxThreads`), keep
// slots (`FileSlotStorage`), listen (`UnixSocketListener`), watch signals (`SignalWatcher`), read and
// write files. There is no policy: what a failure means is decided above, so each one comes out as
// a small typed error with the call's name and errno.
//
// Three rules hold throughout. A descriptor has one owner, a `Descriptor`, which closes it; all are
// close-on-exec, because the simulator starts a child process. Calls that a signal interrupts are
// made again. And nothing blocks without a way to end it: whatever waits has an eventfd beside what
// it waits for.
//
// The folders: `Time` tells and sets it, and knows the zones; `Waiting` has descriptors, epoll, threads
// and signals; `Files` reads and keeps files and what must survive a power cut; `Sound` is ALSA;
// `OwnSounds` keeps a person's sounds and starts their import; `Sockets` listens; `Devices` are those
// that a driver of the kernel's serves; `Process` is what concerns the program as one of the system's.
