"""What style sheets make of a page: which of its text a browser on a desktop screen would show.

    sheet text ── read_sheet ──> StyleSheet ──┐
    page ── parse_html ──> tree ──────────────┴── Cascade ── render ──> Rendering of each element

Ordinary rules are cut out by text, and `tinycss2` parses the others. `matching.py` finds the elements that a rule
matches. Only what may decide visibility is stored, so a sheet is small and can be reused for every page of a site.

The input is untrusted: call it in the sandbox only.
"""
