extension ToneSound {
    /// The name in catalogues.
    package var name: String { "\(self)" }

    /// RMS while the tone is on, at gain 1.
    package var rootMeanSquare: Double { ToneBank.rootMeanSquare(self) }
}
