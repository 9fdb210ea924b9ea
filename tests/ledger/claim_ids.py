"""The claims of the two source notes that state a number or a formula.

An id is the place of a claim in the audit of the notes: A for the first, B for the second.
"""

from __future__ import annotations

#: How many claims of each note the audit lists.
N_CLAIMS = {"A": 57, "B": 58}

# Left out: claims checked by a citation only, and wording or framing without a check.
# B51 is such a wording, kept because it stands and falls with the numbers of B49 and B50.
NUMERIC_CLAIMS = (
    "A2", "A3", "A4", "A5", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15", "A16",
    "A17", "A20", "A21", "A23", "A24", "A25", "A26", "A27", "A28", "A29", "A30", "A31", "A32",
    "A33", "A34", "A35", "A36", "A37", "A38", "A39", "A40", "A41", "A42", "A43", "A44", "A45",
    "A47", "A49", "A50", "A51", "A52", "A53", "A54", "A55", "A56", "A57",
    "B2", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11", "B14", "B15", "B16", "B17", "B18",
    "B20", "B21", "B22", "B23", "B24", "B25", "B26", "B28", "B29", "B31", "B33", "B34", "B35",
    "B37", "B38", "B39", "B40", "B41", "B42", "B43", "B44", "B45", "B46", "B47", "B48", "B49",
    "B50", "B51", "B52", "B53", "B54", "B55", "B56", "B58",
)  # fmt: skip

#: Claims whose numbers no page prints yet.
MISSING: frozenset[str] = frozenset()
