// The Linux host: HAL's ports on a real kernel.
//
// Theory of operation. Every type here owns a few descriptors and nothing else, and does one thing with them: tell
// the time (`LinuxClock`), wait (`LinuxWaiter`), run threads (`LinuxThreads`), store slots (`FileSlotStorage`),
// listen (`UnixSocketListener`), watch signals (`SignalWatcher`), read and write files. There is no policy here. The
// callers decide what a failure means, so each one is a small typed error with the call's name and errno.
//
// Three rules hold throughout. A descriptor has one owner, a `Descriptor`, which closes it; all are close-on-exec,
// because the simulator starts a child process. Calls interrupted by a signal are retried. And nothing blocks without
// a way to end it: every wait has an eventfd beside what it waits for.
//
// The folders: `Time` tells and sets the time, and reads the zones; `Waiting` has descriptors, epoll, threads and
// signals; `Files` reads and stores files, including what must survive a power cut; `Sound` is ALSA; `OwnSounds`
// stores a person's sounds and starts their import; `Sockets` listens; `Devices` are those behind a kernel driver;
// `Process` deals with the program as a process of the system.
