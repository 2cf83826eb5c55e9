import Glibc

/// Checks who may write to the clock's folders.
package enum FolderRights {
    /// The problems of the state folder and its sounds folder, in sentences.
    package static func problem(ofState folder: String) -> String? {
        let problems = [folder, OwnSoundFolder.path(inState: folder)].compactMap(problem(of:))
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// The problem with a folder: someone other than root and us can add or remove files there. Nil if nobody can, or
    /// there is no such folder.
    static func problem(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            return "the folder \(path) belongs to another user (number \(status.st_uid)), who can "
                + "change the clock's files"
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) != 0 else { return nil }
        let who = status.st_mode & S_IWOTH != 0 ? "every user" : "its group"
        return "\(who) can change the clock's files in the folder \(path)"
    }
}
