import BoundedJSON
import ClockCore
import Control
import HAL

/// Writes backups into the files that come with requests, and reads them from there (product, X6).
///
/// Theory of operation. The machine makes what is written and takes up what is read; it is not asked before the whole file
/// is found to be good, and the reading is done here, on the thread of all own files. Own sounds and fonts lie behind the
/// backup's text (`BackupFile`). Their contents pass in blocks, because sounds may have 500 MB: once for the checksums and
/// once to be copied. So each file is checked whole before the first sound is added. Sounds and fonts come before the rest:
/// then the machine knows what the clock has.
struct BackupHost {
    let access: any PassedFileAccess
    let zones: any ZoneSource
    let files: PassedFiles

    /// Why a backup cannot be written or read: a clause that follows "the file".
    struct Fault: Error {
        var reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// An own sound or font, and where its bytes come from.
    struct Source {
        var file: OwnFile
        /// So many bytes from a place on.
        var bytes: (_ place: Int, _ count: Int) throws(Fault) -> [UInt8]

        /// Passes all bytes on, in blocks.
        func forEachBlock(_ take: (_ block: [UInt8]) throws(Fault) -> Void) throws(Fault) {
            var place = 0
            while place < file.bytes {
                let block = try bytes(place, min(OwnSoundLibrary.block, file.bytes - place))
                guard !block.isEmpty else {
                    throw Fault("can't have \(file.name): it has ended too early")
                }
                try take(block)
                place += block.count
            }
        }

        func checksum() throws(Fault) -> UInt32 {
            var sum = CRC32C()
            try forEachBlock { block in sum.update(block[...]) }
            return sum.value
        }
    }

    /// A backup that was read, with its own sounds and fonts.
    struct Given {
        var backup: Backup
        var sources: [Source]
    }

    private func file(of request: RequestID) throws(Fault) -> PassedFile {
        guard let file = files.take(of: request) else {
            throw Fault("no open file came with the request; pass one by SCM_RIGHTS")
        }
        return file
    }

    private func passed<Value>(
        _ call: () throws(PassedFileError) -> Value
    ) throws(Fault) -> Value {
        do throws(PassedFileError) {
            return try call()
        } catch {
            throw Fault(error.reason)
        }
    }

    // MARK: - Writing

    /// - Returns: the backup with its files.
    func write(
        _ backup: Backup, _ sources: [Source], for request: RequestID
    ) throws(Fault) -> Backup {
        let file = try file(of: request)
        guard try passed({ () throws(PassedFileError) in try access.size(of: file) }) == 0 else {
            throw Fault("has something in it; an empty one is needed")
        }
        var backup = backup
        for source in sources {
            var own = source.file
            own.checksum = try source.checksum()
            backup.files.append(own)
        }
        var place = 0
        func append(_ bytes: [UInt8]) throws(Fault) {
            try passed { () throws(PassedFileError) in
                try access.write(bytes, to: file, at: place)
            }
            place += bytes.count
        }
        try append(BackupFile.json(of: backup).line())
        for source in sources { try source.forEachBlock(append) }
        return backup
    }

    // MARK: - Reading

    func read(for request: RequestID) throws(Fault) -> Given {
        let file = try file(of: request)
        let size = try passed { () throws(PassedFileError) in try access.size(of: file) }
        var (backup, place): (Backup, Int)
        do throws(BackupFileError) {
            (backup, place) = try BackupFile.read(ofSize: size) {
                place, count throws(BackupFileError) in
                do throws(PassedFileError) {
                    return try access.bytes(of: file, at: place, count: count)
                } catch {
                    throw BackupFileError(error.reason)
                }
            }
        } catch {
            throw Fault(error.reason)
        }
        for name in backup.zoneNames.sorted() {
            guard case .success(let zone) = zones.zone(named: name) else {
                throw Fault(
                    "has the time zone \"\(name)\", which this clock does not know. Update "
                        + "this clock first")
            }
            backup.zones.append(zone)
        }
        var sources: [Source] = []
        for own in backup.files {
            let start = place
            sources.append(
                Source(file: own) { [self] place, count throws(Fault) in
                    try passed { () throws(PassedFileError) in
                        try access.bytes(of: file, at: start + place, count: count)
                    }
                })
            place += own.bytes
        }
        for source in sources {
            guard try source.checksum() == source.file.checksum else {
                throw Fault(
                    "is damaged: \"\(source.file.name)\" has a wrong checksum. Take another backup")
            }
        }
        return Given(backup: backup, sources: sources)
    }
}
