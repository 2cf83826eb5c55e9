import ClockCore
import Control
import English

extension Client {
    /// The text with times of day as the clock's face shows them: with 12 or 24 hours (product, C2). The clock is asked only
    /// if that makes a difference.
    func inItsHours(socket: String?, _ text: () -> String) -> String {
        let plain = text()
        let twelve = TimeText.$hours.withValue(.twelve, operation: text)
        guard plain != twelve,
            case .answer(let answer)? = try? ask(
                .style, id: "\(requestID)-hours", socket: socket
            ).outcome,
            case .style(let style) = answer.reply
        else { return plain }
        return style.hourFormat == .twelve ? twelve : plain
    }
}
