"""The explorer engine: one definition, alive on a static page and in a kernel.

It knows numbers only through a state function and pictures only through a drawing function, and
imports nothing else of this package.
"""

from sqrtdk.explorer.controls import Control, Drag
from sqrtdk.explorer.core import Explorer, Panel
from sqrtdk.explorer.makers import Choice, DrawAgain, LogRange, Range, Switch
from sqrtdk.explorer.question import Option, Question

__all__ = ["Choice", "Control", "Drag", "DrawAgain", "Explorer", "LogRange", "Option", "Panel"]
__all__ += ["Question", "Range", "Switch"]
