extension ScriptTests {
    /// The commands that people run; each has a `--help`.
    static let commands = [
        "board/simulate", "board/test", "board/bench", "board/nights", "board/fuzz",
        "board/sound-hours",
        "board/spectrograms", "board/faces", "systemd/install", "systemd/test", "image/build",
        "image/test", ".ci/long",
    ]
}
