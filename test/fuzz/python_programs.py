"""Random programs of plain Python and the values that Python gives them: lists and dictionaries with several names, closures with
nonlocal, objects, loops, branches on numbers that only the run knows (`rt()`).

    python3 test/fuzz/python_programs.py FIRST LAST > test/goldens/python-programs.jsonl

A line holds a program and, for each "line|name", every value that the name had after the line, over several runs.
"""

import copy
import json
import random
import sys

KEYS = ["x", "y", "z"]
HEAD = """class Thing:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.items = []

    def bump(self, by):
        self.a += by
        self.items.append(by)
        return self.a

def host():
"""


class Program:
    """One random program; `names` are what is in scope, by kind and by block."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.indent = 1
        self.made = 0
        self.loops = 0
        self.depth = 0
        self.functions = []
        self.names = {kind: [[]] for kind in ("int", "list", "dict", "thing")}
        for _ in range(self.random.randint(8, 16)):
            self.statement()
        for name in self.names["int"][0] + self.names["list"][0]:
            self.write(f"end_{name} = {name}")
        for name in self.names["thing"][0]:
            self.write(f"end_{name} = {name}.a + len({name}.items)")
        for name in self.names["dict"][0]:
            self.write(f"end_{name} = sum({name}.values()) + len({name})")

    def text(self):
        return HEAD + "\n".join(self.lines) + "\n"

    def write(self, text):
        self.lines.append("    " * self.indent + text)

    def new(self, kind):
        self.made += 1
        return f"{kind[0]}{self.made}"

    def seen(self, kind):
        return [name for block in self.names[kind] for name in block]

    def declare(self, kind, text):
        name = self.new(kind)
        self.write(f"{name} = {text}")
        self.names[kind][-1].append(name)

    def integer(self, depth=0):
        pick = self.random.choice
        ints, lists, dicts, things = (self.seen(kind) for kind in ("int", "list", "dict", "thing"))
        chance = self.random.random()
        if chance < 0.3 or depth > 2:
            return str(self.random.randint(0, 4))
        if chance < 0.55 and ints:
            return pick(ints)
        if chance < 0.62:
            return "rt()"
        if chance < 0.72 and lists:
            return f"len({pick(lists)})"
        if chance < 0.78 and dicts:
            return f"{pick(dicts)}.get({pick(KEYS)!r}, 7)"
        if chance < 0.84 and things:
            return f"{pick(things)}.{pick('ab')}"
        if chance < 0.92:
            return f"({self.integer(depth + 1)} {pick('+-*')} {self.integer(depth + 1)})"
        return f"({self.integer(depth + 1)} if {self.condition()} else {self.integer(depth + 1)})"

    def condition(self):
        return f"{self.integer(2)} {self.random.choice(['==', '<', '>', '!='])} {self.integer(2)}"

    def list(self):
        lists = self.seen("list")
        chance = self.random.random()
        if chance < 0.4 and lists:
            return self.random.choice(lists)
        if chance < 0.5 and lists:
            return f"list({self.random.choice(lists)})"
        if chance < 0.58 and lists:
            return f"({self.random.choice(lists)} + [{self.integer(2)}])"
        if chance < 0.64 and lists:
            return f"{self.random.choice(lists)}[1:]"
        if chance < 0.7:
            return f"[{self.integer(2)} for _ in range(2)]"
        return "[" + ", ".join(self.integer(2) for _ in range(self.random.randint(0, 3))) + "]"

    def block(self, count):
        self.indent += 1
        self.depth += 1
        for blocks in self.names.values():
            blocks.append([])
        start = len(self.lines)
        for _ in range(count):
            self.statement()
        if len(self.lines) == start:
            self.write("pass")
        for blocks in self.names.values():
            blocks.pop()
        self.indent -= 1
        self.depth -= 1

    def statement(self):
        chance = self.random.random()
        if chance < 0.16:
            self.declare("int", self.integer())
        elif chance < 0.24 and self.seen("int"):
            self.write(f"{self.random.choice(self.seen('int'))} {self.random.choice(['=', '+=', '-='])} {self.integer()}")
        elif chance < 0.32:
            self.declare("list", self.list())
        elif chance < 0.48 and self.seen("list"):
            self.change_list(self.random.choice(self.seen("list")))
        elif chance < 0.52:
            self.make_dict()
        elif chance < 0.58 and self.seen("dict"):
            self.change_dict(self.random.choice(self.seen("dict")))
        elif chance < 0.62:
            things = self.seen("thing")
            other = things and self.random.random() < 0.3
            self.declare("thing", self.random.choice(things) if other else f"Thing({self.integer(2)}, {self.integer(2)})")
        elif chance < 0.68 and self.seen("thing"):
            self.change_thing(self.random.choice(self.seen("thing")))
        elif chance < 0.78 and self.depth < 3:
            self.branch()
        elif chance < 0.86 and self.depth < 3 and self.loops < 2:
            self.loop()
        elif chance < 0.9 and self.depth == 0:
            self.function()
        elif self.functions and self.depth < 3:
            self.call()

    def change_list(self, name):
        chance = self.random.random()
        if chance < 0.3:
            self.write(f"{name}.append({self.integer(2)})")
        elif chance < 0.4:
            self.write(f"{name} += [{self.integer(2)}]")
        elif chance < 0.5:
            self.write(f"{name}.insert(0, {self.integer(2)})")
        elif chance < 0.58:
            self.write(f"{name}.extend({self.random.choice(self.seen('list'))})")
        elif chance < 0.82:
            self.write(f"if {name}:")
            change = self.random.choice([f"{name}.pop()", f"{name}[0] = {self.integer(2)}", f"del {name}[0]"])
            self.write(f"    {change}")
        elif chance < 0.95:
            self.write(f"{name}.{self.random.choice(['reverse', 'sort', 'clear'])}()")
        else:
            self.write(f"{name} = {self.list()}")

    def make_dict(self):
        dicts = self.seen("dict")
        keys = self.random.sample(KEYS, self.random.randint(0, 2))
        other = dicts and self.random.random() < 0.3
        entries = ", ".join(f"{key!r}: {self.integer(2)}" for key in keys)
        self.declare("dict", self.random.choice(dicts) if other else "{" + entries + "}")

    def change_dict(self, name):
        key = self.random.choice(KEYS)
        chance = self.random.random()
        if chance < 0.4:
            self.write(f"{name}[{key!r}] = {self.integer(2)}")
        elif chance < 0.55:
            self.write(f"{name}.update({{{key!r}: {self.integer(2)}}})")
        elif chance < 0.7:
            self.write(f"{name}.pop({key!r}, 0)")
        elif chance < 0.8 or not self.seen("int"):
            self.write(f"{name}.setdefault({key!r}, {self.integer(2)})")
        else:
            self.write(f"for q in {name}.values():")
            self.write(f"    {self.random.choice(self.seen('int'))} += q")

    def change_thing(self, name):
        chance = self.random.random()
        if chance < 0.5:
            self.write(f"{name}.{self.random.choice('ab')} {self.random.choice(['=', '+='])} {self.integer(2)}")
        elif chance < 0.8:
            self.write(f"{name}.bump({self.integer(2)})")
        else:
            self.write(f"{name}.items.append({self.integer(2)})")

    def branch(self):
        self.write(f"if {self.condition()}:")
        self.block(self.random.randint(1, 3))
        if self.random.random() < 0.5:
            self.write("else:")
            self.block(self.random.randint(1, 2))

    def loop(self):
        self.loops += 1
        name = self.new("k")
        chance = self.random.random()
        if chance < 0.5:
            self.write(f"for {name} in range({self.random.choice(['2', '3', 'rt()', '100'])}):")
        elif chance < 0.75 and self.seen("list"):
            self.write(f"for {name} in list({self.random.choice(self.seen('list'))})[:5]:")
        else:
            self.write(f"{name} = 0")
            self.write(f"while {name} < {self.random.choice(['3', 'rt()'])}:")
            self.write(f"    {name} += 1")
        self.names["int"][-1].append(name)
        self.block(self.random.randint(1, 3))
        if self.random.random() < 0.2:
            self.write(f"    if {self.condition()}:")
            self.write(f"        {self.random.choice(['break', 'continue'])}")
        self.loops -= 1

    def function(self):
        """A closure: it changes lists and dictionaries of the function around, and integers where it says `nonlocal`."""
        name, parameter = self.new("f"), self.new("p")
        self.write(f"def {name}({parameter}):")
        outer = [one for one in self.names["int"][0] if self.random.random() < 0.3]
        if outer:
            self.write(f"    nonlocal {', '.join(outer)}")
        takes = self.random.choice(["int", "list"])
        around = self.names["int"]
        self.names["int"] = [list(outer)]
        self.names["list"].append([])
        self.names[takes][-1].append(parameter)
        self.block(self.random.randint(1, 3))
        self.write(f"    return {self.integer(2)}")
        self.names["int"] = around
        self.names["list"].pop()
        self.functions.append((name, takes))

    def call(self):
        name, takes = self.random.choice(self.functions)
        given = self.seen("list") if takes == "list" else [self.integer(2)]
        if given:
            self.declare("int", f"{name}({self.random.choice(given)})")


class TooLong(Exception):
    """A run that grows beyond what is worth keeping."""


def run(text, seed):
    """What each name had after each line, as (line, name) to values."""
    source = random.Random(seed)
    space = {"rt": lambda: source.randint(0, 4)}
    exec(compile(text, "program", "exec"), space)
    values, before, steps = {}, {}, 0

    def note(frame):
        line = before.get(id(frame))
        for name, value in frame.f_locals.items() if line is not None else ():
            if isinstance(value, list) and len(value) > 60 or isinstance(value, int) and abs(value) > 10**6:
                raise TooLong
            if isinstance(value, (int, list)):
                values.setdefault(f"{line}|{name}", []).append(copy.deepcopy(value))

    def trace(frame, event, _):
        nonlocal steps
        if frame.f_code.co_filename != "program":
            return None
        steps += 1
        if steps > 800:
            raise TooLong
        if event in ("line", "return"):
            note(frame)
            before[id(frame)] = frame.f_lineno
        if event in ("call", "return"):
            before.pop(id(frame), None)
        return trace

    sys.settrace(trace)
    try:
        space["host"]()
    finally:
        sys.settrace(None)
    return values


def truth(text):
    values = {}
    for seed in range(6):
        for place, seen in run(text, seed).items():
            known = values.setdefault(place, [])
            known.extend(one for i, one in enumerate(seen) if one not in known and one not in seen[:i])
    return values


def main(first, last):
    for seed in range(first, last):
        text = Program(seed).text()
        try:
            values = truth(text)
        except (TooLong, UnboundLocalError, NameError, RuntimeError, IndexError, OverflowError):
            continue
        print(json.dumps({"seed": seed, "text": text, "values": values}, separators=(",", ":")))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
