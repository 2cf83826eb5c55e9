import BoardFiles
import HAL

/// The overlays of a board, compared with those on the card. The Pi's firmware passes over one that is missing, and
/// over a parameter that it does not know, and says so to nobody.
package enum BoardOverlays {
    /// The card's folder of overlays, and the ending of its files.
    package static let folder = "overlays"
    package static let ending = ".dtbo"

    /// - Parameters:
    ///   - board: a board file.
    ///   - known: the names of the card's overlays.
    ///   - read: the bytes of the overlay of that name.
    package static func mistakes(
        inBoard board: [UInt8], known: [String], read: (String) -> [UInt8]?
    ) -> [SetupMistake] {
        // A board file that is wrong is reported where it is taken.
        let description = try? BoardFile.parse(board)
        return (description?.overlays ?? []).compactMap(BoardDescription.Overlay.init)
            .flatMap { overlay -> [SetupMistake] in
                guard known.contains(overlay.name), let bytes = read(overlay.name) else {
                    return [
                        mistake(
                            "the overlay \"\(overlay.name)\" is not on the card, so what it is for does not work;"
                                + " there are \(known.joined(separator: ", "))")
                    ]
                }
                return overlay.parameters.map(\.name).filter { !has($0, in: bytes) }.map {
                    mistake(
                        "the overlay \"\(overlay.name)\" has no parameter \"\($0)\", which is ignored"
                    )
                }
            }
    }

    private static func mistake(_ message: String) -> SetupMistake {
        SetupMistake(file: DeviceSetup.fileName, field: "board", message: message)
    }

    /// Among the names in the overlay's file, each of which has a zero byte on both sides.
    private static func has(_ parameter: String, in bytes: [UInt8]) -> Bool {
        bytes.split(separator: 0).contains { $0.elementsEqual(parameter.utf8) }
    }
}
