"""What style sheets make of a page: which of its text a browser on a desktop screen would show.

    sheet text ── read_sheet ──> StyleSheet ──┐
    page ── parse_html ──> tree ──────────────┴── Cascade ── render ──> Rendering of each element

`tinycss2` parses sheets, and the selector engine of `selectolax` finds the elements that a rule is about. Only what may
decide visibility is kept of a sheet, so a parsed sheet is small and can be used for every page of a site.

All of this reads what strangers wrote: call it in the sandbox only.
"""
