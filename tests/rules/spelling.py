"""American spellings and the British ones the book uses."""

from __future__ import annotations

import re

STEMS = {
    "analyz": "analys", "apologiz": "apologis", "capitaliz": "capitalis",
    "categoriz": "categoris", "characteriz": "characteris", "criticiz": "criticis",
    "discretiz": "discretis", "emphasiz": "emphasis", "equaliz": "equalis",
    "factoriz": "factoris", "familiariz": "familiaris", "finaliz": "finalis",
    "generaliz": "generalis", "idealiz": "idealis", "initializ": "initialis",
    "lineariz": "linearis", "maximiz": "maximis",
    "memoriz": "memoris", "minimiz": "minimis", "neutraliz": "neutralis",
    "normaliz": "normalis", "optimiz": "optimis", "organiz": "organis",
    "parametriz": "parametris", "parameteriz": "parameteris", "penaliz": "penalis",
    "quantiz": "quantis", "randomiz": "randomis", "realiz": "realis", "recogniz": "recognis",
    "regulariz": "regularis", "serializ": "serialis", "specializ": "specialis",
    "stabiliz": "stabilis", "standardiz": "standardis", "summariz": "summaris",
    "symmetriz": "symmetris", "synchroniz": "synchronis", "tokeniz": "tokenis",
    "utiliz": "utilis", "vectoriz": "vectoris", "visualiz": "visualis",
    "behavior": "behaviour", "color": "colour", "favor": "favour", "flavor": "flavour",
    "harbor": "harbour", "honor": "honour", "labor": "labour", "neighbor": "neighbour",
    "rigor": "rigour", "vigor": "vigour",
}  # fmt: skip
SUFFIX = r"(?:e|es|ed|er|ers|ing|ation|ations|s|al|ally|less|ful|able|ably|hood|hoods|ite|ites)?"
WHOLE_WORDS = {
    "center": "centre", "centers": "centres", "centered": "centred", "centering": "centring",
    "gray": "grey", "grayscale": "greyscale", "modeling": "modelling", "modeled": "modelled",
    "labeled": "labelled", "labeling": "labelling", "unlabeled": "unlabelled",
    "canceled": "cancelled", "canceling": "cancelling", "cancelation": "cancellation",
    "traveled": "travelled", "traveling": "travelling", "signaled": "signalled",
    "leveled": "levelled", "totaled": "totalled", "fulfill": "fulfil", "skeptical": "sceptical",
    "catalog": "catalogue", "analog": "analogue", "defense": "defence", "offense": "offence",
    "artifact": "artefact", "artifacts": "artefacts", "aging": "ageing", "maneuver": "manoeuvre",
    "fiber": "fibre", "liter": "litre", "theater": "theatre", "meager": "meagre",
    "math": "maths", "gotten": "got", "skepticism": "scepticism", "plow": "plough",
}  # fmt: skip
AMERICAN = re.compile(
    rf"\b(?:(?:un|re|non|de|over|multi)-?)?(?:(?:{'|'.join(STEMS)}){SUFFIX}"
    rf"|(?:{'|'.join(WHOLE_WORDS)}))\b",
    re.IGNORECASE,
)


def british(word: str) -> str:
    """Return the British spelling of a word that `AMERICAN` matches."""
    lower = word.lower()
    for american, other in {**WHOLE_WORDS, **STEMS}.items():
        if american in lower:
            return lower.replace(american, other, 1)
    return lower
