"""Every notebook page run from top to bottom, as a reader of the notebook would."""
