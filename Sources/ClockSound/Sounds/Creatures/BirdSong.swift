/// The song of one bird, note by note.
///
/// Each kind is a grammar of notes based on sonagrams (Catchpole and Slater, "Bird Song", 2nd ed., 2008;
/// Constantine, "The Sound Approach to Birding", 2006): how many notes, how long, from which pitch to which, how
/// fast one after another. Each bird has its own repertoire of motifs, which are functions of its number. Each
/// time it sings one, every note varies slightly and the number of notes is random. So listeners recognise the
/// bird but never hear the same phrase twice.
struct BirdSong: BitwiseCopyable {
    enum Kind: BitwiseCopyable {
        /// Slow, fluted notes, 1.6 to 2.9 kHz, and a soft twitter at the end.
        case blackbird
        /// Two notes, high and low, over and over.
        case greatTit
        /// A trill that falls and speeds up, and a flourish.
        case chaffinch
        /// Silvery runs, high and soft.
        case robin
        /// A long, fast, fine trill.
        case wren
        /// Five low coos.
        case pigeon
        /// Single chirps.
        case sparrow
        /// High, low, high, high, low: as steady as a saw.
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
        case .wren: note = wren()
        case .pigeon: note = pigeon()
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
            count = 2 * (3 + Int(chance.even() * 4))
            return chance.between(3, 9)
        case .chaffinch:
            motif = UInt64(chance.even() * 3)
            count = 11 + Int(chance.even() * 4)
            return chance.between(6, 13)
        case .robin:
            motif = UInt64(chance.even() * 12)
            count = 9 + Int(chance.even() * 10)
            return chance.between(3, 8)
        case .wren:
            motif = UInt64(chance.even() * 3)
            count = 18 + Int(chance.even() * 14)
            return chance.between(7, 18)
        case .pigeon:
            motif = UInt64(chance.even() * 2)
            count = 5 * (2 + Int(chance.even() * 2))
            return chance.between(7, 20)
        case .sparrow:
            motif = UInt64(chance.even() * 6)
            count = 1 + Int(chance.even() * 3)
            return chance.between(0.7, 3.5)
        case .chiffchaff:
            motif = UInt64(chance.even() * 9)
            count = 6 + Int(chance.even() * 8)
            return chance.between(4, 11)
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
        if place >= count - 3 {
            let high = own.between(4300, 6200)
            return Note(
                wait: place == count - 3 ? 0.12 : 0.02, length: own.between(0.03, 0.06),
                from: high, middle: high * own.between(0.85, 1.15),
                to: high * own.between(0.8, 1.2), level: 0.16, shape: .round)
        }
        let pitch = own.ratio(1650, 2750)
        var note = Note(
            wait: own.between(0.02, 0.10), length: own.between(0.10, 0.32), from: pitch,
            middle: pitch * own.between(0.93, 1.08), to: pitch * own.between(0.82, 1.15),
            level: own.between(0.7, 1), shape: .flat)
        if own.even() > 0.7 {
            note.vibratoRate = own.between(18, 30)
            note.vibratoDepth = 0.03
        }
        return note
    }

    @_noLocks
    private func greatTit() -> Note {
        let high = 3900 + 900 * trait(1)
        let fall = 0.70 + 0.14 * trait(2, ofMotif: true)
        let isFirst = place & 1 == 0
        let pitch = isFirst ? high : high * fall
        return Note(
            wait: isFirst ? 0.07 : 0.03, length: 0.09 + 0.05 * trait(isFirst ? 3 : 4),
            from: pitch * 1.02, middle: pitch, to: pitch * 0.98, level: isFirst ? 0.75 : 1,
            shape: .flat)
    }

    @_noLocks
    private func chaffinch() -> Note {
        let share = Float(place) / Float(count)
        if place >= count - 2 {
            let rises = place == count - 2
            let pitch = 3000 + 700 * trait(5)
            return Note(
                wait: 0.03, length: rises ? 0.09 : 0.16, from: rises ? pitch * 0.8 : pitch * 1.35,
                middle: rises ? pitch * 1.2 : pitch * 1.1, to: rises ? pitch * 1.4 : pitch * 0.72,
                level: 0.95, shape: .round)
        }
        let pitch = (5000 + 500 * trait(1)) * (1 - 0.42 * share)
        return Note(
            wait: 0.085 - 0.055 * share, length: 0.075 - 0.025 * share, from: pitch * 1.12,
            middle: pitch, to: pitch * 0.80, level: 0.45 + 0.5 * share, shape: .round)
    }

    @_noLocks
    private func robin(_ own: inout Chance) -> Note {
        let pitch = own.ratio(2900, 6400)
        var note = Note(
            wait: own.between(0.01, 0.09), length: own.between(0.035, 0.16), from: pitch,
            middle: pitch * own.between(0.88, 1.14), to: pitch * own.between(0.75, 1.2),
            level: own.between(0.35, 0.9), shape: .round)
        if own.even() > 0.6 {
            note.vibratoRate = own.between(30, 55)
            note.vibratoDepth = own.between(0.02, 0.06)
        }
        return note
    }

    @_noLocks
    private func wren() -> Note {
        let share = Float(place) / Float(count)
        // It swells, and drops by a step in its last third.
        let pitch = (5300 + 500 * trait(1)) * (share > 0.65 ? 0.86 : 1)
        let swell = share * (1 - share) * 4
        return Note(
            wait: 0.016, length: 0.036 + 0.012 * trait(2, ofMotif: true), from: pitch * 1.10,
            middle: pitch * 0.97, to: pitch * 0.80, level: 0.25 + 0.6 * swell, shape: .round)
    }

    @_noLocks
    private func pigeon() -> Note {
        let beat = place % 5
        let pitch = 450 + 50 * trait(1)
        // coo COO coo, coo-coo
        let length: Float = beat == 1 ? 0.62 : (beat == 2 ? 0.50 : (beat == 0 ? 0.34 : 0.28))
        let wait: Float = beat == 0 ? 0.45 : (beat == 3 ? 0.22 : 0.07)
        var note = Note(
            wait: wait, length: length, from: pitch * 0.96, middle: pitch * (beat == 1 ? 1.07 : 1),
            to: pitch * 0.95, level: beat == 1 ? 1 : 0.75, shape: .flat)
        note.vibratoRate = 27
        note.vibratoDepth = 0.006
        return note
    }

    @_noLocks
    private func sparrow(_ own: inout Chance) -> Note {
        let pitch = own.ratio(2900, 4300)
        return Note(
            wait: 0.09, length: own.between(0.05, 0.10), from: pitch * own.between(0.8, 1),
            middle: pitch * own.between(1.1, 1.3), to: pitch * own.between(0.75, 0.95),
            level: own.between(0.6, 1), shape: .round)
    }

    @_noLocks
    private func chiffchaff(_ own: inout Chance) -> Note {
        let step = own.even()
        let pitch = (3900 + 300 * trait(1)) * (step > 0.6 ? 1.17 : (step > 0.2 ? 1 : 1.07))
        return Note(
            wait: 0.15, length: 0.10, from: pitch * 1.35, middle: pitch * 1.02, to: pitch * 0.93,
            level: 0.9, shape: .round)
    }
}
