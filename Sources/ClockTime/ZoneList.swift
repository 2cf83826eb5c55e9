/// The zones that tzdata.zi names, and their other names: its lines "Z NAME …" and "L NAME OTHER".
///
/// Debian 13 has files for old names such as US/Pacific in a package of their own alone. With this list they mean the same
/// on every system.
package struct ZoneList: Sendable {
    /// In the file's order.
    package private(set) var names: [String] = []
    private var targets: [String: String] = [:]

    /// The real file is some 100 kB; a larger one is something else.
    package static let largestFile = 1 << 20

    /// - Parameter file: empty or damaged: it names none.
    package init(_ file: [UInt8]) {
        for line in file.split(separator: UInt8(ascii: "\n")) {
            guard line.first == UInt8(ascii: "Z") || line.first == UInt8(ascii: "L") else {
                continue
            }
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
                .map { String(decoding: $0, as: UTF8.self) }
            guard words.count > 2, ["Z", "L"].contains(words[0]), ZoneName.isValid(words[1]) else {
                continue
            }
            if words[0] == "Z" {
                names.append(words[1])
            } else if ZoneName.isValid(words[2]) {
                names.append(words[2])
                targets[words[2]] = words[1]
            }
        }
    }

    /// The zone that another name stands for; nil if it stands for none. A link to a link, which tzdata has none of, could
    /// go round, and is not followed.
    package func target(of name: String) -> String? {
        targets[name].flatMap { targets[$0] == nil ? $0 : nil }
    }
}
