// swift-tools-version: 6.0
import PackageDescription

// Architecture: pure values in the middle, thin synchronous drivers at the hardware, threads only where
// something blocks. Sources/README.md draws the map; Tests/RepositoryTests holds the import table as data.
//
// Three settings enforce the module boundaries. Every import is internal unless a package declaration exposes
// it, existentials are spelt `any`, and a member is visible only if the file imports its module.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Unoptimised signal processing is a hundred times slower, and whole nights are ten times slower. The suite
// would take minutes, and the simulator would stutter. So code that simulated nights run is always optimised.
// The rest is not, nor are tests, because optimising takes longer than it saves there. Assertions and the
// `@_noLocks` check stay on.
let optimised: [SwiftSetting] =
    strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

// `NOISECLOCK_QUICK=1` optimises the sound alone, which must keep up with real time: for who wants to see the clock, or
// edits one file. `board/simulate` sets it.
let isQuick = Context.environment["NOISECLOCK_QUICK"] == "1"
let alwaysOptimised = isQuick ? strict : optimised

// Whole-module compilation, in debug builds as in release builds. Without it the `@_noLocks` check cannot look
// into generic functions of other files. A single thread, because that gives one object file per source, as
// the package manager expects.
let atOnce: [SwiftSetting] =
    optimised + [
        .unsafeFlags(
            ["-whole-module-optimization", "-num-threads", "1", "-disable-batch-mode"],
            .when(configuration: .debug))
    ]

// A target's README for people. Undeclared, it makes the package manager ask what it is.
let readme = ["README.md"]

let package = Package(
    name: "NoiseClock",
    products: [
        .executable(name: "noiseclock", targets: ["noiseclock"]),
        .executable(name: "noiseclock-sim", targets: ["noiseclock-sim"]),
        .executable(name: "noiseclock-bench", targets: ["noiseclock-bench"]),
        .executable(name: "noiseclock-import", targets: ["noiseclock-import"]),
        .executable(name: "noiseclock-web", targets: ["noiseclock-web"]),
        .executable(name: "noiseclock-mqtt", targets: ["noiseclock-mqtt"]),
        .executable(name: "noiseclockd", targets: ["noiseclockd"]),
    ],
    targets: [
        // Pure values.
        .target(name: "ClockTime", swiftSettings: alwaysOptimised),
        .target(
            name: "BoundedJSON", dependencies: ["ClockTime"], swiftSettings: alwaysOptimised),
        .target(
            name: "ClockCore", dependencies: ["ClockTime", "BoundedJSON"], exclude: readme,
            swiftSettings: alwaysOptimised),
        .target(
            name: "English", dependencies: ["ClockTime", "ClockCore"],
            swiftSettings: alwaysOptimised),
        .target(name: "HAL", dependencies: ["ClockTime"], swiftSettings: alwaysOptimised),
        .target(
            name: "ClockFace", dependencies: ["ClockTime", "ClockCore", "HAL", "QRCode"],
            resources: [
                .embedInCode("Fonts/BDF/figures_3x6.bdf"),
                .embedInCode("Fonts/BDF/figures_3x7.bdf"),
                .embedInCode("Fonts/BDF/figures_4x5.bdf"),
                .embedInCode("Fonts/BDF/figures_4x6.bdf"),
                .embedInCode("Fonts/BDF/figures_4x7.bdf"),
                .embedInCode("Fonts/BDF/figures_4x8.bdf"),
                .embedInCode("Fonts/BDF/figures_5x7_bold.bdf"),
                .embedInCode("Fonts/BDF/figures_5x8.bdf"),
                .embedInCode("Fonts/BDF/figures_6x8_bold.bdf"),
                .embedInCode("Fonts/BDF/small_3x4.bdf"),
                .embedInCode("Fonts/BDF/small_3x5.bdf"),
                .embedInCode("Fonts/BDF/text_5x7.bdf"),
                .embedInCode("Fonts/BDF/text_5x8.bdf"),
            ],
            swiftSettings: alwaysOptimised),
        .target(name: "ClockSound", exclude: readme, swiftSettings: atOnce),

        .target(
            name: "CalendarFile", dependencies: ["ClockTime", "CICal"],
            swiftSettings: strict),

        .target(name: "Resampling", dependencies: ["CSoxr"], swiftSettings: strict),
        .target(name: "QRCode", dependencies: ["CQRencode"], swiftSettings: strict),

        // Chips, words, and the hosts that own threads.
        .target(
            name: "Drivers", dependencies: ["ClockTime", "HAL"], swiftSettings: alwaysOptimised),
        .target(
            name: "BoardFiles", dependencies: ["ClockTime", "BoundedJSON", "HAL", "Drivers"],
            swiftSettings: strict),
        .target(
            name: "Control",
            dependencies: ["ClockTime", "BoundedJSON", "ClockCore", "English", "CRelease"],
            swiftSettings: alwaysOptimised),
        .target(
            name: "ClockClient", dependencies: ["ClockTime", "Control", "CLinux"],
            swiftSettings: strict),
        .target(
            name: "DeviceSetup",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "HAL", "Drivers", "BoardFiles", "Control",
            ],
            swiftSettings: strict),
        .target(
            name: "Runtime",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "HAL", "ClockFace",
                "ClockSound", "Drivers", "Control",
            ],
            exclude: readme,
            resources: [
                .embedInCode("Catalogue/sounds.json"),
                .embedInCode("Catalogue/alarm-sounds.json"),
            ],
            swiftSettings: alwaysOptimised),

        // Implementations of the ports: the Linux kernel, or a board of simulated chips.
        .target(
            name: "LinuxHost",
            dependencies: ["ClockTime", "HAL", "Resampling", "CLinux", "CALSA", "CSodium"],
            swiftSettings: alwaysOptimised),
        .target(
            name: "LinuxWires", dependencies: ["ClockTime", "HAL", "CLinux", "CGpiod", "CI2C"],
            swiftSettings: strict),
        .target(
            name: "SimulatedBoard", dependencies: ["ClockTime", "HAL"],
            swiftSettings: alwaysOptimised),

        // Programs.
        .executableTarget(
            name: "noiseclock",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "Control",
                "CalendarFile", "DeviceSetup", "QRCode", "CLinux",
            ],
            exclude: readme, swiftSettings: strict),
        .executableTarget(
            name: "noiseclock-sim",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "HAL", "Control",
                "BoardFiles", "Runtime", "SimulatedBoard", "LinuxHost", "Resampling",
            ],
            exclude: readme, swiftSettings: alwaysOptimised),
        .executableTarget(
            name: "noiseclockd",
            dependencies: [
                "ClockTime", "ClockCore", "English", "HAL", "Control", "BoardFiles", "Runtime",
                "LinuxWires", "LinuxHost",
            ],
            exclude: readme, swiftSettings: strict,
            // All symbols of libraries are looked up at the start: a first call in a ring would read their tables
            // from the card.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),

        .executableTarget(
            name: "noiseclock-import",
            dependencies: [
                "ClockTime", "ClockSound", "HAL", "Resampling", "CSndfile", "CFLAC", "CMpg123",
                "CSeccomp",
            ],
            exclude: readme, swiftSettings: alwaysOptimised),

        .executableTarget(
            name: "noiseclock-web",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "Control", "ClockClient",
                "QRCode", "CMicrohttpd", "CZlib", "CWebFiles", "CLinux", "CNetlink",
            ],
            exclude: readme + ["API/reply-examples.json", "Page"], swiftSettings: strict),

        .executableTarget(
            name: "noiseclock-mqtt",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "Control", "ClockClient",
                "CMosquitto", "CSodium", "CLinux",
            ],
            exclude: readme, swiftSettings: strict),

        .executableTarget(
            name: "noiseclock-bench",
            dependencies: [
                "ClockTime", "ClockCore", "HAL", "ClockFace", "ClockSound", "Drivers", "Control",
                "BoardFiles", "Runtime",
                "SimulatedBoard", "LinuxHost", "CLinux", "CReferenceKernels",
            ],
            exclude: readme, swiftSettings: strict),
        // The baseline for benchmarks of the sound's innermost loops; always optimised, as those loops are.
        .target(
            name: "CReferenceKernels",
            cSettings: [
                .unsafeFlags([
                    "-O3", "-std=c17", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror",
                ])
            ]),

        // The version that the scripts of `image` and `systemd` build; nothing else is compiled again for it.
        .target(
            name: "CRelease",
            cSettings: Context.environment["NOISECLOCK_VERSION"].map {
                [.define("NOISECLOCK_VERSION", to: "\"\($0)\"")]
            } ?? []),

        // The page, and what else noiseclock-web carries in itself.
        .target(
            name: "CWebFiles",
            cSettings: [
                .headerSearchPath("../noiseclock-web/Page"),
                .headerSearchPath("../noiseclock-web/API"),
            ]),

        // C libraries. No pkgConfig: it names the build machine's folders and breaks cross builds.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CALSA", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CGpiod", providers: [.apt(["libgpiod-dev"])]),
        .systemLibrary(name: "CI2C", providers: [.apt(["libi2c-dev"])]),
        .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
        .systemLibrary(name: "CSndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CNetlink"),
        .systemLibrary(name: "CFLAC", providers: [.apt(["libflac-dev"])]),
        .systemLibrary(name: "CMpg123", providers: [.apt(["libmpg123-dev"])]),
        .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CSoxr", providers: [.apt(["libsoxr-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CQRencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CSeccomp", providers: [.apt(["libseccomp-dev"])]),

        // Tests.
        .target(name: "TestKit", path: "Tests/TestKit", swiftSettings: alwaysOptimised),
        .testTarget(
            name: "ClockTimeTests", dependencies: ["ClockTime", "TestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "BoundedJSONTests", dependencies: ["BoundedJSON"], swiftSettings: strict),
        .testTarget(
            name: "ClockCoreTests",
            dependencies: ["ClockTime", "BoundedJSON", "ClockCore", "English", "TestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "ClockFaceTests",
            dependencies: [
                "ClockTime", "ClockCore", "HAL", "ClockFace", "Drivers", "BoardFiles",
                "SimulatedBoard", "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ClockSoundTests",
            dependencies: ["ClockSound", "SoundMeasuring", "sound-hours", "TestKit"],
            swiftSettings: strict),
        .target(
            name: "SoundMeasuring",
            dependencies: ["ClockCore", "ClockSound", "Runtime", "TestKit"],
            path: "Tests/SoundMeasuring",
            swiftSettings: alwaysOptimised),
        .testTarget(
            name: "SoundMeasuringTests", dependencies: ["ClockSound", "SoundMeasuring"],
            swiftSettings: strict),
        .executableTarget(
            name: "sound-hours",
            dependencies: [
                "ClockTime", "HAL", "ClockSound", "LinuxHost", "Runtime", "SoundMeasuring",
            ], path: "Tests/sound-hours",
            swiftSettings: alwaysOptimised),
        .testTarget(
            name: "HALTests", dependencies: ["ClockTime", "BoundedJSON", "HAL", "BoardFiles"],
            swiftSettings: strict),
        // Of targets that are too small for a target of tests each.
        .testTarget(
            name: "SmallTargetTests",
            dependencies: [
                "ClockTime", "ClockCore", "English", "Control", "CalendarFile",
                "Resampling", "QRCode", "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DriversTests",
            dependencies: ["ClockTime", "HAL", "Drivers", "BoardFiles", "SimulatedBoard"],
            swiftSettings: strict),
        .testTarget(
            name: "ControlTests",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "Control", "ReplySamples",
                "TestKit",
            ],
            swiftSettings: strict),
        // Sample requests and replies, for the tests of Control and of the client.
        .target(
            name: "ReplySamples", dependencies: ["ClockTime", "BoundedJSON", "ClockCore"],
            path: "Tests/ReplySamples", swiftSettings: strict),
        .testTarget(
            name: "NoiseclockTests",
            dependencies: [
                "noiseclock", "ClockTime", "BoundedJSON", "ClockCore", "English", "Control",
                "CalendarFile", "ReplySamples", "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DeviceSetupTests",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "Control", "DeviceSetup", "noiseclock",
                "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LinuxHostTests",
            dependencies: ["ClockTime", "HAL", "LinuxHost", "CLinux", "CALSA"],
            swiftSettings: strict),
        .testTarget(
            name: "NoiseclockImportTests",
            dependencies: [
                "noiseclock-import", "ClockTime", "ClockCore", "HAL", "ClockSound", "LinuxHost",
                "TestKit", "Runtime", "SoundMeasuring", "CSndfile", "CFLAC",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NoiseclockWebTests",
            dependencies: [
                "noiseclock-web", "ClockTime", "BoundedJSON", "ClockCore", "English", "Control",
                "ReplySamples", "TestKit", "CLinux", "CZlib",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NoiseclockMqttTests",
            dependencies: [
                "noiseclock-mqtt", "ClockTime", "BoundedJSON", "ClockCore", "English", "Control",
                "ReplySamples", "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LinuxWiresTests",
            dependencies: ["ClockTime", "HAL", "LinuxWires", "LinuxHost", "CLinux"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatedBoardTests",
            dependencies: ["ClockTime", "HAL", "SimulatedBoard"],
            swiftSettings: strict),
        .testTarget(
            name: "RuntimeTests",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "English", "HAL", "ClockFace",
                "ClockSound", "Drivers", "Control", "BoardFiles", "Runtime", "LinuxHost",
                "SimulatedBoard", "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NoiseclockSimTests",
            dependencies: [
                "noiseclock-sim", "ClockTime", "BoundedJSON", "ClockCore", "English", "HAL",
                "ClockFace", "Control", "BoardFiles", "Runtime", "LinuxHost", "SimulatedBoard",
                "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NoiseclockdTests",
            dependencies: [
                "TestKit", "noiseclockd", "noiseclock", "noiseclock-sim",
                "ClockTime", "ClockCore", "English", "HAL", "BoardFiles", "Runtime", "LinuxWires",
                "LinuxHost", "SimulatedBoard",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "VirtualBenchTests",
            dependencies: [
                "TestKit", "noiseclockd", "noiseclock", "noiseclock-sim", "ClockTime", "ClockCore",
                "ClockSound", "HAL", "BoardFiles", "Runtime", "LinuxWires", "LinuxHost",
                "SimulatedBoard", "CLinux", "CALSA", "CGpiod",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NoiseclockBenchTests",
            dependencies: ["noiseclock-bench", "ClockSound", "ClockTime", "ClockCore"],
            swiftSettings: strict),
        .target(
            name: "FuzzKit", dependencies: ["TestKit"], path: "Tests/FuzzKit",
            swiftSettings: alwaysOptimised),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "FuzzKit", "ClockTime", "BoundedJSON", "ClockCore", "HAL", "Control", "BoardFiles",
                "Runtime",
                "CalendarFile", "DeviceSetup", "SimulatedBoard", "ClockFace", "noiseclock-import",
                "noiseclock-sim", "noiseclock",
            ],
            exclude: ["Corpus"], swiftSettings: strict),
        // Runs the examples in the READMEs.
        .testTarget(
            name: "RepositoryTests",
            dependencies: [
                "TestKit", "ClockCore", "noiseclock", "noiseclock-sim", "noiseclock-import",
                "noiseclock-web", "noiseclock-mqtt",
            ],
            swiftSettings: strict),
    ]
)

// Targets that need libgpiod 2 and libi2c, which not every desktop has. Setting NOISECLOCK_PORTABLE excludes
// them, so that the simulator and the portable tests build anywhere.
let boardOnly: Set<String> = [
    "CGpiod", "CI2C", "LinuxWires", "LinuxWiresTests", "noiseclockd", "NoiseclockdTests",
    "VirtualBenchTests",
]
if Context.environment["NOISECLOCK_PORTABLE"] != nil {
    package.targets.removeAll { boardOnly.contains($0.name) }
    package.products.removeAll { boardOnly.contains($0.name) }
}

// Compiles only some targets and their dependencies: names, separated by spaces. image/build uses this for the
// programs, image/test for the suites that are quick enough under emulation, and .ci/run for what it tests in Debian 13.
if let names = Context.environment["NOISECLOCK_TARGETS"], !names.isEmpty {
    var wanted = Set(names.split(separator: " ").map(String.init))
    var known = 0
    while wanted.count > known {
        known = wanted.count
        for target in package.targets where wanted.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies {
                wanted.insert(name)
            }
        }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { !wanted.contains($0.name) }
}
