/// The known word that was probably meant, if one is near enough.
///
/// Near means few mistakes for its length: one in a word of up to 4 letters, two in a longer one. A
/// mistake is a letter too many, too few, wrong, or two neighbours exchanged.
func nearest(to word: String, among known: [String]) -> String? {
    // Longer words are no mistyped names, and the comparison grows with the square of the length.
    guard (2...32).contains(word.count) else { return nil }
    let word = word.lowercased()
    let allowed = word.count <= 4 ? 1 : 2
    let ranked = known.map { (name: $0, distance: editDistance(word, $0.lowercased())) }
    let best = ranked.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= allowed ? $0.name : nil }
}

/// Damerau's distance, in the form that moves no letter twice ("optimal string alignment").
private func editDistance(_ one: String, _ other: String) -> Int {
    let one = Array(one)
    let other = Array(other)
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
        var current = [row + 1]
        for column in other.indices {
            let isSame = one[row] == other[column]
            var distance = min(
                last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
            if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                distance = min(distance, beforeLast[column - 1] + 1)
            }
            current.append(distance)
        }
        (beforeLast, last) = (last, current)
    }
    return last.last ?? one.count
}
