"""What the parts of a board file need."""

import json
import os
import re

# Cards that a driver of the board makes. Any other is a USB one, whose name is its maker's.
cards_of_boards = {"MAX98357A", "PCM5102A", "sndrpihifiberry", "Headphones", "b1", "vc4hdmi", "vc4hdmi0", "vc4hdmi1"}
decoders = ["imon", "jvc", "mce_kbd", "nec", "rc5", "rc6", "sanyo", "sharp", "sony", "xmp"]
own_light_drivers = {"bh1750", "veml7700", "tsl2591"}


class Board:
    """A board file, and what the parts that it names need of a tree with its overlays and of the kernel.

    What this class does not know is refused, so that nobody forgets to say what a new kind of part needs.
    """

    def __init__(self, file):
        self.name = os.path.basename(file).rsplit(".", 1)[0]
        with open(file) as opened:
            self.parts = json.load(opened)
        self.overlays = self.parts.get("overlays", [])

    def problems(self, tree, kernel):
        """What is missing, one line each."""
        self.tree, self.kernel, self.found = tree, kernel, []
        for part, value in self.parts.items():
            if part not in ("$schema", "version", "name", "i2c", "gpio", "overlays"):
                needs = getattr(self, f"need_{part}", None)
                if needs:
                    needs(value)
                else:
                    self.lacks(part, "image/trees does not know what that needs: tell it")
        return self.found

    def lacks(self, part, what):
        self.found.append(f"{part}: {what}")

    def need_modules(self, part, *names):
        for name in names:
            if not self.kernel.has(name):
                self.lacks(part, f"add {name} to image/modules")

    def bound(self, *compatibles):
        """The nodes with such a driver on the image, in the tree's order."""
        return [
            node
            for node in self.tree.nodes
            if self.kernel.binds(node) and set(compatibles) & set(node.texts("compatible"))
        ]

    def need_bus(self, part):
        # Without its name among the aliases, a bus gets the next free number, as they come.
        alias = f"i2c{self.parts.get('i2c', {}).get('bus', 1)}"
        path = self.tree.root.at("aliases").texts(alias)
        if not path or not self.kernel.binds(self.tree.root.at(path[0])):
            self.lacks(part, f"the tree does not say which bus {alias} is, or it has no driver on the image")
        self.need_modules(part, "i2c-dev")

    def need_line(self, part):
        if not self.kernel.binds(self.tree.labelled("gpio")):
            self.lacks(part, "the header's lines have no driver on the image")

    def need_display(self, display):
        if display["driver"] != "none":
            self.need_bus("display")

    def need_light(self, light):
        source = light["source"]
        if source in own_light_drivers:
            self.need_bus("light")
        elif source in ("ldr", "digital"):
            self.need_line("light")
        elif source == "iio":
            sensors = [node for node in self.tree.nodes if self.kernel.binds(node)]
            names = {self.kernel.driver(node) for node in sensors}
            names = {name for name in names if self.kernel.present.get(name) == "drivers/iio/light"}
            if not names or light.get("device") not in (None, *names):
                self.lacks("light", "no overlay of the board brings a light sensor with a driver on the image")
        elif source not in ("none", "fixed"):
            self.lacks("light", f"image/trees does not know what {source} needs: tell it")

    def need_buttons(self, buttons):
        keys = buttons.get("keys", {}).values()
        if any("gpio" in key for key in keys) or "encoder" in buttons:
            self.need_line("buttons")
        if not any("evdev" in key for key in keys) and "dial" not in buttons:
            return
        self.need_modules("buttons", "evdev")
        devices = buttons.get("input", {}).get("devices", [])
        if "gpio_ir_recv" in devices:
            receivers = self.bound("gpio-ir-receiver")
            if not receivers:
                self.lacks("buttons", "no overlay of the board brings an infrared receiver (gpio-ir)")
            for receiver in receivers:
                self.need_modules("buttons", *receiver.texts("linux,rc-map-name"))
            self.need_modules("buttons", *(f"ir-{name}-decoder" for name in decoders))
        if set(devices) != {"gpio_ir_recv"}:
            self.need_modules("buttons", "usbhid", "hid-generic")

    def need_vibration(self, vibration):
        {"gpio": self.need_line, "drv2605l": self.need_bus}.get(vibration["driver"], lambda part: None)("vibration")

    def need_buzzer(self, buzzer):
        self.need_line("buzzer")

    def need_lamp(self, lamp):
        if "led" in lamp:
            names = {
                (child.texts("label") or [child.name])[0]
                for node in self.bound("gpio-leds", "pwm-leds")
                for child in node.children.values()
            }
            if lamp["led"] not in names:
                self.lacks("lamp", f"no overlay of the board brings a LED {lamp['led']} with a driver on the image")
        else:
            chips = self.bound("brcm,bcm2835-pwm")
            if lamp["chip"] >= len(chips) or chips[lamp["chip"]] is not self.tree.labelled("pwm"):
                self.lacks("lamp", f"the header's PWM is not chip {lamp['chip']}: name the overlay pwm")

    def need_audio(self, audio):
        for field in ("device", "alarmDevice"):
            device = audio.get(field, "default")
            card = re.search(r"CARD=([^,]+)", device)
            if device.startswith("bluealsa"):
                self.lacks(f"audio.{field}", "there is no Bluetooth on the image")
            elif card and card[1] in cards_of_boards:
                cards = self.bound("simple-audio-card")
                if not any(card[1] in node.texts("simple-audio-card,name") for node in cards):
                    self.lacks(f"audio.{field}", f"no overlay of the board brings the card {card[1]}")
            elif card:
                self.need_modules(f"audio.{field}", "snd-usb-audio")

    def need_battery(self, battery):
        if battery["source"] == "max17048":
            self.need_bus("battery")
        elif battery["source"] == "power-supply":
            self.lacks("battery", "the image has no driver for a battery of the kernel")

    def need_rtc(self, clock):
        pass  # The kernel sets the time from what the overlays bring, and the walk sees to their drivers.
