"""From views to pixels: one view in, one picture of 128 by 64 pixels out; or the same in words."""
