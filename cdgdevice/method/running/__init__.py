"""Running steps: one module for each kind of step, and `course` that runs them in order."""
