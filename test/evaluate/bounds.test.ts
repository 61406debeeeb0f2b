// What a comparison with a number says of other comparisons, of equalities and of lists: a value that cannot be is no alternative.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("an entry of a dictionary by a key that the run knows, on either side of a bound", () =>
  checkPython(`
import torch
def host():
    major = torch.cuda.get_device_capability()[0]
    tile = {8: 64, 9: 128, 10: 256, 11: 256, 12: 512}[major]
    if major < 9:
        small = tile  # small -> 64
    elif major >= 12:
        large = tile  # large -> 512
    elif major > 9:
        between = tile  # between -> 256
    else:
        hopper = tile  # hopper -> 128
`));

test("in a list and within a bound leaves what is both", () =>
  checkPython(`
import torch
def host():
    major = torch.cuda.get_device_capability()[0]
    assert major in [8, 9, 10]
    if major >= 10:
        rows = 1 if major == 10 else 2  # rows -> 1
    if 9 > major:
        columns = 3 if major == 8 else 4  # columns -> 3
`));

test("one bound follows from another, or rules it out", () =>
  checkPython(`
def host(n: cutlass.Int32):
    if n <= 8:
        a = 1 if n < 9 else 2  # a -> 1
        b = 1 if n > 8 else 2  # b -> 2
        c = 1 if n < 8 else 2  # c -> 1 | 2
`));

test("the architecture that is traced for is that of the device which the host asks", () =>
  checkPython(`
import torch
from cutlass.base_dsl import BaseDSL
from cutlass.base_dsl.arch import Arch
def host():
    major, minor = torch.cuda.get_device_capability()
    arch = major * 10 + minor
    traced = BaseDSL._get_dsl().get_arch_enum()
    if arch // 10 == 9:
        hopper = 1 if traced >= Arch.sm_90 else 2  # hopper -> 1
        family = 1 if traced.is_family_of(Arch.sm_100f) else 2  # family -> 2
    elif arch // 10 in [10, 11]:
        blackwell = 1 if Arch.sm_100 <= traced < Arch.sm_120 else 2  # blackwell -> 1
    ampere = 1 if traced == Arch.sm_80 else 2  # ampere -> 1 | 2
    known = 1 if Arch.sm_103 <= Arch.sm_103f and Arch.sm_101 == Arch.sm_110 else 2  # known -> 1
`));

test("a bound of a sum is one of its parts, whose own bounds are known, and theirs of the sum", () =>
  checkPython(`
import torch
def host(q: cutlass.Int32):
    major, minor = torch.cuda.get_device_capability()
    cc = 10 * major + minor
    if cc >= 90:
        a = 1 if major >= 9 else 2  # a -> 1
        b = 1 if major < 8 else 2  # b -> 2
        c = 1 if major >= 10 else 2  # c -> 1 | 2
    else:
        d = 1 if major == 9 else 2  # d -> 2
    if major >= 9:
        e = 1 if cc >= 90 else 2  # e -> 1
        f = 1 if cc >= 100 else 2  # f -> 1 | 2
    if cc == 103:
        g = 1 if major == 10 else 2  # g -> 1
        h = 1 if minor == 3 else 2  # h -> 1
    if cc in (90, 100):
        i = 1 if major < 9 else 2  # i -> 2
        j = 1 if major >= 11 else 2  # j -> 2
        k = 1 if major == 10 else 2  # k -> 1 | 2
    if 2 * q > 7:
        l = 1 if q >= 4 else 2  # l -> 1
        m = 1 if q >= 5 else 2  # m -> 1 | 2
    if q - minor < 0:
        n = 1 if q < 9 else 2  # n -> 1
        o = 1 if q < 8 else 2  # o -> 1 | 2
`));

test("tuples are compared item by item, so that a comparison says something of each", () =>
  checkPython(`
import torch
def host():
    capability = torch.cuda.get_device_capability()
    major, minor = capability
    if capability >= (9, 3):
        a = 1 if major >= 9 else 2  # a -> 1
        b = 1 if major > 9 else 2  # b -> 1 | 2
        if major == 9:
            c = 1 if minor >= 3 else 2  # c -> 1
    if capability < (9, 0):
        d = 1 if major < 9 else 2  # d -> 1
    if capability > (9, 0):
        e = 1 if major >= 9 else 2  # e -> 1
        if major == 9:
            f = 1 if minor > 0 else 2  # f -> 1
    if capability != (10, 0):
        g = 1 if major == 10 else 2  # g -> 1 | 2
    else:
        h = 1 if major * 10 + minor == 100 else 2  # h -> 1
    if capability in ((10, 0), (10, 3)):
        i = 1 if major == 10 else 2  # i -> 1
        j = 1 if minor == 5 else 2  # j -> 2
        k = 1 if minor == 3 else 2  # k -> 1 | 2
        if minor == 3:
            l = 1 if capability == (10, 3) else 2  # l -> 1
    if capability not in ((9, 0), (10, 0)):
        m = 1 if major == 10 else 2  # m -> 1 | 2
        if minor == 0:
            n = 1 if major == 10 else 2  # n -> 2
    if (major, 0) in [(9, 0), (10, 3)]:
        o = 1 if major == 9 else 2  # o -> 1
`));
