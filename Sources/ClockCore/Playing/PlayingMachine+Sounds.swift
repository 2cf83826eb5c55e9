import ClockTime

// The sounds of the catalogue, and the person's own. What needs files is asked of the host that owns them.
extension PlayingMachine {
    func list(_ query: SoundQuery) throws(CommandError) -> Reply {
        guard query.words.count <= SoundQuery.mostWords else {
            throw .invalid(field: "words", .tooMany(of: .words, most: SoundQuery.mostWords))
        }
        if let category = query.category, catalogue.category(category) == nil {
            throw .invalid(
                field: "category",
                .sound(.noCategory(category, among: catalogue.categories.map(\.id))))
        }
        return .sounds(catalogue.list(query))
    }

    func report(of id: SoundID) throws(CommandError) -> SoundReport {
        guard let sound = catalogue[id] else {
            throw .unknownSound(id, among: catalogue.alarmSounds)
        }
        return SoundReport(
            sound: sound, isTone: catalogue.tone(id) != nil,
            categoryName: sound.category.flatMap { catalogue.category($0)?.name },
            voice: noise.voice(of: sound))
    }

    /// Own sounds alone can be renamed and deleted.
    func refuseBuiltIn(_ id: SoundID) throws(CommandError) {
        guard let sound = catalogue[id] else {
            let own = (catalogue.noises + catalogue.tones).filter(\.isOwn).map(\.id)
            guard !own.isEmpty else { throw .invalid(field: "sound", .sound(.noOwn)) }
            throw .unknownSound(id, among: own)
        }
        guard sound.isOwn else { throw .wrongState(.soundBuiltIn(id)) }
    }

    static func checkName(_ name: String) throws(CommandError) {
        try LabelRule.check(name, field: "name", SoundLimits.name)
    }
}
