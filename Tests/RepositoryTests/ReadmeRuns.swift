/// Who runs the commands that the READMEs show.
///
/// Theory of operation. `ReadmeCommandTests` runs each line whose commands are all `runnable`, in a folder that looks
/// like the repository, with a simulated clock that listens. Commands that need a Pi, root or many minutes are in
/// `elsewhere`, with whoever runs them; the tests check that those exist. A command in neither table is an error,
/// because nobody would notice when it stops working.
enum ReadmeRuns {
    /// Who runs a command that this suite does not run.
    enum Runner: Sendable {
        /// `.ci/run` contains these words.
        case ci(String)
        /// `.ci/long` contains these words.
        case longCI(String)
        /// This file or folder of tests runs it.
        case tests(String)
        /// This script runs it; a person or a nightly job starts the script.
        case script(String)
        /// A person, on the machine that it is for; the text says why nobody else can.
        case person(String)
    }

    /// Commands that do no harm anywhere, including the programs of this package.
    static let runnable: Set<String> = [
        "noiseclock", "noiseclock-import", "board/simulate", "cat", "cp", "echo", "grep", "mkdir",
        "ssh", "tail", "tr",
    ]

    /// Keyed by the words that a command begins with; the longest match counts.
    static let elsewhere: [String: Runner] = [
        "board/simulate --web": .tests("Tests/RepositoryTests/NetworkGuideTests.swift"),
        "board/test": .ci("run_tests \"$longest_test_run\""),
        "board/test --debian13": .ci("--debian13"),
        "install -D -m 600 /dev/stdin": .person("it takes a password from whoever types it"),
        "board/test --mqtt": .ci("board/test --mqtt"),
        "board/test --vm": .ci("--vm"),
        "board/test --sanitize": .longCI("board/test --sanitize address"),
        ".ci/long": .person("it takes hours, and runs what takes longer than CI has"),
        ".ci/run": .person("it is what is run before a change goes in"),
        "board/bench": .ci("board/bench"),
        "board/sound-hours": .ci("board/sound-hours"),
        "board/nights": .longCI("board/nights"),
        "board/fuzz": .longCI("board/fuzz"),
        "board/spectrograms": .tests("Tests/SoundMeasuringTests/PictureTests.swift"),
        "board/faces": .tests("Tests/ClockFaceTests/FaceSheetTests.swift"),
        "board/vm": .ci("--vm"),
        "grep ^voluntary": .person("it needs a firmware that runs"),
        "git diff": .person("it shows what was recorded anew"),
        "curl": .tests("Tests/RepositoryTests/NetworkGuideTests.swift"),
        "swift build": .script("board/bench"),
        ".build/release/noiseclockd --probe": .tests("Tests/NoiseclockdTests/ProbeTests.swift"),
        ".build/release/noiseclockd --check-board": .tests(
            "Tests/NoiseclockdTests/FirmwareTests.swift"),
        ".build/release/noiseclockd --try": .tests("Tests/VirtualBenchTests"),
        ".build/release/noiseclockd --switch-off": .tests("Tests/VirtualBenchTests"),
        ".build/release/noiseclockd --board": .tests("Tests/NoiseclockdTests/FirmwareTests.swift"),
        "noiseclockd --calibrate-light": .tests(
            "Tests/NoiseclockdTests/LightCommandTests.swift"),
        "systemd/install": .tests("Tests/RepositoryTests/ServiceTests.swift"),
        "systemd/test": .ci("systemd/test"),
        "image/build": .script("image/test"),
        "image/test": .longCI("limited \"$longest_part\" image/test ;;"),
        "image/build packages": .longCI("image/test packages amd64"),
        "image/test packages": .longCI("image/test packages amd64"),
        "image/build programs": .longCI("image/test bytes"),
        "image/test network": .longCI("image/test network"),
        "image/build update": .longCI("image/test updates"),
        "image/test slots": .longCI("image/test slots"),
        "image/test updates": .longCI("image/test updates"),
        "image/test overlays": .longCI("image/test overlays"),
        "image/test bytes": .longCI("image/test bytes"),
        "image/test arm64": .longCI("image/test arm64"),
        "apt install": .longCI("image/test packages amd64"),
        "noiseclock-sim": .longCI("image/test packages amd64"),
        "noiseclock update noiseclock-": .longCI("image/test updates"),
        "systemctl": .person("it is systemd's own, on the clock"),
        "journalctl": .person("it is systemd's own, on the clock"),
        "usermod": .person("it changes who somebody is"),
        "tee -a": .person("it changes what the kernel loads"),
        "ssh root@bedside.local tar": .person("it copies the state of a real clock"),
        "scp": .person("it is for who has joined the network of a real clock"),
        "ssh root@192.168.71.1 noiseclock setup apply": .tests(
            "Tests/DeviceSetupTests/SetupRunTests.swift"),
        "ssh root@bedside.local systemctl": .person("it is systemd's own, on the clock"),
    ]

    /// Exit statuses of lines that the clock may refuse at that moment, and of one whose key only the reader of the
    /// example can fill in.
    static let statuses: [String: Set<Int32>] = [
        "noiseclock alarm snooze": [1], "noiseclock alarm stop": [1],
        "noiseclock snooze": [1], "noiseclock stop": [1], "noiseclock health": [0, 1],
        "noiseclock update check": [0, 1], "noiseclock update ready": [0, 1],
        "noiseclock setup check": [65],
        // The simulated clock has no lamp.
        "noiseclock lamp": [1],
    ]

    /// Who runs the command according to the table; nil: this suite may.
    static func runner(of words: [Substring]) -> Runner? {
        longestKey(of: words, in: elsewhere.keys).flatMap { elsewhere[$0] }
    }

    /// The longest key that matches the first words. A key that ends with a hyphen matches the beginning of a word.
    static func longestKey(
        of words: [Substring], in keys: some Sequence<String>
    ) -> String? {
        let line = words.joined(separator: " ") + " "
        return keys.filter { line.hasPrefix($0.hasSuffix("-") ? $0 : $0 + " ") }
            .max { $0.count < $1.count }
    }
}
