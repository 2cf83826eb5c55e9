import ClockTime
import HAL
import Testing

@Suite("Several sources of one button")
struct ButtonMergeTests {
    private func edge(_ isDown: Bool, _ source: KeySource) -> ButtonEdge {
        ButtonEdge(.stop, isDown: isDown, at: BootTime(nanoseconds: 1), from: source)
    }

    @Test("give it to the newest press, whose release alone ends it")
    func newest() {
        let (line, remote) = (KeySource.line(5), KeySource.input(device: 0, code: 166))
        var merge = ButtonMerge()
        let edges = [
            edge(true, line), edge(true, remote), edge(false, line), edge(false, remote),
            edge(false, remote),
        ].map { merge.receive($0) }
        #expect(
            edges == [
                [edge(true, line)], [edge(false, line), edge(true, remote)], [],
                [edge(false, remote)], [],
            ])
    }

    @Test("leave it usable while one of them is stuck from the start")
    func stuck() {
        var merge = ButtonMerge()
        let isHeld = [5, 6].map { merge.heldAtStart(.stop, from: .line($0)) }
        #expect(isHeld == [true, false])
        let edges = [edge(true, .encoder), edge(false, .encoder)].map { merge.receive($0) }
        #expect(
            edges == [[edge(false, .line(5)), edge(true, .encoder)], [edge(false, .encoder)]])
    }
}
