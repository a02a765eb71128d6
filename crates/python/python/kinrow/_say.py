"""What the package itself says: sentences of Kinrow's catalogue, in the language that was chosen."""

from ._kinrow import sentence


def refusal(key: str, **details: object) -> ValueError:
    """The error with the sentence ``python.KEY``."""
    return ValueError(sentence(f"python.{key}", [(name, str(value)) for name, value in details.items()]))


def missing(package: str, what: str, extra: str) -> ImportError:
    """The error for a library that is not installed."""
    return ImportError(sentence("python.missing", [("package", package), ("what", what), ("install", extra)]))
