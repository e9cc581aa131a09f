"""The site's brand: what staff set and publish, what the operator's file sets, and what is published of both."""

from showground.brand.brand_file import BadBrandFile, BrandFile
from showground.brand.models import BrandValues, Picture
from showground.brand.published import BRAND, PublishedBrand

__all__ = ["BRAND", "BadBrandFile", "BrandFile", "BrandValues", "Picture", "PublishedBrand"]
