extension ScriptTests {
    /// The commands that people run; each has a `--help`.
    static let commands = [
        "board/simulate", "board/test", "board/bench", "board/nights", "board/fuzz",
        "board/sound-hours",
        "board/spectrograms", "board/faces", "systemd/install", "systemd/test",
        "image/test-package", "image/test-network", "image/same-bytes", "image/answers",
        "image/test-arm64", "image/build", "image/test",
        "image/test-slots", "image/test-updates", "image/overlays/test", ".ci/long",
    ]
}
