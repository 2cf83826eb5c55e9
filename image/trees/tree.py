"""Device trees out of their files, and what their nodes refer to."""

import os
import re


class Failure(Exception):
    """Ends the program; its arguments are the lines that say what is wrong and what to do."""


class Node:
    def __init__(self, name, parent):
        self.name = name
        self.parent = parent
        self.properties = {}
        self.children = {}

    @property
    def path(self):
        return f"{self.parent.path.rstrip('/')}/{self.name}" if self.parent else "/"

    def texts(self, name):
        return [text.decode() for text in self.properties.get(name, b"").split(b"\0") if text]

    def numbers(self, name):
        data = self.properties.get(name, b"")
        return [int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data) - 3, 4)]

    @property
    def is_enabled(self):
        status = self.texts("status") or ["okay"]
        return status[0] in ("okay", "ok") and (not self.parent or self.parent.is_enabled)

    @property
    def device(self):
        """The node whose driver serves this one: pins, regulators and the like are parts of a device."""
        return self if "compatible" in self.properties or not self.parent else self.parent.device

    def walk(self):
        yield self
        for child in self.children.values():
            yield from child.walk()

    def at(self, path):
        node = self
        for name in path.split("/"):
            node = node.children.get(name) if name and node else node
        return node


class Tree:
    """A device tree or an overlay, out of its file (Devicetree Specification 0.4, chapter 5)."""

    def __init__(self, file):
        self.name = os.path.basename(file).rsplit(".", 1)[0]
        with open(file, "rb") as opened:
            data = opened.read()
        number = lambda at: int.from_bytes(data[at : at + 4], "big")
        text = lambda at: data[at : data.index(b"\0", at)].decode()
        if number(0) != 0xD00DFEED:
            raise Failure(f"{file} is no device tree")
        at, strings = number(8), number(12)
        self.root = node = None
        while number(at) != 9:
            token, at = number(at), at + 4
            if token == 1:
                name = text(at)
                at += (len(name) + 4) & ~3
                child = Node(name, node)
                if node:
                    node.children[name] = child
                else:
                    self.root = child
                node = child
            elif token == 2:
                node = node.parent
            elif token == 3:
                size, name = number(at), text(strings + number(at + 4))
                node.properties[name] = data[at + 8 : at + 8 + size]
                at += 8 + (size + 3 & ~3)
        self.nodes = list(self.root.walk())
        self.by_phandle = {node.numbers("phandle")[0]: node for node in self.nodes if node.numbers("phandle")}

    def labelled(self, label):
        return self.root.at(self.root.at("__symbols__").texts(label)[0])


# Properties that the kernel waits for (of_supplier_bindings in its drivers/of/property.c) and that drivers follow,
# with the property of the other node that says how many numbers come after each reference.
references = [
    (re.compile(pattern), cells)
    for pattern, cells in [
        (r"(assigned-)?clocks|assigned-clock-parents", "#clock-cells"),
        (r"resets", "#reset-cells"),
        (r"dmas", "#dma-cells"),
        (r"power-domains", "#power-domain-cells"),
        (r"phys", "#phy-cells"),
        (r"mboxes", "#mbox-cells"),
        (r"pwms", "#pwm-cells"),
        (r"iommus", "#iommu-cells"),
        (r"interconnects", "#interconnect-cells"),
        (r"io-channels", "#io-channel-cells"),
        (r"nvmem-cells", "#nvmem-cell-cells"),
        (r"hwlocks", "#hwlock-cells"),
        (r"thermal-sensors", "#thermal-sensor-cells"),
        (r"interrupts-extended", "#interrupt-cells"),
        (r"sound-dai", "#sound-dai-cells"),
        (r"msi-parent", "#msi-cells"),
        (r"(.*-)?gpios?", "#gpio-cells"),
        (r".*-supply|mmc-pwrseq|pinctrl-\d+|firmware|phy-handle|ddc|leds|backlight|i2c-parent", None),
    ]
]


def suppliers(tree, node):
    """Pairs of a property and the node that it refers to."""
    for name in node.properties:
        for pattern, cells in references:
            # A line that its own chip switches ("gpio-hog") is named without the chip.
            if not pattern.fullmatch(name) or name == "gpios" and "gpio-hog" in node.properties:
                continue
            numbers = node.numbers(name)
            while numbers:
                supplier = tree.by_phandle.get(numbers[0])
                if not supplier:
                    raise Failure(f"{tree.name}: {node.path} refers in {name} to {numbers[0]:#x}, which is no node")
                yield name, supplier
                del numbers[: 1 + (supplier.numbers(cells) or [0])[0] if cells else 1]
    if "interrupts" in node.properties:
        parent = node
        while parent and not parent.numbers("interrupt-parent"):
            parent = parent.parent
        yield "interrupts", tree.by_phandle[parent.numbers("interrupt-parent")[0]]
    # A bus, or the chip that a device is a part of.
    if node.parent.device.parent:
        yield "its parent", node.parent.device
