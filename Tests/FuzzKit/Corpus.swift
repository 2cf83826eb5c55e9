package import Foundation

/// The files from which inputs are made.
package enum Corpus {
    /// All files of a folder, by name. `.lines` files hold one input a line. `.hex` files hold bytes as pairs of
    /// digits, with remarks after "#", so that people can read binary inputs.
    package static func files(in folder: URL) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let files = try names.flatMap { name in
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            if name.hasSuffix(".lines") {
                return bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
            }
            return [name.hasSuffix(".hex") ? try decoded(bytes, name) : bytes]
        }
        try expect(!files.isEmpty, "\(folder.path) holds no file")
        return files
    }

    private static func decoded(_ text: [UInt8], _ name: String) throws -> [UInt8] {
        var digits: [UInt8] = []
        for line in text.split(separator: UInt8(ascii: "\n")) {
            for character in line.prefix(while: { $0 != UInt8(ascii: "#") })
            where character > UInt8(ascii: " ") {
                guard let digit = UInt8(String(decoding: [character], as: UTF8.self), radix: 16)
                else { throw FuzzFinding("\(name) holds something else than hexadecimal digits") }
                digits.append(digit)
            }
        }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
