"""One file for each way of drawing a document."""
