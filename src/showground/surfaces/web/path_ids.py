"""Numbers in the paths of pages, such as `/account/keys/{key_id:int}/revoke`."""

from starlette.convertors import Convertor, register_url_convertor


class PathId(Convertor[int]):
    """Only numbers that the database can store. A path with a longer one is no page, so it is a 404."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


def register() -> None:
    """Replace Starlette's numbers, which have any length."""
    register_url_convertor("int", PathId())
