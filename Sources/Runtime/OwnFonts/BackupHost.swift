import ClockCore
import Control
import HAL

/// Reads the backups that come with requests, and finds the rules of the zones in them (product, X6).
///
/// The machine is not asked before the whole file is found to be good. It takes little time there then: the reading is
/// done here.
struct BackupHost {
    let reader: any PassedFileReader
    let zones: any ZoneSource
    let files: PassedFiles

    func answer(_ request: RequestID, isDryRun: Bool) -> [Event] {
        do throws(BackupFault) {
            return [.backupRead(request, try backup(of: request), isDryRun: isDryRun)]
        } catch {
            let fault = CommandError.invalid(field: "file", .inWords(error.reason))
            return [.answered(request, .refused(fault))]
        }
    }

    private struct BackupFault: Error { var reason: String }

    private func backup(of request: RequestID) throws(BackupFault) -> Backup {
        guard let file = files.take(of: request) else {
            throw BackupFault(
                reason: "no open file came with the request; pass one by SCM_RIGHTS")
        }
        let bytes: [UInt8]
        do throws(PassedFileError) {
            bytes = try reader.bytes(of: file, limit: BackupFile.limit)
        } catch {
            throw BackupFault(reason: error.reason)
        }
        var backup: Backup
        do throws(BackupFileError) {
            backup = try BackupFile.backup(from: bytes)
        } catch {
            throw BackupFault(reason: error.reason)
        }
        for name in backup.zoneNames.sorted() {
            guard case .success(let zone) = zones.zone(named: name) else {
                throw BackupFault(
                    reason: "has the time zone \"\(name)\", which this clock does not know. Update "
                        + "this clock first")
            }
            backup.zones.append(zone)
        }
        return backup
    }
}
