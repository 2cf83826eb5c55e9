import ClockCore

extension FaceScene.Word {
    /// The battery's page: "b 85" on digits.
    init(_ battery: BatteryState) {
        let charge = battery.charge
        self.init(
            short: "b" + FaceWords.padded(charge.value, 3),
            forms: [
                "Battery \(FaceWords.percent(charge))", FaceWords.percent(charge),
                "\(charge.value)",
            ], sign: .dash, tint: battery.tint, lead: battery.lead)
    }
}

extension BatteryState {
    /// Product, O1: green, yellow, orange, and red when it is nearly empty. A battery that is charged is green.
    var tint: Tint {
        if flow == .charging { return BatteryState.green }
        switch charge.value {
        case 50...: return BatteryState.green
        case 20...: return BatteryState.yellow
        case 10...: return BatteryState.orange
        default: return BatteryState.red
        }
    }

    /// The bolt of a battery that is charged.
    var lead: FaceScene.LeadingSign? {
        flow == .charging ? FaceScene.LeadingSign(sign: .bolt, tint: tint) : nil
    }

    private static let green = Tint(red: 0, green: 255, blue: 0)
    private static let yellow = Tint(red: 255, green: 255, blue: 0)
    private static let orange = Tint(red: 255, green: 128, blue: 0)
    private static let red = Tint(red: 255, green: 0, blue: 0)
}
