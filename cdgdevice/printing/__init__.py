"""What can be printed: drawings at true scale, each a PDF for a home printer."""
