import ClockCore
import Foundation
import Testing

@testable import Runtime

@Suite("A file that names sounds") struct CatalogueFileTests {
    private func read(_ text: String) throws(CatalogueProblem) -> CatalogueFile {
        try CatalogueFile(reading: Array(text.utf8))
    }

    /// Why a file is refused.
    private func problem(with text: String) throws -> CatalogueProblem {
        do { _ = try read(text) } catch { return error }
        throw CatalogueProblem(path: "", reason: "nothing was refused")
    }

    @Test("gives sounds, and how each is made")
    func whole() throws {
        let file = try read(
            """
            {
              "version": 1, "defaultSound": "rain",
              "fades": {"inSeconds": 3, "shape": "linear"},
              "categories": [{"id": "nature", "name": "Nature", "order": 2}],
              "sounds": [
                {"id": "rain", "name": "Rain", "category": "nature", "description": "drops",
                 "icon": "cloud", "defaultVolume": 80, "trimDecibels": -2, "generator": "rain",
                 "parameters": {"rate": 100, "body": 0.5},
                 "variants": [
                   {"id": "light", "name": "Light rain"},
                   {"name": "Heavy rain", "parameters": {"rate": 900}, "trimDecibels": -1.5}]},
                {"name": "Purring Cat", "file": "cat.wav"}
              ]
            }
            """)
        #expect(file.defaultSound == SoundID("rain"))
        #expect(file.fades == FadeChanges(fadeIn: .seconds(3), shape: .linear))
        let nature = CategoryID("nature")
        #expect(file.categories == [SoundCategory(id: nature, name: "Nature", order: 2)])
        let rain = Sound(
            id: SoundID("rain"), name: "Rain", category: nature, description: "drops",
            icon: "cloud",
            variants: [
                SoundVariant(id: VariantID("light"), name: "Light rain"),
                SoundVariant(id: VariantID("heavy-rain"), name: "Heavy rain"),
            ], defaultVolume: Percent(clamping: 80))
        #expect(file.sounds == [rain, Sound(id: SoundID("purring-cat"), name: "Purring Cat")])
        let recipe = try #require(file.recipes[SoundID("rain")])
        #expect(recipe.source == .generator("rain"))
        let usual: [String: Double] = ["rate": 100, "body": 0.5]
        #expect(recipe.form(of: nil) == .init(parameters: usual, trimDecibels: -2))
        #expect(recipe.form(of: VariantID("light")) == recipe.form)
        #expect(
            recipe.form(of: VariantID("heavy-rain"))
                == .init(parameters: ["rate": 900, "body": 0.5], trimDecibels: -3.5))
        #expect(
            file.recipes[SoundID("purring-cat")] == SoundRecipe(source: .file("cat")))
    }

    private static let pink = #"{"name": "Pink", "generator": "pink"}"#

    @Test(
        "with a mistake is refused with its place and reason",
        arguments: [
            (#"{"version": 2}"#, "version", "it must be 1"), (#"{}"#, "version", "is missing"),
            (#"[1]"#, "", "is no JSON object"),
            ("{\n\"version\": 1,\n}", "", "byte 1 of its line 3"),
            (#"{"version": 1, "sound": []}"#, "sound", "\"sounds\" is near"),
            (#"{"version": 1, "fades": {"inSeconds": 61}}"#, "fades.inSeconds", "from 0 to 60"),
            (#"{"version": 1, "categories": [{"id": "A"}]}"#, "categories[0].id", "small letters"),
            (#"{"version": 1, "sounds": [{"generator": "x"}]}"#, "sounds[0].name", "is missing"),
            (#"{"version": 1, "sounds": [{"name": "x"}]}"#, "sounds[0].generator", "audio file"),
            (
                #"{"version": 1, "sounds": [{"name": "x", "generator": "a", "file": "b"}]}"#,
                "sounds[0].file", "without a generator"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "file": "../a"}]}"#, "sounds[0].file",
                "without its folder"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "file": "My Cat.wav"}]}"#,
                "sounds[0].file", "small letters"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "file": ".wav"}]}"#, "sounds[0].file",
                "cat.wav"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "雨", "generator": "a"}]}"#, "sounds[0].id",
                "none can be made"
            ),
            (
                #"{"version": 1, "sounds": ["# + pink + "," + pink + "]}", "sounds[1].id",
                "\"pink\" is there already"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "generator": "a", "parameters": {"r": "1"}}]}"#,
                "sounds[0].parameters.r", "must be a number"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "generator": "a", "variants": "#
                    + #"[{"name": "a"}, {"name": "A"}]}]}"#, "sounds[0].variants[1].id",
                "is there already"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "generator": "a", "trimDecibels": 25}]}"#,
                "sounds[0].trimDecibels", "-60 to 24"
            ),
            (
                #"{"version": 1, "sounds": [{"name": "x", "generator": "a", "volume": 5}]}"#,
                "sounds[0].volume", "no such field"
            ),
        ])
    func mistakes(text: String, path: String, part: String) throws {
        let problem = try problem(with: text)
        #expect(problem.path == path)
        #expect(problem.reason.contains(part), "\(problem.reason)")
        #expect(problem.text(file: "sounds.json").hasPrefix("sounds.json"))
    }

    @Test("that is cut short anywhere, or as long as no catalogue is, is refused")
    func hostile() throws {
        let whole = #"{"version": 1, "sounds": ["# + Self.pink + "]}"
        for length in 0..<whole.utf8.count {
            #expect(throws: CatalogueProblem.self) {
                try CatalogueFile(reading: Array(whole.utf8).prefix(length))
            }
        }
        let long = Array(whole.utf8) + [UInt8](repeating: 0x20, count: CatalogueFile.largestSize)
        #expect(throws: CatalogueProblem.self) { try CatalogueFile(reading: long) }
    }

    @Test("has the fields that its schema names, and no others")
    func schema() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../board/sounds.schema.json")
        let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        func properties(_ path: String...) throws -> [String] {
            var place = try #require(schema as? [String: Any])
            for step in path { place = try #require(place[step] as? [String: Any]) }
            return try #require(place["properties"] as? [String: Any]).keys.sorted()
        }
        /// The error message for an unknown field, which lists the known ones.
        func known(_ text: String) throws -> [String] {
            let problem = try problem(with: text)
            let list = try #require(problem.reason.components(separatedBy: "there are ").last)
            return list.components(separatedBy: ", ").sorted()
        }
        #expect(try known(#"{"version": 1, "?": 1}"#) == properties())
        #expect(
            try known(#"{"version": 1, "fades": {"?": 1}}"#) == properties("properties", "fades"))
        #expect(
            try known(
                #"{"version": 1, "categories": [{"id": "a", "name": "a", "order": 1, "?": 1}]}"#)
                == properties("properties", "categories", "items"))
        #expect(
            try known(#"{"version": 1, "sounds": [{"name": "a", "generator": "a", "?": 1}]}"#)
                == properties("properties", "sounds", "items"))
        #expect(
            try known(
                #"{"version": 1, "sounds": [{"name": "a", "generator": "a", "variants": "#
                    + #"[{"name": "b", "?": 1}]}]}"#)
                == properties("properties", "sounds", "items", "properties", "variants", "items"))
    }
}
