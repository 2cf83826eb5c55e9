/// The alarm tones. All are synthetic, so that nothing can be missing when one must ring. To add one, write a
/// function for its score and add a case here. The numbers must not change, because saved state may contain them.
package enum ToneSound: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case digital, classic, beep, siren, buzzing, bell, chimes, ding, glass, dawn, harp

    /// Equality that the `@_noLocks` check can follow; an enum's `==` calls generic code.
    @_noLocks
    func isSame(as other: ToneSound) -> Bool {
        rawValue == other.rawValue
    }

    /// How much softer than the others it rings at the same volume, in dB (law, 6.8). Those of equal level are within
    /// 1.5 LU of each other; a gentle one lies at least 6 LU under the siren.
    package var softness: Float {
        switch self {
        case .dawn, .harp: 7
        case .digital, .classic, .beep, .siren, .buzzing, .bell, .chimes, .ding, .glass: 0
        }
    }

    /// Whether it begins below hearing when it rises in a ramp (law, 6.8).
    var beginsBelowHearing: Bool {
        @_noLocks get { isSame(as: .dawn) }
    }

    /// Builds the tone's table for every mixer, present and future, if there is none yet. Takes some milliseconds on a
    /// small machine.
    ///
    /// A scene does so with its tones. Call it before for a tone that an alarm will need, so that a ring waits for
    /// nothing.
    package func prepare() { ToneStore.shared.prepare(self) }

    /// Whether `prepare` was called.
    package var isPrepared: Bool { ToneStore.shared.isPrepared(self) }

    /// Uses once all that building a tone uses, so that its pages are in memory, and keeps nothing.
    package static func rehearseBuilding() { ToneBank.rehearse() }
}
