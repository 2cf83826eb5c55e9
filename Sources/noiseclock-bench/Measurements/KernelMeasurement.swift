import ClockSound

extension Measurement {
    /// How much the sound's innermost loops lose to C.
    static let kernels = Measurement(
        name: "kernels", summary: "the sound's innermost loops; peer: the same in C, by clang -O3"
    ) { conditions in
        let stage = ReferenceStage()
        let made =
            race(
                "white", "stereo", conditions, stage, { stage.makeWhite() },
                inC: { stage.makeWhiteInC() })
            + race(
                "pink", "stereo", conditions, stage, { stage.makePink() },
                inC: { stage.makePinkInC() })
            + race(
                "16 voices", "summed, each with its ramp; stereo", conditions, stage,
                { stage.mix() }, inC: { stage.mixInC() })
        // The same slice again and again: first as soft as it is, then far above the ceiling.
        stage.makeWhite()
        let atRest = limiter("let through", conditions, stage)
        stage.amplify(by: 20)
        return made + atRest + limiter("limited", conditions, stage)
    }

    /// Ours may take 1.35 times as long (sound design, B4).
    private static let leastRatio = 1 / 1.35
    /// Many and short ones: what another program does to the core's caches and clock lasts for longer than a
    /// round, so it meets both, and a round that it does not is one of many.
    private static let rounds = 101
    /// Slices at a time, so that calling it costs nothing.
    private static let slices = 8

    private static func limiter(
        _ what: String, _ conditions: Conditions, _ stage: ReferenceStage
    ) -> [Row] {
        race(
            "limiter, \(what)", "stereo", conditions, stage, { stage.limit() },
            inC: { stage.limitInC() })
    }

    private static func race(
        _ name: String, _ remark: String, _ conditions: Conditions, _ stage: ReferenceStage,
        _ ours: @escaping () -> Void, inC other: @escaping () -> Void
    ) -> [Row] {
        func contender(
            _ peer: String?, _ remark: String, _ work: @escaping () -> Void
        ) -> Contender {
            Contender.timed(
                remark, peer: peer, leastRatio: peer == nil ? nil : leastRatio,
                seconds: conditions.raceSeconds, runs: rounds,
                figure: { Double(slices) * ReferenceStage.secondsOfSlice * 1e9 / $0 },
                work: { times in
                    for _ in 0..<slices * times { work() }
                    return UInt64(stage.left[0].bitPattern ^ stage.output[0].bitPattern)
                })
        }
        let contenders = [
            contender(nil, remark, ours), contender("C", "clang -O3, the same samples", other),
        ]
        return Race(unit: .timesRealTime, contenders: contenders, rounds: rounds).run(
            "kernels/\(name)")
    }
}
