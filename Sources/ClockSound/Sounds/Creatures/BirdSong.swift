/// The song of one bird, note by note.
///
/// Each kind is a grammar of notes based on sonagrams (Catchpole and Slater, "Bird Song", 2nd ed., 2008;
/// Constantine, "The Sound Approach to Birding", 2006): how many notes, how long, from which pitch to which, how
/// fast one after another. The figures of each kind are those of Cramp (ed.), "The Birds of the Western Palearctic",
/// vols. 4 to 8, 1985 to 1994. Syllables are sweeps, many of an octave in 60 ms, and the loud ones have a second
/// harmonic: even steady whistles would be an ocarina's. Each bird has its own repertoire of motifs, which are functions of its number. Each
/// time it sings one, every note varies slightly and the number of notes is random. So listeners recognise the
/// bird but never hear the same phrase twice.
struct BirdSong: BitwiseCopyable {
    enum Kind: BitwiseCopyable {
        /// Slow, fluted notes, 1.6 to 2.9 kHz, and a soft twitter at the end.
        case blackbird
        /// Two notes, high and low, over and over: nearly six kHz and nearly four, three times a second.
        case greatTit
        /// Three rattling series of steep falling notes, each lower and faster, and a flourish.
        case chaffinch
        /// Short groups that differ: thin high notes, warbles, rattles, slow slurs.
        case robin
        /// Loud and long, sixty notes and more: pairs and two trills of twenty notes a second.
        case wren
        /// Collared dove: three low coos, the second the longest, and again.
        case dove
        /// Single chirps, arched, buzzing and rich.
        case sparrow
        /// Two notes in any order, each a steep fall, three a second: as steady as a saw.
        case chiffchaff
    }

    private let kind: Kind
    /// The seed of its repertoire.
    private let seed: UInt64
    private var motif: UInt64 = 0
    /// The index of the next note, and the number of notes in the phrase.
    private var place = 0
    private var count = 0

    @_noLocks
    init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        self.seed = seed
    }

    /// The next note. The first note of a phrase includes the pause before it.
    @_noLocks
    mutating func next(_ chance: inout Chance) -> Note {
        var pause: Float = 0
        if place >= count {
            pause = startPhrase(&chance)
        }
        // The fixed properties of this note of this motif.
        var own = Chance(seed: seed &+ motif &* 64 &+ UInt64(place))
        // The first draws of adjacent seeds are similar, so discard one.
        _ = own.even()
        var note: Note
        switch kind {
        case .blackbird: note = blackbird(&own)
        case .greatTit: note = greatTit()
        case .chaffinch: note = chaffinch()
        case .robin: note = robin(&own)
        case .wren: note = wren(&own)
        case .dove: note = dove()
        case .sparrow: note = sparrow(&own)
        case .chiffchaff: note = chiffchaff(&own)
        }
        place += 1
        let off = 1 + 0.008 * chance.bell()
        note.from *= off
        note.middle *= off
        note.to *= off * (1 + 0.006 * chance.bell())
        note.length *= 1 + 0.05 * chance.bell()
        note.level *= 1 + 0.10 * chance.bell()
        note.wait = note.wait * (1 + 0.10 * chance.bell()) + pause
        return note
    }

    /// Chooses a motif and its length this time; returns the silence before it.
    @_noLocks
    private mutating func startPhrase(_ chance: inout Chance) -> Float {
        place = 0
        switch kind {
        case .blackbird:
            motif = UInt64(chance.even() * 7)
            count = 6 + Int(chance.even() * 5)
            return chance.between(2.5, 6)
        case .greatTit:
            motif = UInt64(chance.even() * 3)
            count = 2 * (4 + Int(chance.even() * 4))
            return chance.between(3, 8)
        case .chaffinch:
            motif = UInt64(chance.even() * 3)
            count = 22 + Int(chance.even() * 5)
            return chance.between(5, 11)
        case .robin:
            motif = UInt64(chance.even() * 12)
            count = 12 + Int(chance.even() * 12)
            return chance.between(3, 8)
        case .wren:
            motif = UInt64(chance.even() * 3)
            count = 54 + Int(chance.even() * 12)
            return chance.between(6, 14)
        case .dove:
            motif = UInt64(chance.even() * 2)
            count = 3 * (3 + Int(chance.even() * 5))
            return chance.between(6, 18)
        case .sparrow:
            motif = UInt64(chance.even() * 6)
            count = 2 + Int(chance.even() * 5)
            return chance.between(1.5, 5)
        case .chiffchaff:
            motif = UInt64(chance.even() * 9)
            count = 8 + Int(chance.even() * 8)
            return chance.between(4, 10)
        }
    }

    /// Numbers that identify the bird, 0 ..< 1: the same for every motif, or for this one.
    @_noLocks
    private func trait(_ number: UInt64, ofMotif: Bool = false) -> Float {
        var own = Chance(seed: seed &+ 1000 &+ number &+ (ofMotif ? 100 &* (motif &+ 1) : 0))
        _ = own.even()
        return own.even()
    }
}

// MARK: - Kinds

extension BirdSong {
    @_noLocks
    private func blackbird(_ own: inout Chance) -> Note {
        if place >= count - 4 {
            let high = own.between(4000, 6600)
            var note = Note(
                wait: place == count - 4 ? 0.10 : 0.015, length: own.between(0.03, 0.06),
                from: high * own.between(0.8, 1.25), middle: high,
                to: high * own.between(0.7, 1.2), level: 0.2, shape: .round)
            note.vibratoRate = 80
            note.vibratoDepth = 0.05
            return note
        }
        let pitch = own.ratio(1650, 2750)
        var note = Note(
            wait: own.between(0.02, 0.10), length: own.between(0.10, 0.32), from: pitch,
            middle: pitch * own.between(0.93, 1.08), to: pitch * own.between(0.82, 1.15),
            level: own.between(0.7, 1), shape: .flat)
        note.overtone = 0.06
        if own.even() > 0.7 {
            note.vibratoRate = own.between(18, 30)
            note.vibratoDepth = 0.03
        }
        return note
    }

    @_noLocks
    private func greatTit() -> Note {
        let high = 5700 + 500 * trait(1)
        let fall = 0.59 + 0.06 * trait(2, ofMotif: true)
        let isFirst = place & 1 == 0
        let pitch = isFirst ? high : high * fall
        var note = Note(
            wait: isFirst ? 0.08 : 0.06, length: (isFirst ? 0.07 : 0.12) + 0.02 * trait(3),
            from: pitch * 1.06, middle: pitch, to: pitch * 0.98, level: isFirst ? 0.8 : 1,
            shape: .flat)
        note.overtone = 0.05
        return note
    }

    /// The first two thirds of the notes in three series, then four notes up and down.
    @_noLocks
    private func chaffinch() -> Note {
        let pitch = 4700 + 500 * trait(1)
        let last = count - 4
        if place >= last {
            let flourish = place - last
            let rises = flourish & 1 == 0
            let length: Float = flourish == 3 ? 0.15 : 0.05
            let high = pitch * (flourish == 3 ? 1.15 : 1.25)
            var note = Note(
                wait: flourish == 0 ? 0.03 : 0.01, length: length,
                from: rises ? pitch * 0.6 : high, middle: pitch * (flourish == 3 ? 0.7 : 0.85),
                to: rises ? high : pitch * 0.5, level: 0.9, shape: .round)
            note.overtone = 0.1
            return note
        }
        let series = 3 * place / last
        let tone = pitch * (series == 0 ? 1 : (series == 1 ? 0.80 : 0.67))
        let share = Float(place) / Float(last)
        var note = Note(
            wait: 0.048 - 0.022 * share, length: 0.062 - 0.012 * share, from: tone * 1.38,
            middle: tone, to: tone * 0.72, level: 0.45 + 0.5 * share, shape: .round)
        note.overtone = 0.06
        return note
    }

    /// Groups of four notes; each group is of one of four manners.
    @_noLocks
    private func robin(_ own: inout Chance) -> Note {
        let group = UInt64(place / 4)
        let manner = trait(20 + group, ofMotif: true)
        let own4 = trait(40 + group, ofMotif: true)
        let begins: Float = place & 3 == 0 ? 0.06 : 0
        if manner < 0.25 {
            let pitch = 5600 + 1800 * own4
            return Note(
                wait: 0.03 + begins, length: own.between(0.05, 0.10),
                from: pitch * own.between(0.95, 1.1), middle: pitch,
                to: pitch * own.between(0.85, 1), level: 0.4, shape: .round)
        }
        let pitch = 2600 + 2600 * own4
        if manner < 0.5 {
            return Note(
                wait: 0.015 + begins, length: 0.045, from: pitch * 1.35, middle: pitch,
                to: pitch * 0.75, level: 0.7, shape: .round)
        }
        let slur = own.between(0.85, 1.2)
        var note = Note(
            wait: 0.03 + begins, length: own.between(0.08, 0.17), from: pitch * slur,
            middle: pitch * own.between(0.9, 1.1), to: pitch * own.between(0.75, 1.2), level: 0.8,
            shape: .flat)
        if manner < 0.75 {
            note.vibratoRate = 28 + 16 * own4
            note.vibratoDepth = own.between(0.03, 0.08)
        }
        return note
    }

    /// Five notes, four pairs, a trill, four pairs, a trill, and a last note.
    @_noLocks
    private func wren(_ own: inout Chance) -> Note {
        let pitch = 5200 + 700 * trait(1)
        if place < 5 || place == count - 1 {
            let tone = pitch * own.between(0.8, 1.15)
            return Note(
                wait: 0.05, length: own.between(0.03, 0.07), from: tone * own.between(0.95, 1.3),
                middle: tone, to: tone * own.between(0.7, 0.95), level: 0.6, shape: .round)
        }
        let half = (count - 6) / 2
        let section = (place - 5) / half
        let inside = (place - 5) % half
        let isTrill = inside >= 8
        let tone =
            pitch
            * (0.78 + 0.25 * trait(UInt64(10 + 2 * section + (isTrill ? 1 : 0)), ofMotif: true))
        if isTrill {
            return Note(
                wait: 0.018, length: 0.03, from: tone * 1.2, middle: tone * 0.98,
                to: tone * 0.78, level: 0.85, shape: .round)
        }
        let isFirst = inside & 1 == 0
        return Note(
            wait: isFirst ? 0.05 : 0.02, length: isFirst ? 0.05 : 0.035,
            from: tone * (isFirst ? 1.35 : 0.8), middle: tone * (isFirst ? 1 : 1.1),
            to: tone * (isFirst ? 0.8 : 1.25), level: isFirst ? 0.9 : 0.7, shape: .round)
    }

    @_noLocks
    private func dove() -> Note {
        let beat = place % 3
        let pitch = 532 + 16 * trait(1)
        let length: Float = beat == 1 ? 0.55 : (beat == 0 ? 0.30 : 0.28)
        var note = Note(
            wait: beat == 0 ? 0.35 : 0.08, length: length, from: pitch * 0.95,
            middle: pitch * (beat == 1 ? 1.06 : 1), to: pitch * 0.97,
            level: beat == 1 ? 1 : 0.85, shape: .flat)
        note.overtone = 0.05
        return note
    }

    @_noLocks
    private func sparrow(_ own: inout Chance) -> Note {
        let pitch = own.ratio(3000, 3900)
        var note = Note(
            wait: own.between(0.25, 0.5), length: own.between(0.08, 0.13),
            from: pitch * own.between(0.8, 0.9),
            middle: pitch * own.between(1.1, 1.25), to: pitch * own.between(0.75, 0.85),
            level: own.between(0.6, 1), shape: .round)
        note.vibratoRate = 90
        note.vibratoDepth = 0.03
        note.overtone = 0.35
        return note
    }

    @_noLocks
    private func chiffchaff(_ own: inout Chance) -> Note {
        let pitch = (4100 + 300 * trait(1)) * (own.even() > 0.5 ? 1.18 : 1)
        var note = Note(
            wait: 0.26, length: 0.08, from: pitch * 1.6, middle: pitch, to: pitch * 0.85,
            level: 0.9, shape: .round)
        note.overtone = 0.05
        return note
    }
}
