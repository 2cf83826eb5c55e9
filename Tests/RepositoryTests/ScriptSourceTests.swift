import Foundation
import Testing

@Suite("What scripts read of the sources")
struct ScriptSourceTests {
    @Test("What a script reads of the sources is there", arguments: ScriptTests.scripts)
    func sourcesAreThere(path: String) throws {
        let text = try Repository.text(path)
        for match in text.matches(of: /\bSources\/[A-Za-z0-9_\/.+-]*\.(?:swift|json|h|c)\b/) {
            #expect(Repository.exists(String(match.output)), "\(path): there is no \(match.output)")
        }
    }

    @Test("The version and the day of images and packages are those of the programs")
    func productIsRead() throws {
        let run = try Shell.run(
            "bash", "-c",
            """
            source board/setup.sh && source image/product.sh && product_version && echo && \
                product_value madeAt 'Instant(seconds: \\([0-9_]*\\))'
            """)
        let source = try Repository.text("Sources/Control/Product.swift")
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0, "\(run.output)")
        #expect(lines.count == 2)
        for line in lines { #expect(source.contains(line)) }
    }
}
