"""The program in Python is read only beside the package that it plays with."""

collect_ignore = ["play.py"]
