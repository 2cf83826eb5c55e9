import HAL

/// The destination of one thread's sound, and where it reports.
///
/// Passed from function to function instead of read from the host at each use: Swift 6.0 counts a reference at each
/// use of a stored one, 6.3 does not.
struct SoundRoute {
    let sink: any PCMSink
    let output: SoundOutput
}
