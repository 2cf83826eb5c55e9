import ClockClient

extension ClockFailure {
    /// As those who asked get it.
    var error: APIError {
        switch self {
        case .noClock:
            APIError(
                status: 503, code: "noClock", message: "the clock is not running; try again soon")
        case .busy:
            APIError(
                status: 503, code: "busy", message: "the clock has too much to do; try again soon")
        case .silent:
            APIError(
                status: 503, code: "noAnswer",
                message: "the clock did not answer in time; ask it before you try again")
        case .forbidden:
            APIError(
                status: 503, code: "noClock",
                message: "this program may not talk to the clock; look at its service")
        }
    }
}
