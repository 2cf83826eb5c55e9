import Testing

@testable import Control

@Suite("What help says of each command")
struct CommandHelpTests {
    @Test("Each command is explained, and not only summed up", arguments: CommandName.allCases)
    func explained(command: CommandName) {
        #expect(command.explanation != command.summary)
        #expect(!command.examples.isEmpty)
    }
}
