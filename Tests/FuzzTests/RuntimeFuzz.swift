import BoardFiles
import ClockCore
import ClockTime
import FuzzKit
import HAL
import SimulatedBoard

@testable import Control
@testable import Runtime
@testable import noiseclock_sim

private struct NoZones: ZoneSource {
    var systemZoneName: String? { nil }

    func zone(named name: String) -> Result<Zone, ZoneProblem> {
        (try? FuzzZones().zone(named: name)).map { .success($0) }
            ?? .failure(ZoneProblem("there is no zone \(name.prefix(100))"))
    }

    func stamp(of name: String) -> ZoneStamp { .missing }
}

extension FuzzParser {
    static let board = FuzzParser(
        "board",
        dictionary: jsonWords + [
            "\"version\": 1", "\"driver\"", "\"ht16k33-7seg\"", "\"ht16k33-7seg-big\"",
            "\"addresses\"",
            "\"0x70\"", "\"gpio\"", "\"audio\"", "\"device\"", "\"fallback\"", "\"rotation\"",
            "180",
            "\"digitBytes\"", "\"levels\"", "\"light\"", "\"simulated\"", "\"auto\"", "\"keys\"",
        ]
    ) {
        { bytes in
            let board: BoardDescription
            do throws(BoardDescription.Problem) {
                board = try BoardFile.parse(bytes)
            } catch {
                try expect(!error.explanation.isEmpty, "refused without a word")
                return .refused
            }
            try expect((try? BoardFile.parse(bytes)) == board, "read twice, it is another board")
            do throws(BoardDescription.Problem) {
                _ = try BoardDrivers(for: board)
            } catch {
                try expect(!error.path.isEmpty, "its drivers are refused without a place")
            }
            return .accepted
        }
    }

    static let catalogue = FuzzParser(
        "catalogue",
        dictionary: jsonWords + [
            "\"version\": 1", "\"sounds\"", "\"name\"", "\"generator\"", "\"parameters\"",
            "\"file\"",
            "\"variants\"", "\"trimDecibels\"", "\"defaultVolume\"", "\"category\"",
            "\"categories\"",
            "\"order\"", "\"fades\"", "\"shape\"", "\"defaultSound\"", "\"id\": \"pink\"",
            "../../x.wav",
        ]
    ) {
        let builtIn = SoundCollection.builtIn
        return { bytes in
            do throws(CatalogueProblem) {
                _ = try CatalogueFile(reading: bytes)
            } catch {
                try expect(!error.reason.isEmpty, "refused without a word")
                return .refused
            }
            let merged = SoundCollection { name, _ in
                .success(name == SoundCollection.Kind.noises.rawValue ? bytes : nil)
            }
            guard merged.problem == nil else {
                try expect(
                    merged.catalogue == builtIn.catalogue && merged.recipes == builtIn.recipes,
                    "a refused file changed the sounds")
                return .refused
            }
            return .accepted
        }
    }

    static let script = FuzzParser(
        "script",
        dictionary: jsonWords + [
            "\"at\"", "\"+1s\"", "\"2026-03-29T01:00:00+01:00\"", "\"press\"", "\"hold\"",
            "\"release\"",
            "\"noiseclock\"", "alarm add 07:30", "\"snooze\"", "\"lux\"", "\"seconds\"",
            "\"clock\"",
            "\"bus\"", "\"sound\"", "\"power\"", "--label", "\\\"", "'",
        ]
    ) {
        { bytes in
            let lines = 1 + bytes.filter { $0 == 0x0a }.count
            do throws(ScriptError) {
                let script = try Script.parse(bytes)
                try script.checkWords(zones: NoZones())
                return .accepted
            } catch {
                try expect(
                    !error.message.isEmpty && (1...lines).contains(error.line ?? 1),
                    "the error names no line of the script: \(error)")
                try expect(!error.description.contains("\n"), "the error is not one line")
                return .refused
            }
        }
    }

    static let index = FuzzParser(
        "index",
        dictionary: jsonWords + [
            "\"form\"", "\"sounds\"", "\"id\"", "\"name\"", "\"frames\"", "\"bytes\"",
            "\"seconds\"",
            "\"playback\"", "\"loop\"", "\"once\"", "\"loudness\"", "\"level\"", "\"importedAt\"",
        ]
    ) {
        let file = OwnSoundFile(
            id: "own-rain", bytes: 192_044,
            content: WaveContent(frames: 48_000, rate: OwnSoundRules.rate, isLoop: true))
        return { bytes in
            guard let index = OwnSoundIndex(parsing: bytes) else { return .refused }
            let written = index.encoded
            guard let again = OwnSoundIndex(parsing: written) else {
                throw FuzzFinding("written, it cannot be read")
            }
            try expect(again.sounds == index.sounds, "written, it reads otherwise")
            let (kept, lost) = index.reconciled(with: [file])
            try expect(
                kept.sounds.map(\.id) == ["own-rain"] && kept.usedBytes == file.bytes,
                "the files do not count: \(kept)")
            try expect(
                lost.count >= index.sounds.count - 1, "a sound without a file was not lost")
            return .accepted
        }
    }
}
