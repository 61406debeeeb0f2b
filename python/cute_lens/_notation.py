"""Objects as text that the engine reads: CuTe's notation, or a call of it.

CuTe DSL writes its layouts, tensors and swizzles so itself. Of atoms and tiled objects the thread-value layouts are taken,
as the object says them. Nothing is imported: an object is known by the classes it is of.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet, List, NamedTuple, Optional, Tuple


class Written(NamedTuple):
    """An expression, and the options that it wants where the caller says nothing else."""

    expression: str
    options: Dict[str, Any]


CAN_BE_SHOWN = (
    "CuTe DSL layouts, composed layouts, swizzles, tensors, atoms, tiled copies and tiled MMAs, pycute layouts, "
    "arrays of NumPy and PyTorch, shapes (nested tuples of integers), and text in CuTe's notation"
)


def written(x: Any) -> Written:
    """What there is to draw of an object."""
    if isinstance(x, str):
        return Written(x, {})
    if isinstance(x, (tuple, list)) or _is_tree(x):
        return Written(f"make_layout({tree(x)})", {"dsl": True})
    tiled = _threads_of(x)
    return Written(text(x), {"dsl": True, **_bits_of(x)}) if tiled is None else tiled


def text(x: Any) -> str:
    """A value in CuTe's notation: an argument of an operation."""
    if isinstance(x, str):
        return x
    if x is None:
        return "_"
    if isinstance(x, (tuple, list)):
        return f"({','.join(map(text, x))}{',' if len(x) == 1 else ''})"
    if _is_integer(x):
        return str(x)
    for families, write in _families:
        if families(x):
            return write(x)
    raise TypeError(f"CuTe Lens cannot show an object of type {_name(type(x))}; it shows {CAN_BE_SHOWN}")


def tree(x: Any) -> str:
    """A shape, a stride or a coordinate: nested integers."""
    if isinstance(x, str):
        return x
    if not _is_tree(x):
        raise TypeError(f"a nested tuple of integers is wanted, not {x!r}")
    return text(x)


def _is_tree(x: Any) -> bool:
    if isinstance(x, (tuple, list)):
        return all(item is None or _is_tree(item) for item in x)
    return _is_integer(x)


def _is_integer(x: Any) -> bool:
    # Int32 and its kin of CuTe DSL are integers whether the compiler knows their value or not: `?` where it does not.
    return (isinstance(x, int) and not isinstance(x, bool)) or "Integer" in _classes(x, "cutlass")


def _classes(x: Any, package: str) -> FrozenSet[str]:
    """Names of the classes that an object is of, those of a package and its parts."""
    return frozenset(c.__name__ for c in type(x).__mro__ if package in c.__module__.split("."))


# ---- layouts ---------------------------------------------------------------------------------------------------------


def _is_dsl_value(x: Any) -> bool:
    return bool(_classes(x, "cutlass") & {"Layout", "ComposedLayout", "Swizzle", "Tensor"})


def _is_pycute(x: Any) -> bool:
    return bool(_classes(x, "pycute") & {"Layout", "ComposedLayout", "Swizzle"})


def _pycute(x: Any) -> str:
    kind = _classes(x, "pycute")
    if "Layout" in kind:
        return f"{tree(x.shape)}:{tree(x.stride)}"
    if "Swizzle" in kind:
        return f"S<{x.bits},{x.base},{x.shift}>"
    return f"{text(x.layoutB)} o {text(x.offset)} o {text(x.layoutA)}"


def _is_array(x: Any) -> bool:
    return "ndarray" in _classes(x, "numpy") or "Tensor" in _classes(x, "torch")


def _array(x: Any) -> str:
    if "ndarray" not in _classes(x, "numpy"):
        return f"{tree(tuple(x.shape))}:{tree(tuple(x.stride()))}"
    if any(stride % x.itemsize != 0 for stride in x.strides):
        raise ValueError(f"the strides {x.strides} of this array are no multiples of its elements' {x.itemsize} bytes")
    return f"{tree(x.shape)}:{tree(tuple(stride // x.itemsize for stride in x.strides))}"


_families: List[Tuple[Callable[[Any], bool], Callable[[Any], str]]] = [
    (_is_dsl_value, str),
    (_is_pycute, _pycute),
    (_is_array, _array),
]


def _bits_of(x: Any) -> Dict[str, Any]:
    """Bits of an element, where the notation does not say them."""
    if "ndarray" in _classes(x, "numpy"):
        return {"bits": 8 * x.itemsize}
    if "Tensor" in _classes(x, "torch"):
        return {"bits": 8 * x.element_size()}
    width = getattr(getattr(x, "element_type", None), "width", None)
    return {"bits": width} if "Tensor" in _classes(x, "cutlass") and isinstance(width, int) else {}


# ---- threads ---------------------------------------------------------------------------------------------------------


def _threads_of(x: Any) -> Optional[Written]:
    """An atom or a tiled object by its thread-value layouts; None for what is neither."""
    kind = _classes(x, "cutlass")
    if "TiledMma" in kind:
        operands = [_said(x, f"tv_layout_{one}_tiled") for one in "ABC"]
        return _mma(x, operands, tuple(x.get_tile_size(mode) for mode in range(3)))
    if "MmaAtom" in kind:
        return _mma(x, [_said(x, f"tv_layout_{one}") for one in "ABC"], _said(x, "shape_mnk"))
    if "TiledCopy" in kind:
        return _copy(x, _said(x, "layout_src_tv_tiled"), _said(x, "layout_dst_tv_tiled"), _tile(_said(x, "tiler_mn")))
    if "CopyAtom" in kind:
        width = _said(x, "value_type").width
        return _copy(x, _said(x, "layout_src_tv"), _said(x, "layout_dst_tv"), str(width))
    if "Op" in kind:
        name = type(x).__name__
        made = "cute.make_mma_atom(op)" if "MmaOp" in kind else "cute.make_copy_atom(op, type)"
        raise TypeError(f"{name} is an operation, whose threads only an atom knows: show {made}")
    return None


def _said(x: Any, name: str) -> Any:
    try:
        return getattr(x, name)
    except AttributeError:
        raise TypeError(
            f"this {type(x).__name__} has no `{name}`: its version of nvidia-cutlass-dsl does not say which thread holds what"
        ) from None


def _mma(x: Any, operands: List[Any], tile: Any) -> Written:
    layouts = ", ".join(map(text, operands))
    return Written(f"gemm({layouts}, {tree(tile)})", {"view": "operation", "dsl": True, **_thread(x)})


def _copy(x: Any, source: Any, destination: Any, over: str) -> Written:
    options = {"view": "operation", "dsl": True, "title": _title(x), **_thread(x)}
    return Written(f"copy_tv({text(source)}, {text(destination)}, {over})", options)


def _tile(tiler: Any) -> str:
    """The shape that a tiler covers: a mode is a size or a layout."""
    modes = tiler if isinstance(tiler, (tuple, list)) else (tiler,)
    return f"({','.join(tree(getattr(mode, 'shape', mode)) for mode in modes)},)"


def _thread(x: Any) -> Dict[str, Any]:
    """A thread's slice shows its thread, where that is a number."""
    index = getattr(x, "thr_idx", None)
    return {"thread": index} if isinstance(index, int) else {}


def _title(x: Any) -> str:
    op = type(getattr(x, "op", None)).__name__
    name = "" if op == "NoneType" else op
    value = getattr(getattr(x, "value_type", None), "__name__", "")
    tiled = "TiledCopy" if "TiledCopy" in _classes(x, "cutlass") else ""
    return " ".join(part for part in (tiled, name, value) if part != "") or "copy"


def _name(kind: type) -> str:
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
