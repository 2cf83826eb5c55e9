import HAL

/// Where the sound of one thread goes, and what it tells while it goes there.
///
/// Handed from function to function, and not taken from the host at each use: Swift 6.0 counts a reference
/// each time that a stored one is used, 6.3 does not.
struct SoundRoute {
    let sink: any PCMSink
    let output: SoundOutput
}
