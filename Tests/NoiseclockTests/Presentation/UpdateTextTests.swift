import ClockCore
import Control
import ReplySamples
import Testing

@testable import noiseclock

@Suite("What is said about updates")
struct UpdateTextTests {
    @Test("The answers are sentences")
    func texts() {
        #expect(Presentation.text(.updateCheck(nil)) == "An update may begin now.\n")
        #expect(
            Presentation.text(.updateCheck(.told(.napping, "somebody naps")))
                == "No update may begin now: somebody naps.\n")
        #expect(
            Presentation.text(.updateReadiness(CountdownSamples.readiness(isGood: false))) == """
                ok  armed: a finding
                ok  display: a finding
                no  sound: a finding
                ok  state: a finding

                """)
        #expect(!Reply.updateCheck(nil).isNo)
        #expect(!Reply.updateReadiness(CountdownSamples.readiness(isGood: true)).isNo)
        #expect(Reply.updateReadiness(UpdateReadiness(checks: [])).isNo)
    }
}
