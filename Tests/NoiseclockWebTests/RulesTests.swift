import Testing

@testable import noiseclock_web

@Suite("The rules for requests")
struct RulesTests {}
