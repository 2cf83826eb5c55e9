package import ClockCore
import ClockTime

/// The time, and setting it.
package enum TimeSamples {
    package static func words() throws -> [(String, Command)] {
        let local = GivenTime.local(try civil("2026-11-22", "03:40"))
        let instant = GivenTime.instant(try wall("2026-11-22T02:40:00Z"))
        return [
            ("time", .time(.show)), ("time status", .time(.show)),
            ("time set 2026-11-22T03:40", .time(.set(local))),
            ("time set 2026-11-22T03:40:00", .time(.set(local))),
            ("time set 2026-11-22T02:40Z", .time(.set(instant))),
            ("time set 2026-11-22T03:40:00+01:00", .time(.set(instant))),
            ("time zone Europe/Berlin", .time(.setZone(TestZones.berlin))),
            ("mqtt", .mqtt(.show)), ("mqtt status", .mqtt(.show)), ("mqtt off", .mqtt(.off)),
            ("mqtt set", .mqtt(.set([]))),
            (
                "mqtt set --broker 192.168.1.7 --port usual --user none --tls on --prefix ha",
                .mqtt(
                    .set([
                        .set(\.broker, "192.168.1.7"), .set(\.port, nil), .set(\.user, nil),
                        .set(\.usesTLS, true), .set(\.prefix, "ha"),
                    ]))
            ),
            ("world", .world(.list)), ("world list", .world(.list)),
            ("world add Europe/Berlin", .world(.add(TestZones.berlin, label: nil))),
            (
                "world add Europe/Berlin --label Grandma",
                .world(.add(TestZones.berlin, label: "Grandma"))
            ),
            ("world remove Grandma", .world(.remove("Grandma"))),
        ]
    }

    package static func confirmed() throws -> TimeReport {
        TimeReport(
            wall: try wall("2026-03-29T21:57:43.750Z"), zone: "Europe/Berlin",
            civil: try civil("2026-03-29", "23:57", second: 43), offset: 7200, trust: .trusted,
            confirmedAgo: .seconds(27_136))
    }

    package static func unknown() throws -> TimeReport {
        var report = try confirmed()
        report.civil = nil
        report.trust = .unknown
        report.confirmedAgo = nil
        return report
    }

    package static func plausible() throws -> TimeReport {
        var report = try confirmed()
        report.trust = .plausible
        report.confirmedAgo = nil
        return report
    }

    package static func world() throws -> [WorldTime] {
        [
            WorldTime(
                WorldClock(zone: "Asia/Tokyo", label: "Tokyo"),
                civil: try civil("2026-03-30", "06:57", second: 43), offset: 32400),
            WorldTime(
                WorldClock(zone: "America/New_York", label: "Grandma")),
        ]
    }

    package static func set() throws -> TimeSetReport {
        TimeSetReport(
            time: try confirmed(), nextAlarm: try Samples.work(), secondPass: nil,
            hardwareClock: .set)
    }

    /// A reply to setting the clock that has more to say than the new time.
    package static func setWithWords() throws -> TimeSetReport {
        TimeSetReport(
            time: try confirmed(), nextAlarm: nil,
            secondPass: try wall("2026-10-25T01:30:00Z").instant,
            hardwareClock: .failed("the clock's program has no permission to open it"))
    }

    private static let phone = DeviceReport(
        id: DeviceID(1), name: "Anna's phone", pairedAt: Instant(seconds: 1_774_700_000),
        lastUsed: Instant(seconds: 1_774_742_400),
        lastUsedLocal: CivilTime("2026-03-29T01:00:00"))

    private static func mqtt(_ state: MqttState, _ problem: String? = nil) -> MqttReport {
        var settings = MqttSettings()
        settings.broker = "homeassistant.local"
        settings.user = "clock"
        settings.usesTLS = true
        return MqttReport(settings, state, problem: problem)
    }

    package static func replies() throws -> [Reply] {
        var plain = try set()
        plain.hardwareClock = .absent
        return [
            .worldTimes([]), .worldTimes(try world()),
            .pairing(PairingReport(code: "482913", until: try wall("2026-03-29T00:02:00Z"))),
            .pairing(
                PairingReport(
                    code: "482913", until: try wall("2026-03-29T00:02:00Z"),
                    link: "http://192.168.178.55/p/482913")),
            .pairing(PairingReport(code: nil, until: nil)),
            .paired(PairedReport(device: phone, token: "0f1e2d3c4b5a69788796a5b4c3d2e1f0")),
            .devices(DeviceList(devices: [phone], reading: .everyone)),
            .devices(DeviceList(devices: [], reading: .paired)),
            .address(
                AddressReport(
                    host: "noiseclock-4f2a.local",
                    figures: ["192.168.178.55", "2001:db8::55"], port: 80)),
            .address(AddressReport(host: nil, figures: [], port: 80)),
            .address(AddressReport(host: "noiseclock-4f2a.local", figures: [], port: nil)),
            .mqtt(mqtt(.connected)), .mqtt(MqttReport(MqttSettings(), .off, problem: nil)),
            .mqtt(mqtt(.disconnected, "the broker refuses the user or the password")),
            .mqtt(mqtt(.awaited)), .mqtt(mqtt(.closed)), .mqtt(mqtt(.silent)),
            .time(try confirmed()), .time(try plausible()), .time(try unknown()),
            .timeSet(try set()), .timeSet(plain), .timeSet(try setWithWords()),
            .zoneSet(ZoneSetReport(time: try confirmed(), nextAlarm: try Samples.work())),
            .zoneSet(
                ZoneSetReport(time: try unknown(), nextAlarm: nil)),
            .ringRules(
                RingRules(grace: .minutes(7), countdowns: CountdownRings())),
        ]
    }
}
