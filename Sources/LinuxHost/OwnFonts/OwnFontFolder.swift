import Glibc
package import HAL

/// The own fonts as files in one folder: `<id>.bdf`.
package final class OwnFontFolder: OwnFontStorage {
    private let folder: String

    private static let ending = ".bdf"

    /// The folder of a clock with this state folder; created with the first font.
    package init(inState folder: String) {
        self.folder = "\(folder)/own-fonts"
    }

    package func scan(limit: Int) throws(OwnFontStorageError) -> [OwnFontFile] {
        do throws(CallFailure) {
            return try OwnFiles.ids(in: folder, ending: OwnFontFolder.ending).map { id in
                OwnFontFile(id: id, content: content(of: id, limit: limit))
            }
        } catch {
            throw .failed("cannot list \(folder): \(systemMessage(error.errno))")
        }
    }

    private func content(of id: String, limit: Int) -> Result<[UInt8], OwnFontStorageError> {
        do throws(FileError) {
            return .success(try FileReading.bytes(at: path(of: id), limit: limit))
        } catch {
            return .failure(.failed(error.description))
        }
    }

    package func read(_ file: PassedFile, limit: Int) throws(OwnFontStorageError) -> [UInt8] {
        do throws(PassedFileError) {
            return try LinuxPassedFiles().bytes(of: file, limit: limit)
        } catch {
            let advice = error.isTooLarge ? ". Choose a font with fewer characters" : ""
            throw .failed("the file \(error.reason)\(advice)")
        }
    }

    package func replace(_ id: String, with bytes: [UInt8]) throws(OwnFontStorageError) {
        guard OwnFiles.isPlain(id) else { throw .failed("\"\(id)\" is no name of a font") }
        do throws(FileError) {
            try FileReplacing.replace(path(of: id), with: bytes)
        } catch {
            if case .failed(_, _, let errno) = error, errno == ENOSPC || errno == EDQUOT {
                throw .full
            }
            throw .failed(error.description)
        }
    }

    package func remove(_ id: String) throws(OwnFontStorageError) {
        guard OwnFiles.isPlain(id) else { throw .failed("\"\(id)\" is no name of a font") }
        do throws(CallFailure) {
            try OwnFiles.remove(path(of: id))
        } catch {
            throw .failed("cannot remove \(path(of: id)): \(systemMessage(error.errno))")
        }
    }

    private func path(of id: String) -> String { "\(folder)/\(id)\(OwnFontFolder.ending)" }
}
