"""Records shape, strides and element type that the real torch gives of random host tensors, on the CPU, for host-tensors.test.ts.

    pip install torch && python test/dsl/record_host_tensors.py [SEED COUNT] > test/dsl/host-tensors.jsonl
"""

import json
import random
import sys

import torch

TYPES = ["float32", "float16", "bfloat16", "int32", "int64", "int8", "uint8", "bool"]


def extents(r, rank):
    return [r.choice([1, 2, 3, 4, 6, 8, 12]) for _ in range(rank)]


def start(r):
    sizes = extents(r, r.choice([1, 2, 3, 3, 4]))
    kind = r.choice(["empty", "zeros", "full", "randint", "arange"])
    dtype = f"dtype=torch.{r.choice(TYPES)}"
    if kind == "full":
        return f"torch.full({tuple(sizes)}, {r.choice(['1', '1.5', 'True'])})"
    if kind == "randint":
        return f"torch.randint(0, 9, {tuple(sizes)})"
    if kind == "arange":
        return f"torch.arange({r.choice([4, 8, 24])})"
    return f"torch.{kind}({tuple(sizes)}, {dtype})"


def split(r, n):
    """Factors whose product is n."""
    found = []
    while n > 1 and len(found) < 3:
        f = r.choice([d for d in range(1, n + 1) if n % d == 0])
        found.append(f)
        n //= f
    return [*found, n]


def step(r, known):
    name, x = r.choice(known)
    rank = x.dim()
    axis = r.randrange(rank) if rank else 0
    other = r.choice(known)[0]
    op = r.choice(["+", "-", "*", "/", "==", ">"])
    choices = [
        f"{name} {op} {other}",
        f"{name} {op} {r.choice(['2', '1.5'])}",
        f"torch.{r.choice(['maximum', 'minimum', 'mul', 'add'])}({name}, {other})",
        f"torch.{r.choice(['exp', 'abs', 'neg', 'sqrt', 'square', 'sigmoid'])}({name})",
        f"torch.nn.functional.{r.choice(['softplus', 'silu', 'softmax'])}({name}{', dim=0' if False else ''})",
        f"{name}.to(torch.{r.choice(TYPES)})",
        f"{name}.{r.choice(['float', 'half', 'int', 'clone', 'contiguous', 'cpu', 'flatten', 'squeeze'])}()",
        f"torch.where({name} > 0, {name}, {r.choice(['0', '1.5', other])})",
        f"torch.empty_like({name})",
        f"{name}.reshape({tuple(split(r, x.numel()))})",
        f"{name}.view_as({other})",
    ]
    if rank:
        order = list(range(rank))
        r.shuffle(order)
        keep = r.choice(["", ", keepdim=True"])
        choices += [
            f"{name}.permute({tuple(order)})",
            f"{name}.permute({tuple(order)})",
            f"{name}.transpose({axis}, {r.randrange(rank)})",
            f"{name}.unsqueeze({axis})",
            f"{name}.expand({', '.join(['-1' if n > 1 else '5' for n in x.shape])})",
            f"{name}[{', '.join([':'] * axis + [r.choice(['0', '1:', ':1', 'None'])])}]",
            f"{name}.{r.choice(['sum', 'amax', 'argmax', 'mean'])}(dim={axis}{keep})",
            f"torch.max({name}, dim={axis}{keep})[0]",
            f"torch.cumsum({name}, dim={axis})",
            f"torch.softmax({name}, dim={axis})",
            f"torch.cat([{name}, {name}], dim={axis})",
            f"torch.stack([{name}, {other}], dim={axis})",
            f"{name}.repeat({', '.join(['2'] * rank)})",
        ]
    return r.choice(choices)


def program(seed):
    r = random.Random(seed)
    scope = {"torch": torch}
    lines, values = [], {}
    for i in range(8):
        known = [(n, v) for n, v in scope.items() if isinstance(v, torch.Tensor)]
        for _ in range(20):
            code = start(r) if i == 0 or r.random() < 0.15 else step(r, known)
            try:
                made = eval(code, scope)
            except Exception:
                continue
            if made.numel() > 20000:
                continue
            name = f"x{i}"
            scope[name] = made
            lines.append(f"{name} = {code}")
            values[name] = [list(made.shape), list(made.stride()), str(made.dtype).removeprefix("torch.")]
            break
    return {"code": "\n".join(lines), "values": values}


seed, count = (int(a) for a in sys.argv[1:3]) if len(sys.argv) > 2 else (20261124, 120)
for one in range(seed, seed + count):
    print(json.dumps(program(one)))
