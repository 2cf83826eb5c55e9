// swift-tools-version: 6.0
import PackageDescription

// The house: pure values in the middle, thin synchronous drivers at the wires, threads only where
// something blocks. Sources/README.md draws the map; Tests/RepositoryTests holds the import table as data.
//
// Three settings keep the walls where the map draws them: every import is internal unless it is
// part of a package declaration, existentials are spelt `any`, and a member is visible only where
// its module is imported.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Signal processing compiled without optimisation is a hundred times slower, and whole nights ten times:
// they would make the suite a matter of minutes and the simulator stutter. So what a night goes through is
// always optimised; the rest is not, because that takes its time, too. Assertions and the `@_noLocks` check
// stay on.
let alwaysOptimised: [SwiftSetting] =
    strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

// Compiled all at once in debug builds, too, as release builds are: the `@_noLocks` check goes into generic
// functions of another file only so. One thread, because then there is an object file for each source, as
// the package manager expects.
let atOnce: [SwiftSetting] =
    alwaysOptimised + [
        .unsafeFlags(
            ["-whole-module-optimization", "-num-threads", "1", "-disable-batch-mode"],
            .when(configuration: .debug))
    ]

// The tests that compute most: thousands of nights counted along, spectra, each variation of a board file.
// Swift 6.0 takes several times as long to optimise them, more than it saves.
#if compiler(>=6.3)
    let computingTests = alwaysOptimised
#else
    let computingTests = strict
#endif

// What people read about a target; without a word the package manager asks what it is.
let readme = ["README.md"]

let package = Package(
    name: "NoiseClock",
    products: [
        .executable(name: "noiseclock", targets: ["noiseclock"]),
        .executable(name: "noiseclock-sim", targets: ["noiseclock-sim"]),
        .executable(name: "noiseclock-bench", targets: ["noiseclock-bench"]),
        .executable(name: "noiseclock-import", targets: ["noiseclock-import"]),
        .executable(name: "noiseclockd", targets: ["noiseclockd"]),
    ],
    targets: [
        // Pure values.
        .target(name: "ClockTime", swiftSettings: alwaysOptimised),
        .target(
            name: "BoundedJSON", dependencies: ["ClockTime"], swiftSettings: alwaysOptimised),
        .target(
            name: "ClockCore", dependencies: ["ClockTime"], exclude: readme,
            swiftSettings: alwaysOptimised),
        .target(name: "HAL", dependencies: ["ClockTime"], swiftSettings: alwaysOptimised),
        .target(
            name: "ClockFace", dependencies: ["ClockTime", "ClockCore", "HAL"],
            swiftSettings: alwaysOptimised),
        .target(name: "ClockSound", exclude: readme, swiftSettings: atOnce),
        .target(name: "ManualPage", swiftSettings: strict),

        .target(
            name: "CalendarFile", dependencies: ["ClockTime", "CICal"],
            swiftSettings: strict),

        .target(name: "Resampling", dependencies: ["CSoxr"], swiftSettings: strict),

        // Chips, words, and the hosts that own threads.
        .target(
            name: "Drivers", dependencies: ["ClockTime", "HAL"], swiftSettings: alwaysOptimised),
        .target(
            name: "Control", dependencies: ["ClockTime", "BoundedJSON", "ClockCore"],
            swiftSettings: alwaysOptimised),
        .target(
            name: "DeviceSetup",
            dependencies: ["ClockTime", "BoundedJSON", "ClockCore", "HAL", "Drivers", "Control"],
            swiftSettings: strict),
        .target(
            name: "Runtime",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "HAL", "ClockFace", "ClockSound",
                "Drivers", "Control",
            ],
            exclude: readme,
            resources: [
                .embedInCode("Catalogue/sounds.json"),
                .embedInCode("Catalogue/alarm-sounds.json"),
            ],
            swiftSettings: alwaysOptimised),

        // What the ports stand on: this kernel, or a board of simulated chips.
        .target(
            name: "LinuxHost",
            dependencies: ["ClockTime", "HAL", "Resampling", "CLinux", "CALSA"],
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
                "ClockTime", "BoundedJSON", "ClockCore", "Control", "CalendarFile", "DeviceSetup",
                "ManualPage", "CLinux",
            ],
            exclude: readme, swiftSettings: strict),
        .executableTarget(
            name: "noiseclock-sim",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "HAL", "Control", "Runtime",
                "SimulatedBoard", "LinuxHost", "Resampling", "ManualPage",
            ],
            exclude: readme, swiftSettings: alwaysOptimised),
        .executableTarget(
            name: "noiseclockd",
            dependencies: [
                "ClockTime", "ClockCore", "HAL", "Control", "Runtime", "LinuxWires", "LinuxHost",
                "ManualPage",
            ],
            exclude: readme, swiftSettings: strict),

        .executableTarget(
            name: "noiseclock-import",
            dependencies: ["ClockSound", "HAL", "Resampling", "CSndfile", "CSeccomp"],
            exclude: readme, swiftSettings: alwaysOptimised),

        .executableTarget(
            name: "noiseclock-bench",
            dependencies: [
                "ClockTime", "ClockCore", "HAL", "ClockFace", "ClockSound", "Control", "Runtime",
                "SimulatedBoard", "LinuxHost", "CLinux", "CReferenceKernels",
            ],
            exclude: readme, swiftSettings: strict),
        // What the benchmarks set the sound's innermost loops against; always optimised, as those are.
        .target(
            name: "CReferenceKernels",
            cSettings: [
                .unsafeFlags([
                    "-O3", "-std=c17", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror",
                ])
            ]),

        // C libraries. No pkgConfig: it names the build machine's folders and breaks cross builds.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CALSA", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CGpiod", providers: [.apt(["libgpiod-dev"])]),
        .systemLibrary(name: "CI2C", providers: [.apt(["libi2c-dev"])]),
        .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
        .systemLibrary(name: "CSndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSoxr", providers: [.apt(["libsoxr-dev"])]),
        .systemLibrary(name: "CSeccomp", providers: [.apt(["libseccomp-dev"])]),

        // Tests.
        .target(name: "TestKit", path: "Tests/TestKit", swiftSettings: alwaysOptimised),
        .testTarget(
            name: "ClockTimeTests", dependencies: ["ClockTime", "TestKit"],
            swiftSettings: computingTests),
        .testTarget(
            name: "ManualPageTests", dependencies: ["ManualPage", "TestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "BoundedJSONTests", dependencies: ["BoundedJSON"], swiftSettings: strict),
        .testTarget(
            name: "ClockCoreTests",
            dependencies: ["ClockTime", "ClockCore", "Control", "TestKit"],
            swiftSettings: computingTests),
        .testTarget(
            name: "ClockFaceTests", dependencies: ["ClockTime", "ClockCore", "HAL", "ClockFace"],
            swiftSettings: strict),
        .testTarget(
            name: "ClockSoundTests",
            dependencies: ["ClockSound", "SoundMeasuring", "sound-hours", "TestKit"],
            swiftSettings: computingTests),
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
            name: "HALTests", dependencies: ["ClockTime", "HAL"], swiftSettings: computingTests),
        .testTarget(
            name: "DriversTests", dependencies: ["ClockTime", "HAL", "Drivers", "SimulatedBoard"],
            swiftSettings: strict),
        .testTarget(
            name: "ControlTests",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "Control", "ReplySamples", "TestKit",
            ],
            swiftSettings: strict),
        // What a clock is asked and answers, for the tests of Control and of the client.
        .target(
            name: "ReplySamples", dependencies: ["ClockTime", "ClockCore"],
            path: "Tests/ReplySamples", swiftSettings: strict),
        .testTarget(
            name: "NoiseclockTests",
            dependencies: [
                "noiseclock", "ClockTime", "BoundedJSON", "ClockCore", "Control", "CalendarFile",
                "ManualPage", "ReplySamples", "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DeviceSetupTests",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "Control", "DeviceSetup", "noiseclock",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CalendarFileTests", dependencies: ["ClockTime", "CalendarFile", "TestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "LinuxHostTests",
            dependencies: ["ClockTime", "HAL", "LinuxHost", "CLinux", "CALSA"],
            swiftSettings: strict),
        .testTarget(
            name: "ResamplingTests", dependencies: ["Resampling"], swiftSettings: strict),
        .testTarget(
            name: "NoiseclockImportTests",
            dependencies: [
                "noiseclock-import", "ClockTime", "ClockCore", "HAL", "ClockSound", "LinuxHost",
                "TestKit", "Runtime", "SoundMeasuring", "CSndfile",
            ],
            swiftSettings: computingTests),
        .testTarget(
            name: "LinuxWiresTests",
            dependencies: ["ClockTime", "HAL", "LinuxWires", "LinuxHost"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatedBoardTests",
            dependencies: ["ClockTime", "HAL", "SimulatedBoard", "Drivers", "TestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "RuntimeTests",
            dependencies: [
                "ClockTime", "BoundedJSON", "ClockCore", "HAL", "ClockFace", "ClockSound",
                "Drivers", "Control", "Runtime", "LinuxHost", "SimulatedBoard",
            ],
            swiftSettings: computingTests),
        .testTarget(
            name: "NoiseclockSimTests",
            dependencies: [
                "noiseclock-sim", "ClockTime", "BoundedJSON", "ClockCore", "HAL", "ClockFace",
                "Control",
                "Runtime", "LinuxHost", "ManualPage", "SimulatedBoard", "TestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NoiseclockdTests",
            dependencies: [
                "TestKit", "noiseclockd", "noiseclock", "noiseclock-sim",
                "ClockTime", "HAL", "LinuxWires", "LinuxHost", "ManualPage",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "VirtualBenchTests",
            dependencies: [
                "TestKit", "noiseclockd", "noiseclock", "ClockTime", "ClockCore", "ClockSound",
                "HAL", "Runtime", "LinuxWires", "LinuxHost", "CLinux", "CALSA",
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
                "FuzzKit", "ClockTime", "BoundedJSON", "ClockCore", "HAL", "Control", "Runtime",
                "CalendarFile", "DeviceSetup", "SimulatedBoard", "noiseclock-import",
                "noiseclock-sim", "noiseclock",
            ],
            exclude: ["Corpus"], swiftSettings: computingTests),
        // It runs what the READMEs show.
        .testTarget(
            name: "RepositoryTests",
            dependencies: ["TestKit", "noiseclock", "noiseclock-sim", "noiseclock-import"],
            swiftSettings: strict),
    ]
)

// What needs libgpiod 2 and libi2c, which not every desktop has: with NOISECLOCK_PORTABLE set it is left
// out, so that the simulator and the portable tests build anywhere.
let boardOnly: Set<String> = [
    "CGpiod", "CI2C", "LinuxWires", "LinuxWiresTests", "noiseclockd", "NoiseclockdTests",
    "VirtualBenchTests",
]
if Context.environment["NOISECLOCK_PORTABLE"] != nil {
    package.targets.removeAll { boardOnly.contains($0.name) }
    package.products.removeAll { boardOnly.contains($0.name) }
}

// For whoever wants but some suites, and what they need, compiled: the names of test targets, with spaces
// between them. image/test-arm64 does, because all of them would take too long under emulation.
if let names = Context.environment["NOISECLOCK_SUITES"] {
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
