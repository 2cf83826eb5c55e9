"""The table of the README: each promised Raspberry Pi with what serves its parts."""

import os
import re

from overlays import added, with_lines
from tree import Failure, Tree, suppliers


class Pi:
    """What of the parts of a promised Raspberry Pi is on the image. The cells are the drivers, or None for a gap."""

    parts = ["card", "radio", "cable", "I2C", "I2S", "GPIO", "PWM", "IR", "USB sound", "HDMI sound", "RTC", "LEDs"]

    def __init__(self, name, radio, gap, options, kernel):
        self.file = os.path.join(options.trees, f"{name}.dtb")
        self.tree, self.radio, self.kernel = Tree(self.file), radio, kernel
        self.overlays = os.path.join(options.trees, "overlays")
        self.has_firmware = os.path.exists(os.path.join(options.firmware, "brcm", f"{radio}.bin"))
        self.may_lack_firmware = gap == "missing"
        self.name = self.tree.root.texts("model")[0].removeprefix("Raspberry Pi ")

    def row(self):
        cells = []
        for part in self.parts:
            cell = getattr(self, f"{part.replace(' ', '_').lower()}_cell")()
            if cell is None:
                raise Failure(f"nothing on the image serves this part of a Raspberry Pi {self.name}: {part}")
            cells.append(cell)
        return [self.name, *cells]

    def drivers(self, nodes, *others, tree=None):
        """The modules that bind the nodes and what these refer to, and others that the kernel finds by itself."""
        tree, seen = tree or self.tree, {}

        def add(node):
            if node not in seen:
                words = node.texts("compatible")
                by_usb = [self.kernel.usb_modules[word] for word in words if word in self.kernel.usb_modules]
                seen[node] = by_usb[0] if by_usb else self.kernel.driver(node)
                for _, supplier in suppliers(tree, node):
                    if supplier.is_enabled:
                        add(supplier.device)

        for node in nodes:
            add(node)
        has = lambda name: name == "" or name is not None and self.kernel.has(name)
        if not nodes or not all(has(name) for name in [*(seen[node] for node in nodes), *others]):
            return None
        # The walk has seen to the drivers of what they refer to.
        names = dict.fromkeys(name.replace("-", "_") for name in [*seen.values(), *others] if name and has(name))
        return ", ".join(f"`{name}`" for name in names) or "built in"

    def with_overlay(self, name):
        tree = with_lines(self.file, [name], self.overlays, self.kernel)[0]
        return self.drivers(added(self.tree, tree), tree=tree)

    def like(self, pattern):
        return [
            node
            for node in self.tree.nodes
            if node.is_enabled and any(re.fullmatch(pattern, word) for word in node.texts("compatible"))
        ]

    def hosts(self, of_radio):
        return [
            node
            for node in self.like(r".*-(sdhci|sdhost|emmc2)")
            if any("brcm,bcm4329-fmac" in child.texts("compatible") for child in node.children.values()) == of_radio
        ]

    def card_cell(self):
        cell = self.drivers(self.hosts(of_radio=False))
        names = re.findall(r"\w+", cell or "")
        return cell if cell == "built in" or all(name in self.kernel.start for name in names) else None

    def radio_cell(self):
        cell = self.drivers(self.hosts(of_radio=True), "brcmfmac")
        if not self.has_firmware and not self.may_lack_firmware:
            return None
        return cell and f"{cell}; `{self.radio}`" + ("" if self.has_firmware else ", **not on the image**")

    def cable_cell(self):
        nodes = self.like(r"brcm,bcm2711-genet-v5|usb424,(ec00|78\w\w)")
        return self.drivers(nodes) if nodes else "has none"

    def i2c_cell(self):
        return self.drivers([self.tree.labelled("i2c1")], "i2c-dev")

    def i2s_cell(self):
        return self.with_overlay("i2s-max98357a")

    def gpio_cell(self):
        return self.drivers([self.tree.labelled("gpio")])

    def pwm_cell(self):
        tree = with_lines(self.file, ["pwm"], self.overlays, self.kernel)[0]
        return self.drivers([tree.labelled("pwm")], tree=tree)

    def ir_cell(self):
        return self.with_overlay("gpio-ir")

    def usb_sound_cell(self):
        # The sockets of a Pi 4 and 400 belong to a chip on PCI Express.
        inner = [node for node in self.tree.nodes if node.path.endswith("/pci@0,0/usb@0,0")]
        nodes = [inner[0].device] if inner else self.like("brcm,bcm2835-usb")
        return self.drivers(nodes, *(["reset-raspberrypi", "xhci-pci"] if inner else []), "snd-usb-audio")

    def hdmi_sound_cell(self):
        return self.drivers(self.like(r"brcm,bcm2835-hdmi|brcm,bcm2711-hdmi\d")) or "no"

    def rtc_cell(self):
        return self.with_overlay("rtc-ds3231")

    def leds_cell(self):
        nodes = self.like("gpio-leds")
        names = [(child.texts("label") or [child.name])[0] for node in nodes for child in node.children.values()]
        # Those that own-leds darkens.
        cell = self.drivers(nodes) if set(names) <= {"ACT", "PWR"} else None
        return cell and f"{cell}: {' and '.join({'ACT': 'green', 'PWR': 'red'}[name] for name in names)}"
