"""The claims of the two notes that state a number or a formula.

A number is the place of a claim in the audit of a note: A for the first note, B for the second.
Listed are the claims that are checked by exact enumeration, a closed form, algebra, finite
differences or simulation. Left out are those checked by a citation only and those about wording
or framing, without a number or formula of their own: A1, A6, A18, A19, A22, A46, A48, B1, B3,
B12, B13, B19, B27, B30, B32, B36 and B57. Listed in spite of that is B51, a wording that stands
and falls with the numbers of B49 and B50.
"""

from __future__ import annotations

N_CLAIMS = {"A": 57, "B": 58}
LEFT_OUT = {
    "A": (1, 6, 18, 19, 22, 46, 48),
    "B": (1, 3, 12, 13, 19, 27, 30, 32, 36, 57),
}
