"""Uses a clock by MQTT as Home Assistant does, and as whoever writes a rule does, and then as nobody should.

    mqtt.py FOLDER GOLDEN

FOLDER has the clock's sockets and the file of its events; what this writes goes there, too. GOLDEN is the document by which
Home Assistant finds the clock. `noiseclock` must reach the clock as its household does, and `noiseclock-mqtt` and Debian's
mosquitto must be there. Prints a line for each part. The exit status is 0 if all of it was as it should be.
"""

import contextlib
import datetime
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

folder, golden = (pathlib.Path(name) for name in sys.argv[1:])
base = "noiseclock/4711"
document = "homeassistant/device/noiseclock_4711/config"
password = "sesame"
# Seconds: for what a message does, until everything is there again after the broker came back, and by which a ring may be
# late.
soon, again, longest_delay = 8, 15, 0.25
# KiB of memory that noiseclock-mqtt may have, once it has given back what only its start needed.
most_memory = 12 * 1024


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


plain, encrypted = free_port(), free_port()
running = {}


def run(*words, **options):
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


def household(*words):
    return json.loads(run("noiseclock", *words, "--json"))


def start(name, *words):
    with open(folder / f"{name}.log", "a") as log:
        running[name] = subprocess.Popen(words, stdout=log, stderr=log)


def end(name, number=signal.SIGTERM):
    program = running.pop(name)
    program.send_signal(number)
    program.wait()


def start_broker():
    start("broker", "/usr/sbin/mosquitto", "-c", str(folder / "broker.conf"))
    within(soon, lambda: socket.create_connection(("127.0.0.1", plain), 1).close() is None)


def start_mqtt(secret="password"):
    start("mqtt", "noiseclock-mqtt", "--socket", str(folder / "network.sock"), "--state", str(folder),
          "--password-file", str(folder / secret), "--ca-file", str(folder / "broker.crt"), "--serial", "4711")


def within(seconds, holds):
    """Whether it holds within that time."""
    limit = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError, subprocess.SubprocessError, KeyError, IndexError, ValueError):
            if holds():
                return True
        if time.monotonic() > limit:
            return False
        time.sleep(0.1)


# As the clock's neighbour on the broker.
person = ["-h", "127.0.0.1", "-p", str(plain), "-u", "person", "-P", password]


def say(topic, payload, *options):
    run("mosquitto_pub", *person, "-t", topic, "-m", payload, *options)


def retained():
    """What the broker keeps, by topic."""
    lines = subprocess.run(["mosquitto_sub", *person, "-t", "#", "--retained-only", "-W", "1", "-F", "%t %p"],
                           capture_output=True, text=True).stdout.splitlines()
    return dict(line.split(" ", 1) if " " in line else (line, "") for line in lines)


class Listener:
    """What comes on a topic from now on, as (retained, payload)."""

    def __init__(self, topic):
        self.path = folder / f"heard-{time.monotonic_ns()}"
        with open(self.path, "w") as file:
            self.program = subprocess.Popen(["mosquitto_sub", *person, "-t", topic, "-F", "%r %p"], stdout=file)
        time.sleep(0.3)

    def heard(self):
        return [(line[0] == "1", line[2:]) for line in self.path.read_text().splitlines()]

    def stop(self):
        self.program.terminate()
        self.program.wait()


def events(name=""):
    with open(folder / "events") as lines:
        return [event for event in map(json.loads, filter(lambda line: line.endswith("\n"), lines))
                if event["event"].endswith(name)]


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def status():
    return household("status")["status"]


def mqtt():
    return household("mqtt", "status")["mqtt"]


def is_connected():
    return mqtt()["state"] == "connected"


def noise():
    return household("noise", "status")["noise"]


# --- The parts. Each yields what it looked at, what it found, and what is right.


def found():
    """Home Assistant finds the clock: the document is the one that people have read"""
    household("alarm", "add", "09:00", "mon-fri", "--label", "Work")
    household("mqtt", "set", "--broker", "127.0.0.1", "--port", str(plain), "--user", "clock")
    start_mqtt()
    yield "connected", within(2 * soon, is_connected), True
    yield "a device", [device["name"] for device in household("device", "list")["devices"]], ["Tests", "MQTT"]
    yield "all there", within(soon, lambda: retained()[f"{base}/availability"] == "online"), True
    text = json.loads(retained()[document])
    version = run("noiseclock-mqtt", "--version").split()[1]
    text["device"].pop("configuration_url", None)
    for part in ("device", "origin"):
        yield f"version of the {part}", text[part].pop("sw_version"), version
    (folder / "document.json").write_text(json.dumps(text, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
    yield "the document", (folder / "document.json").read_text(), golden.read_text()


def wishes():
    """what people press and slide is done, and shown"""
    say(f"{base}/volume/set", "33")
    yield "the volume", within(soon, lambda: noise()["volume"] == 33), True
    yield "it is shown", within(soon, lambda: retained()[f"{base}/volume"] == "33"), True
    say(f"{base}/sound/set", "Brown noise")
    yield "the sound", within(soon, lambda: noise()["playing"] and noise()["sounds"][0]["sound"] == "brown"), True
    say(f"{base}/noise/set", "OFF")
    yield "silence", within(soon, lambda: not noise()["playing"]), True
    say(f"{base}/alarm_1/set", "OFF")
    yield "the switch", within(soon, lambda: not household("alarm", "list")["alarms"][0]["enabled"]), True
    yield "it is shown", within(soon, lambda: retained()[f"{base}/alarm_1"] == "OFF"), True
    say(f"{base}/brightness/set", "20")
    yield "the brightness", within(soon, lambda: retained()[f"{base}/automatic_brightness"] == "OFF"), True
    household("alarm", "remove", "1")
    gone = {"platform": "switch"}
    yield "a removed alarm goes", within(
        soon, lambda: json.loads(retained()[document])["components"]["alarm_1"] == gone), True


def commands():
    """a rule can do what the interface can, and gets the answer"""
    results = Listener(f"{base}/result")
    say(f"{base}/command/display.text", '{"id": "rule 7", "text": "Hi"}')
    say(f"{base}/command/noise.volume", '{"volume": 101}')
    say(f"{base}/command/no.such", "{}")
    within(soon, lambda: len(results.heard()) == 3)
    results.stop()
    answers = [(kept, json.loads(payload)) for kept, payload in results.heard()]
    answers.sort(key=lambda answer: answer[1]["command"])
    yield "retained", [kept for kept, _ in answers], [False] * 3
    yield "answers", [(answer["command"], answer["ok"], answer["id"]) for _, answer in answers], [
        ("display.text", True, "rule 7"), ("no.such", False, None), ("noise.volume", False, None)]


def old_presses():
    """a press published hours ago does nothing, whether retained or queued"""
    end("mqtt", signal.SIGKILL)
    say(f"{base}/noise/set", "ON", "-r")
    say(f"{base}/command/noise.play", '{"sound": "pink"}', "-r")
    yield "not available", within(soon, lambda: retained()[f"{base}/availability"] == "offline"), True
    say(f"{base}/noise/set", "ON", "-q", "1")
    say(f"{base}/command/noise.play", '{"sound": "pink"}', "-q", "2")
    start_mqtt()
    yield "connected", within(2 * soon, lambda: retained()[f"{base}/availability"] == "online"), True
    time.sleep(1)
    yield "playing", noise()["playing"], False
    for topic in (f"{base}/noise/set", f"{base}/command/noise.play"):
        say(topic, "", "-r")


def flooded_ring():
    """an alarm rings in a flood of messages and is snoozed, and what serves MQTT is killed meanwhile"""
    now = datetime.datetime.fromisoformat(status()["local"])
    due = now + datetime.timedelta(minutes=1, seconds=8)
    household("alarm", "add", f"{due:%H:%M}")
    ring = Listener(f"{base}/ring")
    flood = subprocess.Popen(["mosquitto_pub", *person, "-t", f"{base}/volume/set", "-l"], stdin=subprocess.PIPE)
    worst = 0

    def pours():
        flood.stdin.write(b"44\n" * 2000 + b"x" * 9000 + b"\n")
        flood.stdin.flush()
        return status()["ringing"]

    yield "it rings", within(75, pours), True
    flood.stdin.close()
    flood.wait()
    begun = events(".fired")
    yield "once", len(begun), 1
    yield "late", begun[0]["lateSeconds"] <= longest_delay, True
    yield "it is said", within(soon, lambda: '"event_type":"rang"' in ring.heard()[0][1]), True
    yield "snooze is available", within(soon, lambda: retained()[f"{base}/ringing/availability"] == "online"), True
    end("mqtt", signal.SIGKILL)
    time.sleep(0.5)
    yield "it goes on", len(status()["ringing"]), 1
    start_mqtt()
    yield "connected", within(2 * soon, lambda: retained()[f"{base}/availability"] == "online"), True
    snooze = json.loads(retained()[document])["components"]["snooze"]
    say(snooze["command_topic"], snooze["payload_press"])
    yield "snoozed", within(soon, lambda: len(status()["snoozed"]) == 1), True
    yield "said", within(soon, lambda: any('"snoozed"' in payload for _, payload in ring.heard())), True
    yield "never retained", any(kept for kept, _ in ring.heard()), False
    say(snooze["command_topic"], snooze["payload_press"])
    time.sleep(0.5)
    yield "pressed again, it is snoozed once", status()["snoozed"][0]["snoozes"], 1
    ring.stop()


def timer_rings():
    """Whether a timer rings in time, which it then stops."""
    household("timer", "add", "2s")
    before = len(events("timer.fired"))
    rang = within(6, lambda: len(events("timer.fired")) > before)
    household("stop")
    return rang


def dead_broker():
    """without the broker a timer rings; with it, everything is there again within 15 seconds"""
    known = {topic for topic in retained() if not topic.endswith("/set")}
    end("broker", signal.SIGKILL)
    yield "the clock knows", within(soon, lambda: mqtt()["state"] == "disconnected" and mqtt()["problem"]), True
    yield "a timer rings", timer_rings(), True
    time.sleep(8)
    start_broker()
    yield "everything is there again", within(again, lambda: known <= retained().keys()), True
    yield "and available", retained()[f"{base}/availability"], "online"


def wrong_password():
    """with a wrong password a timer rings, and the clock says what is wrong"""
    (folder / "wrong").write_text("open\n")
    end("mqtt")
    start_mqtt("wrong")
    problem = "the broker refuses the user or the password"
    yield "the problem", within(2 * soon, lambda: mqtt()["problem"] == problem), True
    yield "a timer rings", timer_rings(), True
    end("mqtt")
    start_mqtt()
    yield "connected", within(2 * soon, is_connected), True


def tls():
    """it connects by TLS to a broker whose certificate it knows, and to no other"""
    household("mqtt", "set", "--broker", "localhost", "--port", str(encrypted), "--tls", "on")
    yield "connected", within(2 * soon, is_connected), True
    household("mqtt", "set", "--broker", "127.0.0.1")
    yield "another name is refused", within(2 * soon, lambda: "not trusted" in (mqtt()["problem"] or "")), True
    household("mqtt", "set", "--broker", "localhost")
    yield "connected again", within(2 * soon, is_connected), True


def ending():
    """its memory is small; off, it is gone and no device any more, and the settings stay"""
    def resident():
        with open(f"/proc/{running['mqtt'].pid}/status") as lines:
            values = dict(line.split(":") for line in lines)
        return int(values["VmRSS"].split()[0])

    within(25, lambda: resident() <= most_memory)
    print(f"        noiseclock-mqtt has {resident() / 1024:.1f} MiB.")
    yield "KiB of memory", resident(), range(most_memory + 1)
    household("mqtt", "off")
    yield "not available", within(soon, lambda: retained()[f"{base}/availability"] == "offline"), True
    yield "devices", [device["name"] for device in household("device", "list")["devices"]], ["Tests"]
    yield "settings", (mqtt()["state"], mqtt()["broker"], mqtt()["user"]), ("off", "localhost", "clock")
    household("mqtt", "set")
    yield "on again", within(2 * soon, is_connected), True


def tried(part):
    begin, failures = time.monotonic(), []
    try:
        for what, came, expected in part():
            if came not in expected if isinstance(expected, range) else came != expected:
                failures.append(f"{what}: {str(came)[:3000]}, expected {str(expected)[:200]}")
    except (OSError, subprocess.SubprocessError, KeyError, IndexError, ValueError) as error:
        failures.append(f"it broke off: {error!r} {getattr(error, 'stderr', '')}")
    took = time.monotonic() - begin
    print(f"{'FAILED' if failures else 'ok    '}  {part.__doc__} ({took:.0f} s)", flush=True)
    for failure in failures:
        print(f"        {failure}")
    return not failures


def write_broker():
    """The broker keeps nothing, and knows the clock and a person."""
    (folder / "password").write_text(password + "\n")
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", str(folder / "broker.key"),
        "-out", str(folder / "broker.crt"))
    for name, option in (("clock", "-c"), ("person", "")):
        run("mosquitto_passwd", "-b", *filter(None, [option]), str(folder / "users"), name, password)
    owner = "user root\n" if os.geteuid() == 0 else ""
    (folder / "broker.conf").write_text(
        f"{owner}persistence false\nallow_anonymous false\npassword_file {folder}/users\n"
        f"listener {plain} 127.0.0.1\nlistener {encrypted}\ncertfile {folder}/broker.crt\nkeyfile {folder}/broker.key\n")


write_broker()
start_broker()
good = True
try:
    for part in [found, wishes, commands, old_presses, flooded_ring, dead_broker, wrong_password, tls, ending]:
        good = tried(part) and good
finally:
    for name in list(running):
        end(name)
if not good:
    for name in ("mqtt", "broker"):
        print(f"--- the last lines of {name}:\n" + "\n".join((folder / f"{name}.log").read_text().splitlines()[-15:]))
sys.exit(not good)
