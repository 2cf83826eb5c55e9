extension ToneSound {
    /// As catalogues have it.
    package var name: String { "\(self)" }

    /// Root mean square while it is on, at gain 1.
    package var rootMeanSquare: Double { ToneBank.rootMeanSquare(self) }
}
