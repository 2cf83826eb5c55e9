import HAL
import Synchronization

/// An in-memory folder of own sounds.
final class MemoryOwnSounds: OwnSoundStorage {
    struct State {
        var index: [UInt8]?
        var files: [String: OwnSoundFile] = [:]
        var contents: [String: [UInt8]] = [:]
        /// With what was written into them: nothing by a scripted import.
        var drafts: [String: [UInt8]] = [:]
        var free = 10_000_000_000
        var failsIndex = false
    }

    let state = Mutex(State())

    func readIndex() -> [UInt8]? { state.withLock { $0.index } }

    func replaceIndex(_ bytes: [UInt8]) throws(OwnSoundStorageError) {
        let isFull = state.withLock { state in
            if !state.failsIndex { state.index = bytes }
            return state.failsIndex
        }
        if isFull { throw .full }
    }

    func scan() -> [OwnSoundFile] {
        state.withLock { $0.files.values.sorted { $0.id < $1.id } }
    }

    func holds(_ id: String) -> Bool { state.withLock { $0.files[id] != nil } }

    func freeBytes() -> Int { state.withLock { $0.free } }

    func makeDraft(_ id: String) -> String {
        state.withLock { $0.drafts[id] = [] }
        return "/sounds/\(id).wav.new"
    }

    func extendDraft(_ id: String, with bytes: [UInt8]) throws(OwnSoundStorageError) {
        let isFull = state.withLock { state in
            state.drafts[id]? += bytes
            return state.drafts[id]?.count ?? 0 > state.free
        }
        if isFull { throw .full }
    }

    func bytes(of id: String, at place: Int, count: Int) -> [UInt8] {
        state.withLock { Array(($0.contents[id] ?? []).dropFirst(place).prefix(count)) }
    }

    func keepDraft(_ id: String) throws(OwnSoundStorageError) -> OwnSoundFile {
        let file = state.withLock { state -> OwnSoundFile in
            let bytes = state.drafts.removeValue(forKey: id) ?? []
            let header = Array(bytes.prefix(WaveFile.headerSize))
            let written = WaveFile.content(ofHeader: header, size: bytes.count)
            let file = OwnSoundFile(
                id: id, bytes: written == nil ? 400_112 : bytes.count,
                content: written ?? WaveContent(frames: 100_000, rate: 48_000, isLoop: true))
            (state.files[id], state.contents[id]) = (file, bytes)
            return file
        }
        return file
    }

    func dropDraft(_ id: String) { state.withLock { $0.drafts[id] = nil } }

    func remove(_ id: String) { state.withLock { state in state.files[id] = nil } }
}
