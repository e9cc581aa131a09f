"""The brand as settings and the brand's file say."""

from showground.brand import BadBrandFile, BrandFile
from showground.core.brand import Brand, Operator
from showground.settings import BadSettings, Settings


def default_brand(settings: Settings) -> Brand:
    """The brand of a site where neither staff nor a file set anything."""
    operator = Operator(
        name=settings.seller_name or "",
        address="\n".join(part.strip() for part in (settings.seller_address or "").split(";") if part.strip()),
        email=settings.seller_email or "",
    )
    return Brand(name=settings.site_name, order_prefix=settings.order_prefix, operator=operator)


def read_brand_file(settings: Settings) -> BrandFile:
    file = BrandFile(settings.find_brand_file())
    try:
        file.load(default_brand(settings))
    except BadBrandFile as problem:
        raise BadSettings(str(problem)) from None
    return file
