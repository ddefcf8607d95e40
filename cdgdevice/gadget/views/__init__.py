"""What is drawn: one view in, one picture of 128 by 64 pixels out."""
