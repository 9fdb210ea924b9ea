"""The life with a kernel: widgets in Python alone, and in a real JupyterLab."""
