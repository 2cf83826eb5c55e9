/// Which target may import which: the map of Sources/README.md, as data. Anything not listed here is forbidden.
struct ImportRule: Sendable {
    /// Targets of this package, including the system-library modules (`C…`).
    var siblings: Set<String> = []
    /// Modules that come with the compiler.
    var system: Set<String> = []
    /// Folders of the target that may use all of `Glibc`; elsewhere the target may use only the
    /// functions of `mathematics`. Nil: no such limit.
    var glibcBeyondMathematics: Set<String>?
}

enum ImportTable {
    static let targets: [String: ImportRule] = [
        "ClockTime": ImportRule(),
        "BoundedJSON": ImportRule(siblings: ["ClockTime"]),
        "ClockCore": ImportRule(
            siblings: ["ClockTime", "BoundedJSON"], system: ["Glibc"], glibcBeyondMathematics: []),
        "English": ImportRule(siblings: ["ClockTime", "ClockCore"]),
        "HAL": ImportRule(siblings: ["ClockTime"]),
        "ClockFace": ImportRule(
            siblings: ["ClockTime", "ClockCore", "HAL", "QRCode"], system: ["Glibc"],
            glibcBeyondMathematics: []),
        "ClockSound": ImportRule(system: ["Synchronization", "Glibc"], glibcBeyondMathematics: []),
        "Drivers": ImportRule(
            siblings: ["ClockTime", "HAL"], system: ["Glibc"], glibcBeyondMathematics: []),
        "BoardFiles": ImportRule(siblings: ["ClockTime", "BoundedJSON", "HAL", "Drivers"]),
        "Control": ImportRule(
            siblings: ["ClockTime", "BoundedJSON", "ClockCore", "English", "CRelease"]),
        "Runtime": ImportRule(
            siblings: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "HAL", "ClockFace",
                "ClockSound", "Drivers", "Control",
            ], system: ["Synchronization"]),
        "LinuxHost": ImportRule(
            siblings: ["ClockTime", "HAL", "Resampling", "CLinux", "CALSA", "CSodium"],
            system: ["Glibc", "Synchronization"]),
        "Resampling": ImportRule(siblings: ["CSoxr"]),
        "QRCode": ImportRule(siblings: ["CQRencode"]),
        "LinuxWires": ImportRule(
            siblings: ["ClockTime", "HAL", "CLinux", "CGpiod", "CI2C"],
            system: ["Glibc", "Synchronization"]),
        // One thread draws the simulated board and another drives it: hence Synchronization.
        "SimulatedBoard": ImportRule(
            siblings: ["ClockTime", "HAL"], system: ["Glibc", "Synchronization"],
            glibcBeyondMathematics: []),
        "CalendarFile": ImportRule(siblings: ["ClockTime", "CICal"]),
        "ClockClient": ImportRule(
            siblings: ["ClockTime", "Control", "CLinux"], system: ["Glibc"]),
        "DeviceSetup": ImportRule(
            siblings: [
                "ClockTime", "BoundedJSON", "ClockCore", "HAL", "Drivers", "BoardFiles", "Control",
            ]),
        "noiseclock": ImportRule(
            siblings: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "Control",
                "CalendarFile", "DeviceSetup", "QRCode", "CLinux",
            ],
            system: ["Glibc"]),
        "noiseclock-sim": ImportRule(
            siblings: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "HAL", "Control",
                "BoardFiles", "Runtime", "SimulatedBoard", "LinuxHost", "Resampling",
            ],
            system: ["Glibc", "Synchronization"]),
        "noiseclockd": ImportRule(
            siblings: [
                "ClockTime", "ClockCore", "English", "HAL", "Control", "BoardFiles", "Runtime",
                "LinuxWires", "LinuxHost",
            ], system: ["Glibc", "Synchronization"]),
        "noiseclock-import": ImportRule(
            siblings: [
                "ClockTime", "ClockSound", "HAL", "Resampling", "CSndfile", "CFLAC", "CMpg123",
                "CSeccomp",
            ],
            system: ["Glibc"]),
        "noiseclock-web": ImportRule(
            siblings: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "Control", "ClockClient",
                "QRCode", "CMicrohttpd", "CZlib", "CWebFiles", "CLinux", "CNetlink",
            ],
            system: ["Glibc", "Synchronization"]),
        "noiseclock-mqtt": ImportRule(
            siblings: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "Control", "ClockClient",
                "CMosquitto", "CSodium", "CLinux",
            ], system: ["Glibc"]),
        // The benchmarks measure everything except the programs and the wires.
        "noiseclock-bench": ImportRule(
            siblings: [
                "ClockTime", "ClockCore", "HAL", "ClockFace", "ClockSound", "Drivers", "Control",
                "BoardFiles", "Runtime", "SimulatedBoard", "LinuxHost", "CLinux",
                "CReferenceKernels",
            ], system: ["Glibc", "Synchronization"]),
    ]

    /// The tests of targets that have no target of tests to themselves.
    static let sharedTests = [
        "BoardFiles": "HALTests/BoardFiles", "ClockClient": "NoiseclockWebTests",
        "CalendarFile": "SmallTargetTests/CalendarFile",
        "English": "SmallTargetTests/English", "QRCode": "SmallTargetTests/QRCode",
        "Resampling": "SmallTargetTests/Resampling",
    ]

    /// Targets in C, which import nothing. The targets that use them test them.
    static let targetsInC: Set<String> = ["CReferenceKernels", "CRelease", "CWebFiles"]

    /// System-library modules: a module map and C headers, no Swift.
    static let systemLibraries: Set<String> = [
        "CLinux", "CALSA", "CGpiod", "CI2C", "CICal", "CSndfile", "CFLAC", "CMpg123", "CSoxr",
        "CSeccomp", "CMicrohttpd", "CZlib", "CSodium", "CNetlink",
        "CMosquitto", "CQRencode",
    ]

    static let programs: Set<String> = [
        "noiseclock", "noiseclock-sim", "noiseclockd", "noiseclock-bench", "noiseclock-import",
        "noiseclock-web", "noiseclock-mqtt",
    ]

    /// Targets under `Tests` that are not tests, but code that several tests share, or programs that only scripts in
    /// `board` call; and what each may depend on.
    static let testKits: [String: Set<String>] = [
        "TestKit": [], "FuzzKit": ["TestKit"],
        "ReplySamples": ["ClockTime", "BoundedJSON", "ClockCore"],
        "SoundMeasuring": ["ClockCore", "ClockSound", "Runtime", "TestKit"],
        "sound-hours": [
            "ClockTime", "HAL", "ClockSound", "LinuxHost", "Runtime", "SoundMeasuring",
        ],
    ]
    static let testPrograms: Set<String> = ["sound-hours"]

    /// What any test may import beyond the targets that the manifest lists for it.
    static let openToTests: Set<String> = [
        "Testing", "Foundation", "FoundationEssentials", "Glibc", "Synchronization",
    ]

    /// The libm functions that arithmetic may use where only those of `Glibc` are allowed.
    static let mathematics: Set<String> = [
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2",
        "expm1", "log", "log2", "log10", "log1p", "pow", "sqrt", "cbrt", "hypot", "fmod", "floor",
        "ceil", "round", "trunc", "fabs", "sinf", "cosf", "tanf", "atanf", "tanhf", "expf", "exp2f",
        "logf", "log2f", "log10f", "powf", "sqrtf", "fmodf", "floorf", "ceilf", "roundf", "truncf",
    ]
}
