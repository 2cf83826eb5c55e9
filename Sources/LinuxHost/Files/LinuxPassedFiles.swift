import Glibc
package import HAL

/// Reads and writes files that other processes opened, whatever they are.
package struct LinuxPassedFiles: PassedFileAccess {
    private let calls = KernelFileCalls()

    package init() {}

    package func bytes(of file: PassedFile, limit: Int) throws(PassedFileError) -> [UInt8] {
        let size = try size(of: file)
        guard size <= limit else {
            throw PassedFileError(FileRefusal.isTooLarge(limit: limit).words, isTooLarge: true)
        }
        return try bytes(of: file, at: 0, count: size)
    }

    package func size(of file: PassedFile) throws(PassedFileError) -> Int {
        try asked { () throws(CallFailure) in
            let status = try calls.status(file.number)
            guard status.isRegular else {
                throw CallFailure(errno: EINVAL, refusal: .isNotRegular)
            }
            return status.size
        }
    }

    package func bytes(
        of file: PassedFile, at place: Int, count: Int
    ) throws(PassedFileError) -> [UInt8] {
        try asked { () throws(CallFailure) in
            try calls.bytes(of: file.number, at: place, count: count)
        }
    }

    package func write(
        _ bytes: [UInt8], to file: PassedFile, at place: Int
    ) throws(PassedFileError) {
        try asked { () throws(CallFailure) in
            guard try calls.status(file.number).isRegular else {
                throw CallFailure(errno: EINVAL, refusal: .isNotRegular)
            }
            try calls.writeAll(bytes, to: file.number, at: place)
        }
    }

    private func asked<Value>(
        _ call: () throws(CallFailure) -> Value
    ) throws(PassedFileError) -> Value {
        do throws(CallFailure) {
            return try call()
        } catch {
            throw PassedFileError(error.refusal?.words ?? systemMessage(error.errno))
        }
    }
}
