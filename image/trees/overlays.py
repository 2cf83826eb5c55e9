"""Overlays, as the firmware applies the lines of config.txt."""

import os
import subprocess
import tempfile

from kernel import walk
from tree import Failure, Tree


def overrides(overlay):
    """What a line may set: for each parameter the pairs of a node and what of it (`__overrides__`)."""
    found = {}
    declared = overlay.root.at("__overrides__")
    for name, data in declared.properties.items() if declared else ():
        while data:
            text, rest = data[4:].split(b"\0", 1)
            found.setdefault(name, []).append((overlay.by_phandle[int.from_bytes(data[:4], "big")], text.decode()))
            data = rest
    return found


def with_parameters(file, parameters, output):
    """Writes the overlay with its parameters set."""
    with open(file, "rb") as opened, open(output, "wb") as copy:
        copy.write(opened.read())
    for parameter in parameters:
        overlay = Tree(output)
        name, _, value = parameter.partition("=")
        known = overrides(overlay)
        if name not in known:
            there = ", ".join(known) or "none"
            raise Failure(f"the overlay {overlay.name} has no parameter {name}", f"It has {there}.")
        for node, what in known[name]:
            key, colon, offset = what.partition(":")
            if colon:
                at, data = int(offset), bytearray(node.properties[key])
                data[at : at + 4] = int(value, 0).to_bytes(4, "big")
            else:
                data = value.encode() + b"\0"
            subprocess.run(["fdtput", "-t", "bx", output, node.path, key, *(f"{byte:x}" for byte in data)], check=True)


def with_overlays(tree, lines, folder, output):
    """Writes the tree with the overlays of the lines (`NAME,PARAMETER=VALUE…`) out of the folder."""
    with tempfile.TemporaryDirectory() as work:
        files = []
        for number, line in enumerate(lines):
            name, *parameters = line.split(",")
            os.mkdir(os.path.join(work, str(number)))
            file = os.path.join(folder, f"{name}.dtbo")
            if not os.path.exists(file):
                raise Failure(f"there is no overlay {name}", f"Put its source into image/overlays as {name}.dts.")
            files.append(os.path.join(work, str(number), f"{name}.dtbo"))
            with_parameters(file, parameters, files[-1])
        run = subprocess.run(["fdtoverlay", "-i", tree, "-o", output, *files], capture_output=True, text=True)
        if files and run.returncode:
            raise Failure(f"{' '.join(lines)} cannot be applied to {os.path.basename(tree)}", run.stderr.strip())
        if not files:
            with open(tree, "rb") as opened, open(output, "wb") as copy:
                copy.write(opened.read())


def added(before, after):
    """The nodes that overlays have added or enabled."""
    known = {node.path for node in before.nodes if node.is_enabled}
    return [
        node for node in after.nodes if "compatible" in node.properties and node.is_enabled and node.path not in known
    ]


def with_lines(tree, lines, folder, kernel):
    """The tree with the overlays, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as work:
        file = os.path.join(work, os.path.basename(tree))
        with_overlays(tree, lines, folder, file)
        after = Tree(file)
    problems = [
        f"{node.path} of {' '.join(lines)}: "
        + (f"add {driver} to image/modules" if driver else "Debian's kernel has no driver for it")
        for node in added(Tree(tree), after)
        if not kernel.binds(node)
        for driver in [kernel.driver(node)]
    ]
    return after, problems + walk(after, kernel)
