"""Device trees as the Pi's firmware and Debian's kernel take them; `python3 -B image/trees --help` lists the commands.

A Raspberry Pi shows a mistake in them only as a part that is dark or silent. So the build walks them: every node that
a driver on the image binds needs the drivers of all that the node refers to, and each part that a board file names
needs its node, its driver, its modules and its overlays. What is missing ends the build.

tree.py reads trees, overlays.py applies overlays to them, kernel.py knows the drivers and walks a tree, board.py knows
what board files need, and pi.py makes a row of the README's table.
"""

import argparse
import os
import sys

from board import Board
from kernel import Kernel
from overlays import with_lines, with_overlays
from pi import Pi
from tree import Failure

program = "image/trees"


def apply(options):
    with_overlays(options.tree, options.lines, options.overlays, options.output)


def check(options):
    kernel = Kernel(options.kernel, options.modules, options.aliases, options.start)
    overlays = os.path.join(options.trees, "overlays")
    names = sorted(name.removesuffix(".dtbo") for name in os.listdir(overlays))
    trees = sorted(name for name in os.listdir(options.trees) if name.endswith(".dtb"))
    # The trees that each problem is found in.
    problems = {}
    for name in trees:
        file = os.path.join(options.trees, name)
        found = []
        for lines in [[]] + [[name] for name in names]:
            found += with_lines(file, lines, overlays, kernel)[1]
        for board in map(Board, options.boards):
            try:
                tree, problems_of_board = with_lines(file, board.overlays, overlays, kernel)
            except Failure as failure:
                problems_of_board = [". ".join(failure.args)]
            else:
                problems_of_board += board.problems(tree, kernel)
            found += [f"{board.name}.json: {problem}" for problem in problems_of_board if problem not in found]
        for problem in dict.fromkeys(found):
            problems.setdefault(problem, []).append(name)
    if problems:
        raise Failure(
            "what the device trees and the board files need is not on the image",
            *(
                f"{problem} ({'every tree' if len(where) == len(trees) else ', '.join(where)})"
                for problem, where in problems.items()
            ),
        )


def table(options):
    kernel = Kernel(options.kernel, options.modules, options.aliases, options.start)
    print("| Raspberry Pi |", " | ".join(Pi.parts), "|")
    print("| --- |", " | ".join("---" for _ in Pi.parts), "|")
    with open(options.radios) as opened:
        lines = [line.split("#")[0].split() for line in opened]
    for name, radio, *gap in filter(None, lines):
        # Nobody promises a Pi without a radio.
        if radio == "none":
            continue
        print("|", " | ".join(Pi(name, radio, "".join(gap), options, kernel).row()), "|")


def arguments():
    parser = argparse.ArgumentParser(prog=program, description="Device trees for image/build and its tests.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("apply", help="applies overlays to a tree, as the firmware does")
    command.add_argument("--overlays", metavar="FOLDER", required=True, help="where the overlays are (.dtbo)")
    command.add_argument("--output", metavar="FILE", required=True, help="the tree that is written")
    command.add_argument("tree", metavar="TREE")
    command.add_argument("lines", metavar="NAME[,PARAMETER=VALUE…]", nargs="*")
    command.set_defaults(run=apply)
    image = argparse.ArgumentParser(add_help=False)
    image.add_argument("--trees", metavar="FOLDER", required=True, help="the card's first partition")
    image.add_argument("--kernel", metavar="FILE", required=True, help="Debian's kernel, not compressed")
    image.add_argument("--modules", metavar="FOLDER", required=True, help="the image's modules of that kernel")
    image.add_argument("--aliases", metavar="FILE", required=True, help="modules.alias of all of Debian's modules")
    image.add_argument("--start", metavar="FILE", required=True, help="a list of the modules in the initrd")
    text = "fails if the trees, overlays or board files need what is not on the image"
    command = commands.add_parser("check", parents=[image], help=text)
    command.add_argument("boards", metavar="BOARD", nargs="+", help="the board files that the image must serve")
    command.set_defaults(run=check)
    text = "prints the README's table of each promised Raspberry Pi with its parts, and fails if one is a gap"
    command = commands.add_parser("table", parents=[image], help=text)
    command.add_argument("--radios", metavar="FILE", required=True, help="the promised ones (image/radios)")
    command.add_argument("--firmware", metavar="FOLDER", required=True, help="the image's firmware of radios")
    command.set_defaults(run=table)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        options = arguments()
        options.run(options)
    except Failure as failure:
        print(f"{program}: error: {failure.args[0]}", *failure.args[1:], sep="\n  ", file=sys.stderr)
        sys.exit(1)
