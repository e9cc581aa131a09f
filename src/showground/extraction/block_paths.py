"""Paths of elements in the tree of a page: the positions of their ancestors, from the top."""


def shared_path(one: list[int], other: list[int]) -> list[int]:
    """The ancestors that two elements have in common."""
    same: list[int] = []
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        same.append(a)
    return same
