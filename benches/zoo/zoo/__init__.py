"""Documents whose truth is known because this package wrote them. See ../README.md."""
