import ClockTime
import Testing

@testable import DeviceSetup

/// Scripts as different versions of Raspberry Pi Imager write them.
@Suite("firstrun.sh")
struct FirstRunScriptTests {
    private static let key = String(repeating: "0b", count: 32)

    /// Imager 2: calls the helper if it exists, otherwise does the same itself.
    private static let newest = """
        #!/bin/sh

        set +e

        CURRENT_HOSTNAME=$(cat /etc/hostname | tr -d " \\t\\n\\r")
        if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
           /usr/lib/raspberrypi-sys-mods/imager_custom set_hostname bedside
        else
           echo bedside >/etc/hostname
           sed -i "s/127.0.1.1.*$CURRENT_HOSTNAME/127.0.1.1\\tbedside/g" /etc/hosts
        fi
        FIRSTUSER=$(getent passwd 1000 | cut -d: -f1)
        if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
           /usr/lib/raspberrypi-sys-mods/imager_custom enable_ssh -k '\(SampleKeys.elliptic) me' '\(SampleKeys.rsa)'
        else
        cat > "$FIRSTUSERHOME/.ssh/authorized_keys" <<'EOF'
        \(SampleKeys.elliptic) me
        \(SampleKeys.rsa)
        EOF
           systemctl enable ssh
        fi
        if [ -f /usr/lib/userconf-pi/userconf ]; then
           /usr/lib/userconf-pi/userconf 'me' '$5$salt$hash'
        fi
        if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
           /usr/lib/raspberrypi-sys-mods/imager_custom set_wlan  -h 'Ann'"'"'s "net" $HOME' '\(key)' 'GB'
        else
        cat >/etc/wpa_supplicant/wpa_supplicant.conf <<'WPAEOF'
        country=GB
        network={
        \tscan_ssid=1
        \tssid="other"
        \tpsk=\(key)
        }
        WPAEOF
        fi
        if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
           /usr/lib/raspberrypi-sys-mods/imager_custom set_keymap 'gb'
           /usr/lib/raspberrypi-sys-mods/imager_custom set_timezone 'Europe/Berlin'
        else
           echo "Europe/Berlin" >/etc/timezone
        fi
        rm -f /boot/firstrun.sh
        sed -i 's| systemd.run.*||g' /boot/cmdline.txt
        exit 0

        """

    @Test("The newest form is read, with its quotes, and what means nothing here is told")
    func newest() {
        let plan = plan("", script: FirstRunScriptTests.newest)
        #expect(plan.mistakes == [])
        #expect(plan.request.hostname == "bedside")
        #expect(plan.request.keys.map(\.kind) == ["ssh-ed25519", "ssh-rsa"])
        #expect(
            plan.request.networks == [
                WirelessNetwork(
                    name: "Ann's \"net\" $HOME", secret: .key(FirstRunScriptTests.key),
                    isHidden: true)
            ])
        #expect(plan.request.country == "GB")
        #expect(plan.request.zone?.name == "Europe/Berlin")
        #expect(plan.remarks.count == 2)
        #expect(plan.remarks.contains { $0.contains("no users") })
        #expect(plan.left.script == nil)
    }

    @Test("The oldest form, without the helper, is read")
    func oldest() {
        let plan = plan(
            "",
            script: """
                #!/bin/bash

                set +e

                CURRENT_HOSTNAME=`cat /etc/hostname | tr -d " \\t\\n\\r"`
                echo nightstand >/etc/hostname
                FIRSTUSER=`getent passwd 1000 | cut -d: -f1`
                install -o "$FIRSTUSER" -m 600 <(printf "\(SampleKeys.elliptic)") "$FIRSTUSERHOME/.ssh/authorized_keys"
                cat >/etc/wpa_supplicant/wpa_supplicant.conf <<WPAEOF
                country=DE
                ctrl_interface=DIR=/var/run/wpa_supplicant GROUP=netdev
                ap_scan=1

                update_config=1
                network={
                \tssid="Say \\"hi\\""
                \tpsk="a passphrase"
                }

                WPAEOF
                chmod 600 /etc/wpa_supplicant/wpa_supplicant.conf
                rm -f /etc/localtime
                echo "America/New_York" >/etc/timezone
                exit 0
                """)
        #expect(plan.mistakes == [])
        #expect(plan.request.hostname == "nightstand")
        #expect(plan.request.keys.count == 1)
        #expect(
            plan.request.networks == [
                WirelessNetwork(
                    name: "Say \"hi\"", secret: .passphrase("a passphrase"), isHidden: false)
            ])
        #expect(plan.request.country == "DE")
        #expect(plan.request.zone?.name == "America/New_York")
    }

    /// What a script without the helper writes for wpa_supplicant.
    private func supplicant(_ lines: [String], mark: String = "'WPAEOF'") -> SetupPlan {
        let text = lines.map { "\t" + $0 + "\n" }.joined()
        return plan(
            "",
            script: "#!/bin/sh\ncat >/etc/wpa_supplicant/wpa_supplicant.conf <<\(mark)\n"
                + "country=DE\nnetwork={\n\(text)}\nWPAEOF\nexit 0\n")
    }

    @Test(
        "The name of a network is read in each form that wpa_supplicant has",
        arguments: [
            (#"ssid="Home""#, "Home"), ("ssid=436166c3a9", "Café"),
            (#"ssid=P"Caf\xc3\xa9""#, "Café"), (#"ssid=P"tab\x20\"x\" \\ \101""#, #"tab "x" \ A"#),
            (#"ssid="a \"b\" \\ c=d""#, #"a "b" \ c=d"#),
        ])
    func networkNames(line: String, name: String) {
        let plan = supplicant([line, #"psk="long enough""#])
        #expect(plan.mistakes == [])
        #expect(plan.request.networks.map(\.name) == [name])
        #expect(plan.request.networks.map(\.secret) == [.passphrase("long enough")])
    }

    @Test(
        "A name in no form, or in bytes that are no text, is refused and never taken as it stands",
        arguments: [
            "ssid=Home", "ssid=48656", "ssid=ff00ff", #"ssid="Home"#, #"ssid=P"a\q""#,
            #"ssid=P"\x""#,
        ])
    func refusedNames(line: String) {
        let plan = supplicant([line, #"psk="long enough""#])
        #expect(plan.request.networks == [])
        #expect(plan.request.country == "DE")
        #expect(plan.mistakes.count == 1)
        #expect(plan.mistakes.allSatisfy { $0.message.contains("wifi") })
    }

    @Test("In a document that a shell would read, backslashes count, and variables are refused")
    func readDocuments() {
        let plain = supplicant([#"ssid="5\$ and \\"more\\"""#], mark: "WPAEOF")
        #expect(plain.request.networks.map(\.name) == [#"5$ and "more""#])
        for name in [#"ssid="$HOME""#, #"ssid="`reboot`""#] {
            let plan = supplicant([name], mark: "WPAEOF")
            #expect(plan.request.networks == [])
            #expect(plan.mistakes.map(\.line) == [5])
        }
        #expect(supplicant([#"ssid="$HOME""#]).request.networks.map(\.name) == ["$HOME"])
    }

    @Test("Keys from a name on the network are not fetched; a country of its own is read")
    func verbs() {
        let helper = "/usr/lib/raspberrypi-sys-mods/imager_custom"
        let plan = plan(
            "",
            script: "\(helper) import_ssh_id 'gh:ann'\n\(helper) set_wlan_country 'GB'\n")
        #expect(plan.request.country == "GB")
        #expect(plan.mistakes.map(\.line) == [1])
        #expect(plan.mistakes.allSatisfy { $0.message.contains("gh:ann") })
    }

    @Test("What is wrong is told with its line, once, and SSH by password as what it is")
    func wrong() {
        let helper = "/usr/lib/raspberrypi-sys-mods/imager_custom"
        let plan = plan(
            "",
            script: """
                #!/bin/sh
                \(helper) set_hostname 'no good'
                \(helper) set_timezone 'Mars/Base'
                \(helper) enable_ssh
                \(helper) set_wlan 'Home' 'short' 'DE'
                \(helper) set_wlan "$(reboot)" 'long enough'
                """)
        #expect(plan.mistakes.map(\.line) == [2, 3, 4, 5, 6])
        #expect(plan.request.networks == [])
        #expect(plan.request.country == "DE")
        #expect(plan.mistakes[2].message.contains("key"))
    }

    @Test("Words in a document or a remark are no commands")
    func documents() {
        let plan = plan(
            "",
            script: """
                # imager_custom set_hostname one
                cat >/etc/x <<'EOF'
                /x/imager_custom set_hostname two
                EOF
                echo imager_custom set_hostname three
                """)
        #expect(plan.request == SetupRequest())
    }

    @Test("noiseclock.json counts where both name a thing, and both add up")
    func both() {
        let plan = plan(
            #"{"hostname": "mine", "wifi": {"ssid": "Home", "password": "from the file"}}"#,
            script: """
                /x/imager_custom set_hostname imagers
                /x/imager_custom set_wlan 'Home' 'from the script' 'DE'
                /x/imager_custom set_wlan 'Office' 'from the script' 'DE'
                """)
        #expect(plan.request.hostname == "mine")
        #expect(
            plan.request.networks.map(\.secret) == [
                .passphrase("from the file"), .passphrase("from the script"),
            ])
        #expect(plan.request.country == "DE")
    }

    @Test("Files for other systems are told; one that asks for SSH is not where there is a key")
    func foreignFiles() {
        let names = DeviceSetup.foreignFiles.map(\.name)
        #expect(plan("", foreignFiles: names).remarks == DeviceSetup.foreignFiles.map(\.remark))
        let withKey = plan(#"{"ssh": "\#(SampleKeys.elliptic)"}"#, foreignFiles: ["ssh"])
        #expect(withKey.remarks == [])
    }
}
