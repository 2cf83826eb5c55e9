package import HAL

/// Tells the control host that replies to its watched queries may differ. Nobody is woken unless somebody watches.
package struct ClockChanges: Sendable {
    /// What the machine answers: the engine posts each step that may have changed it.
    let state: Mailbox<Void>
    /// What the panel shows: its host posts each frame.
    let picture: Mailbox<Void>

    package init(waking waiter: (any Notifiable)? = nil) {
        state = Mailbox(waking: waiter)
        picture = Mailbox(waking: waiter)
    }
}
