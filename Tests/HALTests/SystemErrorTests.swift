import HAL
import Testing

@Suite("Error numbers in words")
struct SystemErrorTests {
    @Test(
        "What devices and files answer has words and its number, what nobody knows its number",
        arguments: [
            (5, "input/output error, error 5"), (28, "no space left, error 28"),
            (4711, "error 4711"), (-1, "error -1"),
        ])
    func words(errno: Int32, text: String) {
        #expect(SystemError.text(errno) == text)
    }
}
