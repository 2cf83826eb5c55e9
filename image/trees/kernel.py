"""The drivers of Debian's kernel, and the walk that finds what they need and do not have."""

import os
import re

from tree import Failure, suppliers


class Kernel:
    """The drivers of Debian's kernel, and which of them are on the image.

    image: the kernel, not compressed. modules: its folder on the image. aliases: Debian's modules.alias, of all
    modules. start: a list of those that the initrd loads.
    """

    def __init__(self, image, modules, aliases, start):
        with open(image, "rb") as opened:
            self.image = opened.read()
        if self.image[0x38:0x3C] != b"ARM\x64":
            raise Failure(f"{image} is no uncompressed kernel for arm64, so its drivers cannot be looked up")
        name = lambda path: os.path.basename(path).split(".ko")[0].replace("-", "_")
        # With the folder of the kernel's source that each comes from.
        self.present = {
            name(file): os.path.relpath(folder, os.path.join(modules, "kernel"))
            for folder, _, files in os.walk(modules)
            for file in files
            if ".ko" in file
        }
        with open(os.path.join(modules, "modules.builtin")) as opened:
            self.built_in = {name(line.strip()) for line in opened}
        with open(start) as opened:
            self.start = {name(line.strip()) for line in opened if line.strip()}
        # By the words of a node; and by maker and product of a USB device, which a node may name, too ("usb424,ec00").
        self.modules, self.usb_modules = {}, {}
        with open(aliases) as opened:
            for line in opened:
                if match := re.fullmatch(r"alias of:N\*T\*C(.+?)(?:C\*)? (\S+)\n", line):
                    self.modules.setdefault(match[1], match[2].replace("-", "_"))
                elif match := re.match(r"alias usb:v(\w{4})p(\w{4})d\*dc\*\S* (\S+)\n", line):
                    device = f"usb{int(match[1], 16):x},{int(match[2], 16):x}"
                    self.usb_modules.setdefault(device, match[3].replace("-", "_"))
        self.found = {}

    def has(self, module):
        module = module.replace("-", "_")
        return module in self.present or module in self.built_in

    def driver(self, node):
        """The name of the module that binds the node; "" if that is built in; None if no driver does."""
        for compatible in node.texts("compatible"):
            if compatible not in self.found:
                # A table of the kernel's (struct of_device_id) has two empty names of 32 bytes before it.
                is_built_in = bytes(64) + compatible.encode() + b"\0" in self.image
                self.found[compatible] = "" if is_built_in else self.modules.get(compatible)
            if self.found[compatible] is not None:
                return self.found[compatible]
        return None

    def binds(self, node):
        """Whether a driver on the image binds the node."""
        driver = self.driver(node) if node.parent and node.is_enabled else None
        return driver == "" or driver in self.present


# The clocks that a display would make for the Pi's clock generator, which does without them.
unneeded = {("brcm,bcm2835-cprman", "clocks"), ("brcm,bcm2711-cprman", "clocks")}


def walk(tree, kernel):
    """What is wrong in a tree, one line each."""
    problems, seen = {}, set()

    # is_early: it must be there before the card is, from which all but the initrd comes.
    def check(node, is_early):
        if (node, is_early) in seen:
            return
        seen.add((node, is_early))
        for name, supplier in suppliers(tree, node):
            device = supplier.device
            driver = kernel.driver(device)
            problem = None
            if not supplier.is_enabled:
                is_needed = not any((compatible, name) in unneeded for compatible in node.texts("compatible"))
                problem = ", which is disabled" if is_needed else None
            elif driver is None:
                problem = ", for which Debian's kernel has no driver"
            elif driver and driver not in kernel.present:
                problem = f": add {driver} to image/modules"
            elif driver and is_early and driver not in kernel.start:
                problem = f" before the card is there: add {driver} to image/boot/modules"
            if problem:
                problems[f"{node.path} needs {supplier.path} ({name}){problem}"] = None
            check(device, is_early)

    # A node without words of its own, such as a device that its bus finds by itself, is its parent's.
    for node in tree.nodes:
        if node.is_enabled and kernel.binds(node.device):
            check(node, kernel.driver(node.device) in kernel.start)
    return list(problems) + pin_clashes(tree)


def pin_clashes(tree):
    """Pins that two devices claim: the kernel refuses the second one."""
    owners, problems = {}, []
    for node in tree.nodes:
        if not node.is_enabled:
            continue
        for group in [tree.by_phandle[number] for number in node.numbers("pinctrl-0")]:
            pins = group.numbers("brcm,pins")
            for part in group.children.values():
                pins += [int(pin.removeprefix("gpio")) for pin in part.texts("pins")]
            for pin in pins:
                owner = owners.setdefault(pin, node)
                if owner is not node:
                    problems.append(f"GPIO{pin} is claimed by {owner.path} and by {node.path}")
    return problems
