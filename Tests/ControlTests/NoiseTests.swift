import ClockCore
import ClockTime
import ReplySamples
import TestKit
import Testing

@testable import Control

@Suite("Noise, the mix and sounds, from outside") struct NoiseTests {

    @Test("Requests have one regular form")
    func forms() throws {
        let forms: [(Command, String)] = [
            (
                .mix(
                    .add(
                        SoundID("rain"),
                        VoiceChanges(
                            variant: VariantID("heavy"), volume: Percent(60), pan: Pan(-30)))),
                #"{"command":"mix.add","id":"1","pan":-30,"sound":"rain","variant":"heavy","volume":60}"#
            ),
            (
                .mix(.set(SoundID("rain"), VoiceChanges(sliders: [SliderID("drops"): -30]))),
                #"{"command":"mix.set","id":"1","sliders":{"drops":-30},"sound":"rain"}"#
            ),
            (
                .noise(.setSleep(.start(.after(.minutes(45)), plays: true))),
                #"{"command":"noise.sleep","id":"1","seconds":2700,"start":true}"#
            ),
            (
                .sounds(.setOutputs([.set(\.device, nil), .set(\.fallbacks, ["a"])])),
                #"{"command":"sound.output","device":null,"fallbacks":["a"],"id":"1"}"#
            ),
        ]
        for (command, line) in forms {
            #expect(try decoded(bytes(line)).command == command, "\(line)")
        }
    }

    @Test(
        "Requests that make no sense are refused with field and reason",
        arguments: [
            (#""noise.sleep""#, "seconds", "or give at, or extendSeconds, or action"),
            (#""noise.sleep","seconds":60,"at":"23:30""#, "at", "goes only without seconds"),
            (#""noise.sleep","seconds":0"#, "seconds", "from 1 to 86400"),
            (#""noise.sleep","action":"snore""#, "action", "pause, resume, off"),
            (#""noise.fade","shape":"round""#, "shape", "equalPower, linear, exponential"),
            (#""noise.fade","inSeconds":61"#, "inSeconds", "from 0 to 60"),
            (#""mix.add","sound":"rain","pan":101"#, "pan", "-100 (left) to 100 (right)"),
            (#""mix.set","sound":"rain","sliders":{"drops":101}"#, "sliders", "-100 to 100"),
            (#""mix.set","sound":"rain","sliders":[]"#, "sliders", "by name"),
            (#""mix.add","pan":1"#, "sound", "is missing"),
            (#""mix.rename","name":"a""#, "newName", "is missing"),
            (#""sound.list","words":["a",1]"#, "words", "a list of up to 16 texts"),
            (#""sound.list","word":["a"]"#, "word", "\"words\" is near"),
        ])
    func refusals(fields: String, field: String, part: String) throws {
        let error = try thrown(RequestError.self) {
            try decoded(bytes(#"{"id":"1","command":"# + fields + "}"))
        }
        #expect(error.refusal.field == field)
        #expect(error.refusal.message.contains(part), "\(error.refusal.message)")
    }
}
