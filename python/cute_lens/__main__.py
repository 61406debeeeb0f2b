"""``python -m cute_lens check kernel.py``."""

from . import main

main()
