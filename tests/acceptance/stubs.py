"""Stubs of large modules that Kraken imports, but that its readers of ALTO and PAGE do not use."""

import importlib.abc
import importlib.machinery
import sys
import types

NAMES = set(
    "coremltools htrmopo lightning platformdirs pyarrow rich scipy shapely skimage threadpoolctl torch"
    " torchmetrics torchvision".split()
)


class Stub(types.ModuleType):
    """A module that has a class of any name."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in NAMES:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, module):
        pass


def kraken_reader():
    """Imports `kraken.lib.xml.XMLPage` with the stubs. Other programs get the installed modules."""
    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        from kraken.lib.xml import XMLPage
    finally:
        sys.meta_path.remove(finder)
        for name in [n for n, module in sys.modules.items() if isinstance(module, Stub)]:
            del sys.modules[name]
    return XMLPage
