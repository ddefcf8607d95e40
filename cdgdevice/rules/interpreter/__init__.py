"""The interpreter of steps: `run_steps` runs them in order, until they wait or have run."""
