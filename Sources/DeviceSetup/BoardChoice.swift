import BoardFiles
import BoundedJSON
import ClockTime
import Drivers
import HAL

/// The board that the user names or describes.
enum BoardChoice {
    /// - Parameter known: the names of the system's board files; nil if they are unavailable here.
    static func named(
        _ name: String, known: Set<String>?
    ) throws(SetupRefusal) -> SetupRequest.Board {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { SetupValues.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        guard let known else {
            guard isName else {
                throw SetupRefusal(
                    name,
                    mustBe: "the name of a board file, such as \"ht16k33-7seg\", or the"
                        + " object of a board file")
            }
            return .named(name)
        }
        guard isName, known.contains(name) else {
            throw SetupRefusal(
                name,
                mustBe: "one of " + known.sorted().joined(separator: ", ")
                    + ", or the object of a board file")
        }
        return .named(name)
    }

    /// The bytes of a board file, validated so that the firmware will accept them.
    static func checked(_ value: JSONValue) throws(BoardDescription.Problem) -> [UInt8] {
        let board = try BoardFile.read(value)
        do throws(CatalogError) {
            if let display = board.display { _ = try Catalog.makePanel(for: display) }
            if case .chip(let chip) = board.light { _ = try Catalog.makeLightSensor(for: chip) }
        } catch {
            throw BoardDescription.Problem(catalog: error)
        }
        return value.line()
    }
}

extension SetupRequest {
    static func zone(
        _ name: String, in zones: inout some ZoneReader
    ) throws(SetupRefusal) -> Zone {
        do throws(TextFormError) {
            return try zones.zone(named: name)
        } catch {
            throw SetupRefusal(error.message)
        }
    }
}
