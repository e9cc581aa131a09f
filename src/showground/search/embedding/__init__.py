"""The meaning of a text as 256 numbers, without a model at run time.

The folder has a table with a row of numbers for each of 37,000 pieces of words (`pieces.txt`, `rows.npy`,
`scales.npy`). A text is cut into pieces, their rows are added up, and the sum is scaled to length 1. Texts of similar
meaning get similar numbers: the cosine of `borrow tools` and `lend equipment` is high, although they share no word.

The table was distilled from a sentence encoder; tools/embedding has the scripts and the figures.
"""

import os

# The matrices are small, and other requests use the other processors: threads would only wait for each other. This
# must be set before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
