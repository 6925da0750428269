"""Prints the version of the interpreter."""
import sys

print("%d.%d.%d" % sys.version_info[:3])
