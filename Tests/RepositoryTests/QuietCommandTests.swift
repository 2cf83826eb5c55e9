import Testing

@Suite("Commands that run quietly in scripts")
struct QuietCommandTests {
    private func run(_ script: String) throws -> Shell.Result {
        try Shell.run("bash", "-c", "set -euo pipefail; source board/setup.sh; \(script)")
    }

    @Test("Who calls keeps the clean-up that was set, once, and a subshell does not do it early")
    func cleanUp() throws {
        let said = try run(
            """
            folder=$(mktemp -d); trap 'rm -r "$folder"; echo cleaned' EXIT
            (cd "$folder" && retry true); quietly true; ls -d "$folder" >/dev/null; echo there
            """)
        #expect(said.status == 0)
        #expect(said.output == "there\ncleaned\n")
    }

    @Test("What a command prints is shown where it fails, with its status, and nowhere else")
    func output() throws {
        let said = try run(
            "quietly echo hidden; quietly bash -c 'echo out; echo err >&2; exit 3' || echo $?")
        #expect(said.output == "out\nerr\n3\n")
    }
}
