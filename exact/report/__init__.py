"""How results look: documents, formats, JSON."""
