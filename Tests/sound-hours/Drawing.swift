import Glibc
import SoundMeasuring

/// A picture in gnuplot's format.
enum Drawing {
    /// Writes rows of levels in decibels to standard output, the lowest row first, each from left to right, as native
    /// floats.
    ///
    /// - Returns: whether everything was written.
    static func write(_ spectrogram: Spectrogram) -> Bool {
        let (columns, rows) = (spectrogram.columns, spectrogram.rows)
        let levels = (0..<rows).flatMap { row in
            (0..<columns).map { Float(spectrogram.level(column: $0, row: row)) }
        }
        return levels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var done = 0
            while done < bytes.count {
                let written = Glibc.write(STDOUT_FILENO, base + done, bytes.count - done)
                guard written > 0 || errno == EINTR else { return false }
                done += max(written, 0)
            }
            return true
        }
    }
}
